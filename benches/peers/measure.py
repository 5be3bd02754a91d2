"""Measures circ and its peers; `run` beside this calls it once all is built and installed.

Prints what it finds as it goes, and writes all of it as JSON: times in nanoseconds, memory in bytes.
"""

import argparse
import json
import platform
import random
import time

import peers
from processes import CIRC, ROOT, WORK, Failed, example, line, repeated, run

MATMUL = ROOT / "examples/circuits/matmul.circ"
THOUGHT = ROOT / "examples/thought/parity_steps.circ"
HIST = ROOT / "examples/sequences/hist.circ"


def seconds(nanos):
    """A time, for people."""
    for unit, size in [("s", 10**9), ("ms", 10**6), ("µs", 10**3)]:
        if nanos >= size:
            return f"{nanos / size:.3g} {unit}"
    return f"{nanos} ns"


def limit(quick):
    """The engines against a tight loop over the same circuit."""
    rows = example("limit", "--json", *(["--quick"] if quick else []))
    for row in rows:
        loop = row["loop"]["least"]
        others = [f"{name} {row[name]['least'] / loop:.1f}" for name in ("evaluate", "execute", "prepared")]
        print(f"  {row['case']}: loop {seconds(loop)}; times as long: {', '.join(others)}")
    return rows


def elaboration(quick):
    """Gates a second while a circuit is built."""
    rows = example("elaboration", *(["32"] if quick else ["32", "100", "200"]))
    for row in rows:
        print(f"  {row['case']}: {row['gates'] * 1000 / row['time']['least']:.2f} million gates a second")
    return rows


def matrix(n):
    """The file of a matrix, the same for the same n."""
    path = WORK / f"matrix{n}.json"
    numbers = random.Random(n)
    path.write_text(json.dumps([[numbers.randint(-9, 9) for _ in range(n)] for _ in range(n)]))
    return path


def product(n, engine, *more):
    """The command that multiplies two matrices."""
    inputs = [part for name in "ab" for part in ("--input", f"{name}=@{matrix(n)}")]
    return [CIRC, "run", MATMUL, *inputs, "--engine", engine, *more]


def memory(quick):
    """Time and memory of `circ run`, from source to answer; memory is what a run on n = 1 does not take."""
    rows = []
    for engine in ("circuit", "transformer"):
        empty = repeated(product(1, engine), 5)["memory"]["least"]
        for n in [50, 100] if quick else [100, 150, 200]:
            gates, wires = n**3 + 3 * n**2, 3 * n**3
            cost = repeated(product(n, engine), 2)
            most = cost["memory"]["least"]
            row = {"case": f"matmul/{n}", "engine": engine, "gates": gates, "wires": wires, "empty": empty, **cost}
            rows.append(row)
            share = (most - empty) / (40 * gates + 12 * wires)
            print(
                f"  {row['case']} by {engine}: {seconds(cost['clock']['least'])}, {most / 1e6:.0f} MB,"
                f" {share:.2f} of 40 bytes a gate and 12 a wire"
            )
    return rows


def thought(quick):
    """Chains of thought, step by step."""
    rows = []
    for steps in [1_000] if quick else [1_000, 10_000]:
        bits = "".join(random.Random(steps).choices("01", k=steps))
        for name, command in [
            ("toggle", [CIRC, "run", ROOT / "benches/peers/toggle.circ", "--param", f"n={steps}"]),
            ("parity_steps", [CIRC, "run", THOUGHT, "--input", bits]),
        ]:
            row = {"case": name, "steps": steps}
            try:
                row |= repeated(command, 2, 60)
                print(f"  {name}, {steps} steps: {seconds(row['clock']['least'])}")
            except Failed as failed:
                row["failed"] = str(failed).splitlines()[0]
                print(f"  {name}, {steps} steps: {row['failed']}")
            rows.append(row)
    return rows


def rasp(quick):
    """`hist` at length 32, the whole process. The peer's figures are published ones; it is not run."""
    word = "".join(random.Random(32).choices("abcdefgh", k=32))
    cost = repeated([CIRC, "run", HIST, "--input", word], 10 if quick else 50)
    print(f"  circ run hist.circ: {seconds(cost['clock']['least'])}, the middle one {seconds(cost['clock']['middle'])}")
    return {"circ": cost, "published": {"compile": 2 * 10**9, "run": 20 * 10**6}}


def machine():
    """What it ran on."""
    def field(path, separator, name):
        with open(path) as lines:
            pairs = [text.partition(separator) for text in lines]
        return next((value.strip().strip('"') for key, _, value in pairs if key.strip() == name), None)

    with open("/proc/cpuinfo") as lines:
        cores = sum(text.startswith("processor") for text in lines)
    release = platform.release().split("-")[0]
    return {
        "processor": field("/proc/cpuinfo", ":", "model name"),
        "cores": cores,
        "memory": int(field("/proc/meminfo", ":", "MemTotal").split()[0]) * 1024,
        "system": f"{field('/etc/os-release', '=', 'PRETTY_NAME')}, Linux {release}",
    }


def versions():
    """Of what was run; None where it is missing."""
    return {
        "circ": line(["git", "describe", "--always", "--dirty"]),
        "rustc": line(["rustc", "--version"]),
        "python": platform.python_version(),
        "node": line(["node", "--version"]),
        "npm": line(["npm", "--version"]),
    }


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--output", required=True)
    options = arguments.parse_args()
    begun = time.time()
    found = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "quick": options.quick,
        "machine": machine(),
        "versions": versions(),
    }
    for name, part in [
        ("limit", limit),
        ("elaboration", elaboration),
        ("attention", peers.attention),
        ("circom", peers.circom),
        ("rasp", rasp),
        ("memory", memory),
        ("thought", thought),
    ]:
        print(f"{name}: {part.__doc__.splitlines()[0]}", flush=True)
        try:
            found[name] = part(options.quick)
        except peers.Missing as missing:
            print(f"  missing: {missing}")
            found[name] = {"missing": str(missing)}
    found["took"] = round(time.time() - begun)
    with open(options.output, "w") as file:
        json.dump(found, file, indent=1)
        file.write("\n")
    print(f"written: {options.output}, after {found['took']} s")


if __name__ == "__main__":
    main()
