#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads, verifies, prints, and assigns layouts to the modules of XLA's own tests (data/hlo_wild of the shared material).

A module that XLA's parser reads is read, verifies, is printed as a text that is read back equal, and, for
the CPU and a GPU, is assigned layouts and verifies afterwards. What XLA refuses is refused. Each exception is a row of
hlo_wild/exceptions.tsv: the module, what happens, and why; for a module that does not verify, the check of
XLA's verifier that refuses it. A row that no longer holds fails the test, as a missing one does. Where
the shared material is absent the test is skipped, loudly.

usage: tests/hlo_wild_test.py PROGRAM [update]
"""

import collections
import json
import os
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("TILEGLOT_SHARED") or ROOT.parent / "shared")
MODULES = SHARED / "data/hlo_wild/modules.jsonl"
EXCEPTIONS = ROOT / "tests/hlo_wild/exceptions.tsv"
TARGETS = ["cpu", "gpu:sm_90"]
# What a help that names a check begins with.
CITED = "XLA's verifier refuses it in "
# A module with bitcasts has its layouts; it cannot get others.
BITCAST = "hlo.bitcast"
# Of the modules that XLA reads, the share that is read here; and how many it refuses and we read.
LEAST_READ = 0.995
MOST_READ_TOO_MUCH = 5
SECONDS = 300


def answers(program, requests):
    """The answer to each request, from one process; what it did not answer is a crash."""
    lines = "".join(json.dumps({"op": op, "args": args}) + "\n" for op, args in requests)
    done = subprocess.run([program, "eval", "--jsonl"], input=lines, text=True, check=False,
                          capture_output=True, timeout=SECONDS)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    if len(replies) != len(requests):
        raise SystemExit(f"{program} ended with {done.returncode} at {requests[len(replies)]}")
    return replies


def check_of(error):
    """The function of XLA's verifier that a refusal names, or nothing."""
    help_text = error.get("help", "")
    return help_text[len(CITED):] if help_text.startswith(CITED) else error["code"]


def is_refused(reply):
    return not reply["ok"] and reply["error"]["code"] in ("hlo.verify", "hlo.cycle")


def read_all(program, modules):
    """Prints each module, and what was printed again: the modules that are read, and what went wrong."""
    found = {}
    read = []
    replies = answers(program, [("hlo.parse", [m["text"]]) for m in modules])
    for module, reply in zip(modules, replies, strict=True):
        if reply["ok"]:
            read.append((module, reply["result"]["print"]))
        if reply["ok"] and not module["xla_reads"]:
            found[module["id"]] = ("read", "")
        if not reply["ok"] and module["xla_reads"]:
            found[module["id"]] = ("unread", reply["error"]["code"])
    again = answers(program, [("hlo.parse", [text]) for _, text in read])
    for (module, text), reply in zip(read, again, strict=True):
        if not reply["ok"] or reply["result"]["print"] != text:
            found[module["id"]] = ("printed", "")
    return [module for module, _ in read if module["xla_reads"]], found


def assign_all(program, modules, target):
    """Assigns layouts, and again to what was assigned: what went wrong, and how many modules were assigned."""
    found = {}
    assigned = []
    pass_name = "layout-assignment"
    replies = answers(program, [("hlo.apply_pass", [pass_name, m["text"], target]) for m in modules])
    for module, reply in zip(modules, replies, strict=True):
        if reply["ok"]:
            assigned.append((module, reply["result"]["after"]))
        elif reply["error"]["code"] == BITCAST:
            continue
        elif is_refused(reply):
            found[module["id"]] = ("refused", check_of(reply["error"]))
        else:
            found[module["id"]] = ("unassigned", reply["error"]["code"])
    again = answers(program, [("hlo.apply_pass", [pass_name, text, target]) for _, text in assigned])
    for (module, _), reply in zip(assigned, again, strict=True):
        if not reply["ok"] and (is_refused(reply) or reply["error"]["code"].startswith("hlo.syntax")):
            found[module["id"]] = (f"wrong for {target}", reply["error"]["message"])
    return found


def expected():
    """The rows of the table: module, what happens, the check or error, and the reason."""
    rows = {}
    for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, what, detail, reason = line.split("\t")
            rows[name] = (what, detail, reason)
    return rows


def write(found, rows):
    """The table with a row for each exception; reasons that were written stay."""
    header = [line for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    lines = [f"{name}\t{what}\t{detail}\t{rows.get(name, ('', '', ''))[2]}"
             for name, (what, detail) in sorted(found.items())]
    EXCEPTIONS.write_text("\n".join(header + lines) + "\n", encoding="utf-8")


def faults(found, rows):
    """What differs from the table, one sentence for each module."""
    for name in sorted(found.keys() | rows.keys()):
        now, before = found.get(name), rows.get(name)
        if before is None:
            yield f"{name}: {now[0]} {now[1]}, which no row explains"
        elif now is None:
            yield f"{name}: no longer {before[0]}: remove its row"
        elif now != before[:2]:
            yield f"{name}: {now[0]} {now[1]}, and its row says {before[0]} {before[1]}"
        elif not before[2] and before[0] != "refused":
            yield f"{name}: its row gives no reason"
        elif before[0] == "refused" and before[1].startswith("hlo."):
            yield f"{name}: does not verify, and no check of XLA's is named"


def main():
    program = sys.argv[1]
    if not MODULES.is_file():
        print(f"SKIP: {MODULES} is absent")
        return SKIPPED
    modules = [json.loads(line) for line in MODULES.read_text(encoding="utf-8").splitlines()]
    read, found = read_all(program, modules)
    for target in TARGETS:
        for name, fault in assign_all(program, read, target).items():
            found.setdefault(name, fault)  # the first fault of a module is the one to explain
    rows = expected()
    if sys.argv[2:] == ["update"]:
        write(found, rows)
        rows = expected()
    wanted = sum(m["xla_reads"] for m in modules)
    counts = collections.Counter(what for what, _ in found.values())
    print(f"of {wanted} modules that XLA reads {len(read)} are read; of those {counts['refused']} do not verify, "
          f"{counts['unassigned']} are not assigned layouts; of {len(modules) - wanted} that XLA refuses "
          f"{counts['read']} are read")
    wrong = list(faults(found, rows))
    if len(read) < LEAST_READ * wanted:
        wrong.append(f"only {len(read)} of {wanted} modules are read")
    if counts["read"] > MOST_READ_TOO_MUCH:
        wrong.append(f"{counts['read']} modules are read that XLA refuses")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
