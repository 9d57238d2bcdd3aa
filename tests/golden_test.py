#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every recorded answer of an original system through `tileglot eval`, by the checker beside them.

A share of all lines, and of each operation or kind, must be right; what is not is explained in
docs/reference/*-differences.md. Where the shared material is absent the test is skipped, loudly.

usage: tests/golden_test.py PROGRAM cute|linear|xla|hlo|hlo_assign|hlo_pass|hlo_run|hlo_run_assigned
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parent.parent
# The recorded lines, their checker and how much must be right, in percent.
RECORDED = {
    "cute": ("cute.jsonl", "check.py", ["--min", "99", "--min-op", "90"]),
    "linear": ("linear.jsonl", "check.py", ["--min", "99", "--min-op", "90"]),
    "hlo": ("xla_hlo.jsonl", "check_xla.py",
            ["--min", "98", "--min-group", "90",
             "--explained", ROOT / "docs/reference/xla-differences.md"]),
    # Four of jax_program's lines depend on an order that no text carries, as two of triangular_solve do.
    "hlo_assign": ("xla_assign.jsonl", "check_xla.py",
                   ["--min", "98", "--min-group", "90", "--min-of", "cpu bare=99",
                    "--min-of", "gpu:* bare=99", "--min-of", "gpu:* full=99",
                    "--min-of", "cpu full=96", "--min-of", "jax_program full=87",
                    "--explained", ROOT / "docs/reference/xla-differences.md"]),
    "hlo_pass": ("xla_assign.jsonl", "check_xla.py",
                 ["--min", "98", "--min-group", "98",
                  "--explained", ROOT / "docs/reference/xla-differences.md"]),
    "hlo_run": ("xla_run.jsonl", "check_xla.py", ["--min", "100"]),
    "hlo_run_assigned": ("xla_run.jsonl", "check_xla.py", ["--min", "100"]),
    "xla": ("xla_parse.jsonl", "check_xla.py",
            ["--min", "98", "--min-group", "90",
             "--explained", ROOT / "docs/reference/xla-differences.md"]),
}

# Of a file with lines for several operations: which of them are asked.
ASSIGNMENT = '"pass":"layout-assignment"'
ASKED = {"hlo_assign": lambda line: ASSIGNMENT in line, "hlo_pass": lambda line: ASSIGNMENT not in line}

# Modules that are run after layouts were assigned to them, for each of these.
TARGETS = ["cpu", "gpu:sm_90"]


def assigned(program, recorded):
    """The lines with their modules after layout assignment, target by target."""
    cases = [(json.loads(line), target) for target in TARGETS for line in recorded]
    requests = [json.dumps({"op": "hlo.apply_pass", "args": ["layout-assignment", case["text"], target]})
                for case, target in cases]
    answers = subprocess.run([program, "eval", "--jsonl"], input="\n".join(requests) + "\n", text=True,
                             check=False, capture_output=True).stdout.splitlines()
    for (case, target), line in zip(cases, answers, strict=True):
        answer = json.loads(line)
        # Without an answer the case fails: its text is not a module.
        text = answer["result"]["after"] if answer["ok"] else str(answer["error"])
        yield json.dumps({**case, "name": f"{case['name']} {target}", "text": text}) + "\n"


def asked_lines(program, system, recorded):
    if system == "hlo_run_assigned":
        return assigned(program, list(recorded))
    return filter(ASKED[system], recorded)


def shared_folder():
    named = os.environ.get("TILEGLOT_SHARED")
    return Path(named) if named else ROOT.parent / "shared"


def main():
    program, system = sys.argv[1:]
    golden = shared_folder() / "golden"
    lines, checker, shares = RECORDED[system]
    if not (golden / lines).is_file() or not (golden / checker).is_file():
        print(f"SKIP: {golden / lines} or its checker is not there; set TILEGLOT_SHARED", file=sys.stderr)
        return SKIPPED
    command = [sys.executable, golden / checker, "--bin", program, *shares]
    if system not in ASKED and system != "hlo_run_assigned":
        return subprocess.run([*command, golden / lines], check=False).returncode
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as asked:
        with open(golden / lines, encoding="utf-8") as recorded:
            asked.writelines(asked_lines(program, system, recorded))
        asked.flush()
        return subprocess.run([*command, asked.name], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
