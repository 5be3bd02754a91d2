"""Dense average-hard attention in NumPy, in 64-bit floats: `attention.py PROGRAM.json…`, written by
`circ build --emit transformer`. Prints for each program what a round of its layers takes, and the outputs of a whole run.

Every layer scores all pairs of positions, as attention does that knows nothing of the program. The score circuit is
evaluated on a column of queries and a row of keys, so that what depends on one of the two is computed once for each, and
the means are a product of matrices. The queries are taken in blocks that stay in the cache of a core, which is several
times faster here than all of them at once.
"""

import json
import sys
import time
from fractions import Fraction

import numpy as np

# Numbers in a block of scores.
BLOCK = 1 << 14


def circuit(component, inputs):
    """The outputs of a component on arrays."""
    values = []
    for kind, *operands in component["gates"]:
        if kind == "in":
            value = inputs[operands[0]]
        elif kind == "const":
            value = float(Fraction(operands[0]))
        elif kind == "sign":
            value = np.sign(values[operands[0]])
        else:
            value = values[operands[0]]
            for operand in operands[1:]:
                value = value + values[operand] if kind == "add" else value * values[operand]
        values.append(value)
    return [values[output] for output in component["outputs"]]


def pool(head, columns):
    """What each position gets from a head: the means over the keys of the greatest score."""
    length = len(columns[0])
    values = np.stack(np.broadcast_arrays(*circuit(head["value"], columns), columns[0])[:-1], axis=1)
    pooled = np.empty_like(values)
    rows = max(1, BLOCK // length)
    for start in range(0, length, rows):
        block = slice(start, min(start + rows, length))
        queries = [column[block, None] for column in columns]
        keys = [column[None, :] for column in columns]
        [score] = circuit(head["score"], queries + keys)
        score = np.broadcast_to(score, (block.stop - start, length))
        chosen = (score == score.max(axis=1, keepdims=True)).astype(float)
        pooled[block] = chosen @ values / chosen.sum(axis=1, keepdims=True)
    return list(pooled.T)


def once(layers, columns):
    """One round of all layers."""
    for layer in layers:
        pooled = [number for head in layer["heads"] for number in pool(head, columns)]
        new = circuit(layer["activation"], columns + pooled)
        columns = [np.broadcast_to(column, columns[0].shape) for column in new]
    return columns


def measure(path):
    with open(path) as file:
        program = json.load(file)
    sequence = program["sequence"]
    tokens = [[float(Fraction(number)) for number in token] for token in sequence["tokens"]]
    columns = list(np.array(tokens).T.copy())
    times = []
    for _ in range(program["repeat"]):
        clock, processors = time.perf_counter_ns(), time.process_time_ns()
        columns = once(program["layers"], columns)
        # Other work adds to the first, and threads that wait for each other to the second.
        times.append(min(time.perf_counter_ns() - clock, time.process_time_ns() - processors))
    return {
        "tokens": len(tokens),
        "layers": program["repeat"] * len(program["layers"]),
        "whole": sum(times),
        "layer": min(times) // len(program["layers"]),
        "outputs": [columns[o["coordinate"]][p] for o in sequence["outputs"] for p in o["positions"]],
    }


if __name__ == "__main__":
    print(json.dumps({"version": np.__version__, "programs": [measure(path) for path in sys.argv[1:]]}))
