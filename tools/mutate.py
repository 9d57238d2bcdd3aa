#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the tests: makes one operation wrong at a time and lists which law noticed.

The faults are in tools/mutations.txt. All work is done on a copy of the sources in build/mutate.
First every test that has to notice runs on the sources as they are, and passes; then each fault is
put in, its test program is built and the tests run again. A fault is caught if the test of its law
fails. A fault in a header is tried with the test file of its law alone first, which takes seconds. A run that does not end in time counts for nothing: the fault is to be chosen otherwise.

usage: tools/mutate.py [--only LAW]... [--list] [--check] [--jobs N] [--limit SECONDS]
       exit 0 all caught; 1 one survived, or the table is stale
"""

import argparse
import fcntl
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import check_mutations
from check_mutations import ROOT, WAYS, mutated, read_table
from one_test_file import OneTestFile, same_time, test_file

SOURCE = ROOT / "build" / "mutate" / "source"
BUILD = ROOT / "build" / "mutate" / "build"
COPIED = ("CMakeLists.txt", "cmake", "tests", "tileglot")
SAMPLE = "tileglot/notation/xla/testdata/xla_sample.jsonl"
MEMORY_BYTES = 4 << 30

RUNS = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
PASSES = re.compile(r"^\[       OK \] (\S+)", re.MULTILINE)
BROKEN_LAW = re.compile(r"^law (.*) fails; replay", re.MULTILINE)


# --- The copy ---

def own_copy():
    """The lock of the copy, or None where another run works on it."""
    SOURCE.parent.mkdir(parents=True, exist_ok=True)
    lock = open(SOURCE.parent / "lock", "w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return None
    return lock


def copied_files(root):
    for name in COPIED:
        path = root / name
        yield from [path] if path.is_file() else (p for p in path.rglob("*") if p.is_file())


def copy_if_changed(file, target):
    """Keeps the time of a file that is the same, so that nothing is built twice."""
    content = file.read_bytes()
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def refresh_copy():
    wanted = set()
    for file in copied_files(ROOT):
        path = file.relative_to(ROOT)
        wanted.add(path)
        copy_if_changed(file, SOURCE / path)
    for file in list(copied_files(SOURCE)) if SOURCE.exists() else []:
        if file.relative_to(SOURCE) not in wanted:
            file.unlink()


def configure():
    BUILD.mkdir(parents=True, exist_ok=True)
    options = {
        "CMAKE_BUILD_TYPE": "Debug",
        "CMAKE_CXX_FLAGS_DEBUG": "-O1 -D_GLIBCXX_ASSERTIONS",
        # A static_assert would stop the build; here the law has to notice, at run time.
        "CMAKE_CXX_FLAGS": '-D"static_assert(...)="',
        "TILEGLOT_BUILD_TESTS": "ON",
        "TILEGLOT_WARNINGS_AS_ERRORS": "OFF",  # a fault may leave something unused
    }
    command = ["cmake", "-S", SOURCE, "-B", BUILD, "-G", "Ninja", "--log-level=WARNING"]
    command += [f"-D{name}={value}" for name, value in options.items()]
    subprocess.run(command, check=True)


def build(programs, jobs):
    """The compiler's output, or None if it built."""
    command = ["cmake", "--build", BUILD, "-j", str(jobs), "--target", *programs]
    done = subprocess.run(command, capture_output=True, text=True)
    return None if done.returncode == 0 else done.stdout + done.stderr


# --- Running tests ---

class Timeout(Exception):
    pass


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, limit, **options):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=limit, cwd=SOURCE, preexec_fn=limit_memory, **options)
    except subprocess.TimeoutExpired:
        raise Timeout from None


def failed_tests(program, tests, limit):
    """Laws that were broken, then tests that ran and did not pass, a crash included."""
    done = run([BUILD / "tests" / program, f"--gtest_filter={':'.join(tests)}"], limit)
    ran = RUNS.findall(done.stdout)
    passed = set(PASSES.findall(done.stdout))
    if done.returncode == 0 and set(ran) != set(tests):
        raise ValueError(f"{program} ran {len(ran)} of {len(tests)} tests")
    return BROKEN_LAW.findall(done.stdout) + [test for test in ran if test not in passed]


def is_right(request, answer):
    return answer.get("ok", False) and answer.get("result") == request["result"]


def failed_ways(limit):
    """The ways of evaluation that answer a line of the sample wrongly."""
    sample = (SOURCE / SAMPLE).read_text(encoding="utf-8")
    requests = [json.loads(line) for line in sample.splitlines()]
    failed = []
    for name, way in WAYS.items():
        done = run([BUILD / "tileglot", "eval", "--jsonl", "--via", way], limit, input=sample)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        right = sum(map(is_right, requests, answers))
        if right != len(requests):
            failed.append(name)
    return failed


def failed_of(program, tests, limit):
    return failed_tests(program, tests, limit) if tests else failed_ways(limit)


# --- The faults ---

def is_caught(mutation, failed):
    """By the test of its law; of the two ways of evaluation only the wrong one may fail."""
    return mutation.tests[0] in failed if mutation.tests else failed == [mutation.law]


def outcome_of(mutation, jobs, limit):
    """(caught, what noticed) with the fault in place."""
    output = build([mutation.program], jobs)
    if output is not None:
        return False, "does not build:\n" + output[-3000:]
    try:
        failed = failed_of(mutation.program, mutation.tests, limit)
    except Timeout:
        return False, f"nothing: the tests did not end in {limit} s"
    return is_caught(mutation, failed), "; ".join(failed) or "nothing"


@contextmanager
def fault_in_place(mutation):
    file = SOURCE / mutation.file
    original = file.read_text(encoding="utf-8")
    file.write_text(mutated(mutation, original), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(original, encoding="utf-8")


def noticed_by_one_file(mutation, limit):
    """What failed in the test file of the law, built alone; nothing where that says nothing."""
    file = test_file(SOURCE, mutation.tests[0])
    if file is None:
        return []
    with same_time(SOURCE / mutation.file), fault_in_place(mutation):
        one = OneTestFile(SOURCE, BUILD, mutation.program, file)
        try:
            return failed_tests(one.one, mutation.tests[:1], limit) if one.built() else []
        except Timeout:
            return []
        finally:
            one.remove()


def try_fault(mutation, jobs, limit):
    if mutation.file.endswith(".h") and mutation.tests:
        failed = noticed_by_one_file(mutation, limit)
        if is_caught(mutation, failed):
            return True, "; ".join(failed)
    with fault_in_place(mutation):
        return outcome_of(mutation, jobs, limit)


def baseline(mutations, jobs, limit):
    """Builds everything as it is; what fails already."""
    tests_of = {}
    for mutation in mutations:
        tests = tests_of.setdefault(mutation.program, [])
        tests += [test for test in mutation.tests if test not in tests]
    output = build(list(tests_of), jobs)
    if output is not None:
        return ["the sources do not build:\n" + output[-3000:]]
    failed = []
    for program, tests in tests_of.items():
        try:
            failed += failed_of(program, tests, limit * max(1, len(tests)))
        except Timeout:
            failed.append(f"{program}, which does not end")
    return failed


def try_all(mutations, jobs, limit):
    """Rows (law, fault, what caught it), and whether all were caught."""
    rows = []
    all_caught = True
    for number, mutation in enumerate(mutations, start=1):
        start = time.monotonic()
        caught, noticed = try_fault(mutation, jobs, limit)
        all_caught = all_caught and caught
        took = time.monotonic() - start
        verdict = "caught" if caught else "NOT CAUGHT"
        print(f"[{number}/{len(mutations)}] {mutation.law}: {verdict}, {took:.0f} s", flush=True)
        if not caught:
            print(f"  {mutation.file}: {mutation.fault}\n  noticed by {noticed}", flush=True)
        rows.append((mutation.law, mutation.fault, noticed if caught else "NOT CAUGHT"))
    return rows, all_caught


def print_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    for row in rows:
        print(" | ".join([row[0].ljust(widths[0]), row[1].ljust(widths[1]), row[2]]))


# --- The command ---

def arguments():
    parser = argparse.ArgumentParser(description="Makes operations wrong and lists what noticed.")
    parser.add_argument("--only", action="append", metavar="LAW", help="faults of this law")
    parser.add_argument("--list", action="store_true", help="print the faults")
    parser.add_argument("--check", action="store_true", help="only see that the table is not stale")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time")
    parser.add_argument("--limit", type=int, default=300, help="seconds for the tests of a fault")
    return parser.parse_args()


def mutate(mutations, jobs, limit):
    refresh_copy()
    configure()
    print(f"building and testing the sources as they are, {len(mutations)} faults to come", flush=True)
    failed = baseline(mutations, jobs, limit)
    if failed:
        print("without any fault these fail: " + ", ".join(failed))
        return 1
    rows, all_caught = try_all(mutations, jobs, limit)
    print_table([("law", "mutation", "caught by"), *rows])
    caught = sum(row[2] != "NOT CAUGHT" for row in rows)
    print(f"{caught} of {len(rows)} faults caught")
    return 0 if all_caught else 1


def main():
    options = arguments()
    if check_mutations.main() != 0 or options.check:
        return 0 if options.check and not check_mutations.findings()[1] else 1
    mutations = [m for m in read_table() if not options.only or m.law in options.only]
    if options.list:
        print_table([("law", "mutation", "file"), *((m.law, m.fault, m.file) for m in mutations)])
        return 0
    if not mutations:
        print("no fault has that law")
        return 1
    for tool in ("cmake", "ninja"):
        if shutil.which(tool) is None:
            print(f"{tool} is not installed; ./dev mutate installs it")
            return 1
    lock = own_copy()
    if lock is None:
        print(f"another run works in {SOURCE.parent.relative_to(ROOT)}")
        return 1
    with lock:
        return mutate(mutations, options.jobs, options.limit)


if __name__ == "__main__":
    sys.exit(main())
