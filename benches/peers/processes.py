"""Processes, with their time and memory."""

import json
import os
import resource
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "target/peers"
CIRC = ROOT / "target/release/circ"
# Of address space, for circ: what would take more is stopped, so that the machine lives.
MOST = 4 << 30


class Failed(Exception):
    """A process that did not do its work; the text says what it said, or that it took too long."""


def run(command, seconds=120, env=None):
    """Runs a command to its end, at most for so many seconds.

    Gives what it wrote and what it cost: nanoseconds on the clock and on the processors, and the most bytes of memory
    that it had. The memory is never less than this script's own, since the system counts from before the command
    begins; so this script imports little.
    """
    with open(WORK / "stdout", "wb") as out, open(WORK / "stderr", "wb") as err:
        begun = time.perf_counter_ns()
        parts = [str(part) for part in command]
        bound = bounded if command[0] == CIRC else None
        child = subprocess.Popen(parts, stdout=out, stderr=err, env=env, cwd=ROOT, preexec_fn=bound)
        timer = threading.Timer(seconds, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        clock = time.perf_counter_ns() - begun
        timer.cancel()
        # Told, so that Popen does not wait for it again.
        child.returncode = os.waitstatus_to_exitcode(status)
    if clock > seconds * 10**9:
        raise Failed(f"longer than {seconds} seconds")
    written = (WORK / "stdout").read_text()
    if child.returncode != 0:
        raise Failed((WORK / "stderr").read_text().strip() or written.strip())
    processor = round((usage.ru_utime + usage.ru_stime) * 10**9)
    return written, {"clock": clock, "processor": processor, "memory": usage.ru_maxrss * 1024}


def bounded():
    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))


def repeated(command, times, seconds=120):
    """The costs of several runs: the least and the middle of each, apart."""
    costs = [run(command, seconds)[1] for _ in range(times)]
    return {
        name: {"least": min(values), "middle": sorted(values)[times // 2]}
        for name in costs[0]
        for values in [[cost[name] for cost in costs]]
    }


def example(name, *arguments, seconds=240):
    """The JSON that an example of the benches writes."""
    return json.loads(run([ROOT / "target/release/examples" / name, *arguments], seconds)[0])


def line(command):
    """The first line that a command writes; None where there is no such command."""
    try:
        return run(command)[0].splitlines()[0].strip()
    except (OSError, IndexError, Failed):
        return None
