#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the tables of docs/reference/optimal-layouts.md: what layouts cost by XLA's layout assignment, and what
they cost at best.

Every recorded input of layout assignment and every model of the shared material is assigned for each of its
targets by both strategies, in one `tileglot eval --jsonl`; what is counted is the module that was written.

usage: tools/optimal_table.py PROGRAM SHARED          prints the tables
       tools/optimal_table.py PROGRAM SHARED FILE     writes them between the file's marks
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

OPERATIONS = ("hlo.assign", "hlo.assign_optimal")
MODEL_TARGETS = ("cpu", "gpu:sm_90")
BEGIN = "<!-- made by tools/optimal_table.py: {} -->"
END = "<!-- end -->"


def target_of(name):
    return name if name == "cpu" else f"gpu:{name}"


def recorded(shared):
    """(family, name, target, text) of each recorded input with a text."""
    with open(shared / "golden/xla_assign.jsonl", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if line["pass"] != "layout-assignment" or "before" not in line or "results" not in line:
                continue
            for result in line["results"]:
                for target in result["targets"]:
                    yield line["family"], line["name"], target_of(target), line["before"]


def models(shared):
    for path in sorted((shared / "data/hlo").glob("*.hlo")):
        for target in MODEL_TARGETS:
            yield "model", path.name, target, path.read_text(encoding="utf-8")


def loops(shared):
    """The module of a loop with a known number of trips, with another, and with one that nothing tells."""
    text = (shared / "data/hlo/loop_copy.hlo").read_text(encoding="utf-8")
    limit = "n = s32[] constant(100)"
    unknown = "h = s32[] constant(10)\n  n = s32[] multiply(h, h)"
    for trips, written in (("1", limit.replace("100", "1")), ("100", limit), ("unknown", unknown)):
        for target in MODEL_TARGETS[1:]:
            yield "loop", trips, target, text.replace(limit, written)


class Found(NamedTuple):
    """What a strategy's module moves, how many copies it has more, penalties, and its loops."""
    moved: int
    copies: int
    penalties: int
    loops: list

    @classmethod
    def of(cls, result):
        cost = result["cost"]
        return cls(cost["after"], len(result["copies"]), cost["penalties"]["after"], cost["loops"])


def costs(program, cases):
    """For each case what either strategy found; None where refused."""
    requests = [json.dumps({"op": operation, "args": [text, target]})
                for _, _, target, text in cases for operation in OPERATIONS]
    answered = subprocess.run([program, "eval", "--jsonl"], input="\n".join(requests) + "\n",
                              capture_output=True, text=True, check=False).stdout.splitlines()
    replies = [json.loads(line) for line in answered]
    if len(replies) != len(requests):
        sys.exit(f"{len(requests)} requests, {len(replies)} answers")
    found = [Found.of(reply["result"]) if reply["ok"] else None for reply in replies]
    return list(zip(found[::2], found[1::2]))


def table(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1)]
    return "".join("| " + " | ".join(row) + " |\n" for row in lines + rows)


def family_rows(cases, found):
    """One row for each family of which anything was lost, and one for all others."""
    families = defaultdict(list)
    for case, (xla, best) in zip(cases, found):
        if xla is not None and best is not None:
            families[case[0]].append((xla.moved, best.moved, case))
    rows, silent, total = [], 0, [0, 0, 0, 0]
    for family, members in sorted(families.items()):
        lost = [member for member in members if member[1] < member[0]]
        before, after = sum(m[0] for m in members), sum(m[1] for m in members)
        total = [a + b for a, b in zip(total, (len(members), len(lost), before, after))]
        if not lost:
            silent += len(members)
            continue
        before_most, after_most, case = max(lost, key=lambda m: m[0] - m[1])
        rows.append([family, f"{len(lost)} of {len(members)}", f"{before:,}", f"{after:,}",
                     f"`{case[1]}` on {case[2]}: {before_most:,} to {after_most:,}"])
    rows.append(["all others", f"0 of {silent}", "", "", ""])
    rows.append(["**all**", f"{total[1]} of {total[0]}", f"{total[2]:,}", f"{total[3]:,}", ""])
    return rows


def trips_text(found):
    """The trips of the loops, a guess with a question mark."""
    texts = [f"{loop['trips']}{'?' if loop['source'] == 'guess' else ''}" for loop in found.loops]
    return ", ".join(texts) or "-"


def model_rows(cases, found):
    rows = []
    for case, (xla, best) in zip(cases, found):
        if xla is None or best is None:
            continue
        saved = 100 * (xla.moved - best.moved) / xla.moved if xla.moved else 0
        rows.append([f"`{case[1]}`", case[2], trips_text(best), f"{xla.moved:,}", f"{best.moved:,}", f"{saved:.1f} %",
                     str(xla.copies), str(best.copies), f"{xla.penalties:,}", f"{best.penalties:,}"])
    return rows


def loop_rows(cases, found):
    return [[case[1], trips_text(best), f"{xla.moved:,}", f"{best.moved:,}"]
            for case, (xla, best) in zip(cases, found)]


def tables(program, shared):
    """The text of each table by its name."""
    programs, modules, counted = list(recorded(shared)), list(models(shared)), list(loops(shared))
    found = costs(program, programs + modules + counted)
    of_modules = found[len(programs):len(programs) + len(modules)]
    return {
        "programs": table(["recorded programs", "XLA's cost more", "bytes by XLA", "bytes at best",
                           "most was lost by"], family_rows(programs, found[:len(programs)])),
        "loop": table(["trips in the module", "trips counted", "bytes by XLA", "bytes at best"],
                      loop_rows(counted, found[len(programs) + len(modules):])),
        "models": table(["module", "target", "trips of loops", "bytes by XLA", "bytes at best", "saved",
                         "copies by XLA", "copies at best", "penalties by XLA", "penalties at best"],
                        model_rows(modules, of_modules))}


def replaced(text, made):
    """The document with the tables between its marks."""
    for name, rows in made.items():
        begin = text.index(BEGIN.format(name)) + len(BEGIN.format(name))
        end = text.index(END, begin)
        text = text[:begin] + "\n\n" + rows + "\n" + text[end:]
    return text


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    made = tables(sys.argv[1], Path(sys.argv[2]))
    if len(sys.argv) == 3:
        print("\n".join(made.values()), end="")
        return
    path = Path(sys.argv[3])
    path.write_text(replaced(path.read_text(encoding="utf-8"), made), encoding="utf-8")


if __name__ == "__main__":
    main()
