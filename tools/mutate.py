#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the tests: makes one operation wrong at a time and lists which law noticed.

The faults are in tools/mutations.txt. All work is done on a copy of the sources in build/mutate.
First every test that has to notice runs on the sources as they are, and passes; then each fault is
put in, its test program is built and the tests run again. A fault is caught if the test of its law
fails. A fault in a header is tried with the test file of its law alone first, which takes seconds. A run that does not end in time counts for nothing: the fault is to be chosen otherwise.

--quick tries only the entries that say `quick: yes`, a few of each package, and takes minutes where
build/dev is up to date. Nothing is edited: the faulty source is a copy in build/mutate/quick. It is
compiled alone, or the law's test file is where the fault is in a header, and linked before the
objects and libraries of build/dev, so that its functions replace theirs. Only the law's test runs.

usage: tools/mutate.py [--quick] [--only LAW]... [--build FOLDER] [--list] [--check] [--jobs N]
                       [--limit SECONDS]
       exit 0 all caught; 1 one survived, a package has no quick fault, or the table is stale
"""

import argparse
import fcntl
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import check_mutations
from check_mutations import ROOT, WAYS, mutated, package_of, packages, read_table
from one_test_file import OneTestFile, link_command, same_time, test_file

SOURCE = ROOT / "build" / "mutate" / "source"
BUILD = ROOT / "build" / "mutate" / "build"
QUICK = ROOT / "build" / "mutate" / "quick"
COPIED = ("CMakeLists.txt", "cmake", "tests", "tileglot", "tools/layers.txt")
SAMPLE = "tileglot/notation/xla/testdata/xla_sample.jsonl"
MEMORY_BYTES = 4 << 30
# A static_assert would stop the build; the law has to notice, at run time.
NO_STATIC_ASSERT = "-Dstatic_assert(...)="

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
        # CMake drops quotes around a whole value.
        "CMAKE_CXX_FLAGS_DEBUG": f"-O1 -D_GLIBCXX_ASSERTIONS {shlex.quote(NO_STATIC_ASSERT)}",
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


def run(command, limit, cwd=SOURCE, **options):
    limited = ["prlimit", f"--as={MEMORY_BYTES}", "--core=0", *command]
    try:
        return subprocess.run(limited, capture_output=True, text=True, errors="replace",
                              timeout=limit, cwd=cwd, **options)
    except subprocess.TimeoutExpired:
        raise Timeout from None


def failed_tests(program, tests, limit, cwd=SOURCE):
    """Laws that were broken, then tests that ran and did not pass, a crash included."""
    done = run([BUILD / "tests" / program, f"--gtest_filter={':'.join(tests)}"], limit, cwd)
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


# --- Quick: a faulty object before the objects of build/dev ---

def files_compiled_by(file):
    """A source, or those that CMake put into a group."""
    if file.parent.name != "Unity" or not file.is_file():
        return [file]
    return [Path(name) for name in re.findall(r'^#include "(.*)"', file.read_text(), re.MULTILINE)]


class BuildFolder:
    """A build folder that is up to date, and its programs with one fault each."""

    def __init__(self, folder, programs):
        self.folder = folder
        self.entry_of = {}
        for entry in json.loads((folder / "compile_commands.json").read_text(encoding="utf-8")):
            for file in files_compiled_by(Path(entry["file"])):
                self.entry_of.setdefault(file, entry)
        self.link_of = {program: link_command(folder, program) for program in programs}

    def compile_command(self, source, copies, made):
        """Compiles `copies`' form of the source if it has one; its headers come first anyway."""
        entry = self.entry_of[source]
        copy = copies / source.relative_to(ROOT)
        words = shlex.split(entry["command"])
        words[words.index("-o") + 1] = str(made)
        words[words.index(entry["file"])] = str(copy if copy.is_file() else source)
        options = next(i for i, word in enumerate(words) if word.startswith("-"))
        return [*words[:options], "-I", str(copies), *words[options:], "-w"]

    def link(self, program, made, is_test, output):
        """The program with `made` in place of what it defines; as a test, in place of all tests."""
        words = list(self.link_of[program])
        first = next(i for i, word in enumerate(words) if word.endswith(".o"))
        own = f"CMakeFiles/{program}.dir/"
        rest = [word for word in words[first:] if not (is_test and own in word)]
        rest[rest.index("-o") + 1] = str(output)
        return [*words[:first], "-Wl,-z,muldefs,--strip-debug", str(made), *rest]

    def faulty_program(self, mutation, folder):
        """(path, None), or (None, the compiler's output)."""
        source = ROOT / mutation.file
        (folder / mutation.file).parent.mkdir(parents=True)
        (folder / mutation.file).write_text(
            mutated(mutation, source.read_text(encoding="utf-8")), encoding="utf-8")
        is_test = source.suffix == ".h"
        compiled = test_file(ROOT, mutation.tests[0]) if is_test else source
        if compiled not in self.entry_of:
            return None, f"{compiled or mutation.tests[0]} is not compiled in {self.folder}"
        made, program = folder / "faulty.o", folder / "faulty"
        compile_it = self.compile_command(compiled, folder, made)
        entry = self.entry_of[compiled]
        done = quiet(compile_it, entry["directory"])
        if done.returncode != 0:
            done = quiet([*compile_it, NO_STATIC_ASSERT], entry["directory"])
        if done.returncode == 0:
            done = quiet(self.link(mutation.program, made, is_test, program), self.folder)
        return (program, None) if done.returncode == 0 else (None, done.stdout + done.stderr)


def quiet(command, cwd):
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace")


@contextmanager
def own_folder(mutation):
    """Named alike each time, so that a compiler cache finds what it compiled last time."""
    text = "\n".join([mutation.law, mutation.file, mutation.test, *mutation.old, "", *mutation.new])
    folder = QUICK / hashlib.sha256(text.encode()).hexdigest()[:16]
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def quick_outcome(build_folder, mutation, limit):
    """(caught, what noticed, seconds)"""
    start = time.monotonic()
    with own_folder(mutation) as folder:
        program, output = build_folder.faulty_program(mutation, folder)
        if program is None:
            return False, "does not build:\n" + output[-3000:], time.monotonic() - start
        try:
            failed = failed_tests(program, mutation.tests[:1], limit, cwd=ROOT)
        except Timeout:
            return False, f"nothing: the test did not end in {limit} s", time.monotonic() - start
    return is_caught(mutation, failed), "; ".join(failed) or "nothing", time.monotonic() - start


def build_tests(folder, programs, jobs):
    """As ./dev test builds them; a folder that is there keeps its options."""
    if not (folder / "build.ninja").is_file():
        configure = ["cmake", "--preset", "dev", "-B", folder, "--log-level=WARNING"]
        if subprocess.run(configure, cwd=ROOT, env={**os.environ, "TILEGLOT_UNITY": "ON"}).returncode:
            return False
    made = ["cmake", "--build", folder, "-j", str(jobs), "--target", *programs]
    return subprocess.run(made, cwd=ROOT).returncode == 0


def quick_baseline(folder, mutations, pool, limit):
    """The tests that fail without any fault."""
    tests_of = {}
    for mutation in mutations:
        tests_of.setdefault(mutation.program, set()).add(mutation.tests[0])

    def failed_of_program(program):
        try:
            tests = sorted(tests_of[program])
            return failed_tests(folder / "tests" / program, tests, limit * len(tests), cwd=ROOT)
        except Timeout:
            return [f"{program}, which does not end"]

    return [name for failed in pool.map(failed_of_program, tests_of) for name in failed]


def quick_rows(folder, mutations, pool, limit):
    """(mutation, caught) of each, told while they are tried."""
    build_folder = BuildFolder(folder, {mutation.program for mutation in mutations})
    outcomes = pool.map(lambda mutation: quick_outcome(build_folder, mutation, limit), mutations)
    rows = []
    for mutation, (caught, noticed, took) in zip(mutations, outcomes):
        verdict = "noticed" if caught else "MISSED"
        print(f"[{len(rows) + 1}/{len(mutations)}] {mutation.file}, {mutation.law}: {verdict}, "
              f"{took:.0f} s", flush=True)
        if not caught:
            print(f"  {mutation.fault}\n  noticed by {noticed}", flush=True)
        rows.append((mutation, caught))
    return rows


def print_quick_summary(rows):
    names = packages()
    count = Counter(package_of(mutation, names) for mutation, _ in rows)
    covered = [f"{name} {count[name]}" for name in names if count[name]]
    for mutation, caught in rows:
        if not caught:
            print(f"missed: {mutation.file}: {mutation.fault} ({mutation.law})")
    print(f"packages covered, {len(covered)} of {len(names)}: {', '.join(covered)}")
    noticed = sum(caught for _, caught in rows)
    print(f"{len(rows)} faults tried, {noticed} noticed, {len(rows) - noticed} missed")


def mutate_quickly(mutations, folder, jobs, limit):
    start = time.monotonic()
    shutil.rmtree(QUICK, ignore_errors=True)
    QUICK.mkdir(parents=True)
    programs = sorted({mutation.program for mutation in mutations})
    print(f"building {len(programs)} test programs in {folder}", flush=True)
    if not build_tests(folder, programs, jobs):
        return 1
    built = time.monotonic()
    pool = ThreadPoolExecutor(jobs)
    try:
        failed = quick_baseline(folder, mutations, pool, limit)
        if failed:
            print("without any fault these fail: " + ", ".join(failed))
            return 1
        rows = quick_rows(folder, mutations, pool, limit)
    finally:
        pool.shutdown(cancel_futures=True)
    print_quick_summary(rows)
    print(f"{built - start:.0f} s to build, {time.monotonic() - built:.0f} s to try")
    return 0 if all(caught for _, caught in rows) else 1


# --- The command ---

def arguments():
    parser = argparse.ArgumentParser(description="Makes operations wrong and lists what noticed.")
    parser.add_argument("--quick", action="store_true",
                        help="only faults marked `quick: yes`, a few of each package, in minutes; "
                             "with --only, any faults of that law that quick way")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "dev", metavar="FOLDER",
                        help="the build folder whose objects --quick links (build/dev)")
    parser.add_argument("--only", action="append", metavar="LAW", help="faults of this law")
    parser.add_argument("--list", action="store_true", help="print the faults")
    parser.add_argument("--check", action="store_true", help="only see that the table is not stale")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time")
    parser.add_argument("--limit", type=int, help="seconds for the tests of a fault (300; quick 60)")
    return parser.parse_args()


def chosen(options):
    """The faults to try; those of a way of evaluation name no test and are not quick."""
    mutations = [m for m in read_table() if not options.only or m.law in options.only]
    if options.quick:
        mutations = [m for m in mutations if m.tests and (options.only or m.quick)]
    return mutations


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
    mutations = chosen(options)
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
        if options.quick:
            folder = options.build.resolve()
            return mutate_quickly(mutations, folder, options.jobs, options.limit or 60)
        return mutate(mutations, options.jobs, options.limit or 300)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted; the sources are as they were")
