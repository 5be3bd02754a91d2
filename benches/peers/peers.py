"""The same work by circ and by others that are run: NumPy and circom2."""

import json
import os
import random
from fractions import Fraction

from processes import CIRC, ROOT, WORK, Failed, example, line, repeated, run

HERE = ROOT / "benches/peers"
PYTHON = WORK / "venv/bin/python"
MODULES = WORK / "npm/node_modules"


class Missing(Exception):
    """A peer that is not here; the text says which."""


def attention(quick):
    """Dense average-hard attention in NumPy, on the same sequences."""
    # `majority` of n bits has 2n + 18 positions and ten layers.
    sizes = [1 << k for k in (range(6, 12) if quick else range(6, 14))]
    files = [program("majority", (size - 18) // 2) for size in sizes]
    beyond = [] if quick else [program("majority", ((1 << k) - 18) // 2) for k in range(14, 18)]
    others = [] if quick else [program("sort", 8)]
    rows = example("layers", *files, *others, *beyond)
    cases = ["majority"] * len(files) + ["sort"] * len(others) + ["majority"] * len(beyond)
    dense = numpy([*files, *others])
    found = []
    for at, (case, row) in enumerate(zip(cases, rows)):
        row = {"case": case, **row}
        outputs = row.pop("outputs")
        layer = row["whole"]["least"] / row["layers"]
        said = f"  {case}, {row['tokens']} positions: circ {layer / 1e3:.1f} µs a layer"
        if dense and at < len(dense["programs"]):
            other = dense["programs"][at]
            pairs = zip(other.pop("outputs"), outputs, strict=True)
            apart = max(abs(found - float(Fraction(exact))) for found, exact in pairs)
            row["numpy"] = {**other, "apart": f"{apart:.1g}"}
            said += f", NumPy {other['layer'] / 1e3:.1f} µs, {other['layer'] / layer:.0f} times as long, {apart:.1g} apart"
        print(said)
        found.append(row)
    if not dense:
        print("  missing: NumPy")
    return {"rows": found, "numpy": dense and dense["version"]}


def program(family, n):
    """The file of the transformer of an example, with its sequence on an input."""
    numbers = random.Random(n)
    folder, top = ("circuits", 1) if family == "majority" else ("sequences", 9)
    given = WORK / f"{family}{n}.input.json"
    given.write_text(json.dumps([numbers.randint(0, top) for _ in range(n)]))
    path = WORK / f"{family}{n}.json"
    source = ROOT / "examples" / folder / f"{family}.circ"
    run([CIRC, "build", source, "--input", f"@{given}", "--emit", "transformer", "-o", path])
    return path


def numpy(files):
    """What attention.py finds; None where there is no NumPy."""
    # A library that is told which processor it is on does not choose its fastest code.
    telling = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    env = {name: value for name, value in os.environ.items() if name not in telling}
    # Memory that was free once stays with the process, so that arrays of a block do not come from the system each time.
    env |= {name: str(1 << 30) for name in ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_")}
    try:
        run([PYTHON, "-c", "import numpy"], env=env)
    except (OSError, Failed):
        return None
    return json.loads(run([PYTHON, HERE / "attention.py", *files], 300, env)[0])


def circom(quick):
    """circom2's time to compile against the time to build the same circuit here."""
    compiler = MODULES / ".bin/circom2"
    version = line([compiler, "--version"])
    if version is None:
        raise Missing("circom2, or the node that runs it")
    rows = []
    for name, template, sizes in [("matmul", "MatMul", [8, 16, 32]), ("hist", "Hist", [8, 16, 32])]:
        if name == "hist" and not (MODULES / "circomlib").exists():
            print("  missing: circomlib")
            continue
        for n in [1, *(sizes[:2] if quick else sizes)]:
            rows.append({"case": name, "n": n, **compiled(compiler, name, template, n)})
            row = rows[-1]
            per = [row["circom"]["clock"]["least"] / row["circom"]["wires"], row["circ"]["clock"]["least"] / row["circ"]["gates"]]
            print(
                f"  {name}/{n}: circom2 {per[0] / 1e3:.1f} µs a wire, circ build {per[1] / 1e3:.2f} µs a gate:"
                f" {per[0] / per[1]:.0f} times as long"
            )
    text = json.loads((MODULES / "circomlib/package.json").read_text())["version"] if (MODULES / "circomlib").exists() else None
    return {"rows": rows, "circom2": version, "circomlib": text}


def compiled(compiler, name, template, n):
    """One circuit by both, whole processes that write a file."""
    main = WORK / f"{name}{n}.circom"
    main.write_text(f'pragma circom 2.0.0;\ninclude "{name}.circom";\ncomponent main = {template}({n});\n')
    command = [compiler, "--r1cs", main.relative_to(ROOT), "-o", "target/peers",
               "-l", "benches/peers", "-l", "target/peers/npm/node_modules/circomlib/circuits"]
    said = run(command)[0]
    count = {
        text.split(":")[0]: int(text.split(":")[1]) for text in said.splitlines()
        if text.split(":")[0] in ("wires", "non-linear constraints", "linear constraints")
    }
    constraints = count["non-linear constraints"] + count["linear constraints"]
    source = ROOT / "examples" / ("circuits" if name == "matmul" else "sequences") / f"{name}.circ"
    sizes = [part for size in ("nmp" if name == "matmul" else "n") for part in ("--param", f"{size}={n}")]
    path = WORK / f"{name}{n}.circuit.json"
    ours = repeated([CIRC, "build", source, *sizes, "-o", path], 5)
    gates = len(json.loads(path.read_text())["gates"])
    return {
        "circom": {"wires": count["wires"], "constraints": constraints, **repeated(command, 3)},
        "circ": {"gates": gates, **ours},
    }
