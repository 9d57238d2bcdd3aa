# SPDX-License-Identifier: Apache-2.0
"""Runs of `tileglot reshard` for tests: their answers, and processes that are held in the middle."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

JOURNAL_END = ".tileglot-journal"
LAUNCHERS = ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", "JOB_COMPLETION_INDEX")
STEP_SECONDS = 0.002


class Run(int):
    """The exit code of a process that has ended, and what it answered."""

    def __new__(cls, code, answer, errors=""):
        run = super().__new__(cls, code)
        run.answer = answer
        run.errors = errors
        return run

    @property
    def error(self):
        return self.answer["error"]["code"] if "error" in self.answer else None


def answer_of(process):
    """Waits for its end."""
    output, errors = process.communicate(timeout=300)
    return Run(process.returncode, json.loads(output) if output else {}, errors)


class Reshard:
    """Commands of one program: `words` are those after `tileglot reshard`."""

    def __init__(self, program):
        self.program = str(program)

    def start(self, *words, environment=None, **how):
        variables = {name: value for name, value in os.environ.items() if name not in LAUNCHERS}
        return subprocess.Popen([self.program, "reshard", *map(str, words), "--json"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**variables, **(environment or {})}, **how)

    def run(self, *words, **how):
        return answer_of(self.start(*words, **how))

    def held(self, *words, until):
        """A process that is halted where `until()` is true; nothing where it ended before."""
        process = self.start(*words)
        while True:
            time.sleep(STEP_SECONDS)
            process.send_signal(signal.SIGSTOP)
            if not wait_until_halted(process):
                return None
            if until():
                return process
            process.send_signal(signal.SIGCONT)


def wait_until_halted(process):
    """False if it has ended instead."""
    while process.poll() is None:
        try:
            stat = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
        except OSError:
            continue
        if stat.rpartition(")")[2].split()[0] in "Tt":
            return True
    process.communicate()
    return False


def go_on(process):
    process.send_signal(signal.SIGCONT)
    return answer_of(process)


def kill(process):
    process.kill()
    process.communicate()


def journals(folder):
    return sorted(folder.glob(f".*{JOURNAL_END}"))


def slabs(folder):
    """(file, slab): bytes, of all that the journals in a folder say is written."""
    found = {}
    for journal in journals(folder):
        for line in journal.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if len(words) == 5 and words[0] == "slab":
                found[journal.name, int(words[1])] = int(words[2])
    return found


def named(folder):
    """The files that have their names."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith(".")) \
        if folder.is_dir() else []


def tensor_files(folder):
    return [path for path in named(folder) if path.suffix == ".safetensors"]
