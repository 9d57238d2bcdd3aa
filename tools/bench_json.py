#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns Google Benchmark's JSON into ours, for ./dev bench NAME --json FILE.

    {"machine": .., "cases": [{"name", "threads", "bytes", "gb_per_s", "ratio_to_memcpy",
                               "ratio_to_best_peer", "best_peer"}]}

A case that moves data sets the counter "bytes" (bytes of one iteration). Its ratio is taken to the
case "memcpy..." with the same bytes and threads, its best peer among the cases "peer:NAME/CASE" with
its own name as CASE; what was not measured is null. A case that moves no data has its time instead:
{"name", "threads", "ns"}. A case may set the counter "threads".

usage: tools/bench_json.py GOOGLE.json
"""

import json
import platform
import sys

TO_NS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def cpu_name():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = (line for line in lines if line.startswith("model name"))
            return next(names).split(":", 1)[1].strip()
    except (OSError, StopIteration):
        return platform.machine()


def read_case(run):
    name = run["name"].removesuffix("/real_time")
    threads = int(run.get("threads", 1))
    ns = run["real_time"] * TO_NS[run["time_unit"]]
    if "bytes" not in run:
        return {"name": name, "threads": threads, "ns": ns}
    speed = run["bytes"] / ns  # bytes per nanosecond are 10^9 bytes per second
    return {"name": name, "threads": threads, "bytes": int(run["bytes"]), "gb_per_s": speed}


def best_peer(case, cases):
    """(ratio, name) against the fastest peer that did the same work, or nulls."""
    peers = [c for c in cases if c["name"].startswith("peer:") and "bytes" in c]
    peers = [c for c in peers if c["name"].split("/", 1)[1:] == [case["name"]]]
    peers = [c for c in peers if c["threads"] == case["threads"]]
    if not peers:
        return None, None
    best = max(peers, key=lambda c: c["gb_per_s"])
    return case["gb_per_s"] / best["gb_per_s"], best["name"].split("/", 1)[0].removeprefix("peer:")


def add_ratios(cases):
    memcpy = {(c["bytes"], c["threads"]): c["gb_per_s"]
              for c in cases if c["name"].startswith("memcpy") and "bytes" in c}
    for case in cases:
        if "bytes" in case:
            base = memcpy.get((case["bytes"], case["threads"]))
            case["ratio_to_memcpy"] = case["gb_per_s"] / base if base else None
            case["ratio_to_best_peer"], case["best_peer"] = best_peer(case, cases)


def main(path):
    with open(path, encoding="utf-8") as file:
        measured = json.load(file)
    runs = [run for run in measured["benchmarks"] if run.get("run_type") == "iteration"]
    cases = [read_case(run) for run in runs if not run.get("error_occurred")]
    add_ratios(cases)
    machine = f"{cpu_name()}, {measured['context']['num_cpus']} cores"
    json.dump({"machine": machine, "cases": cases}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main(sys.argv[1])
