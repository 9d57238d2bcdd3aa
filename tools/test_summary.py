#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums one ctest run over all test cases: the skipped with their reasons, then "N passed, M failed".

The folder holds ctest.xml (ctest's JUnit file) and one JSON file for each GoogleTest executable that
ended. An executable that wrote none (a crash, a time limit) counts as one, as do tests that are no
GoogleTest executables.

usage: tools/test_summary.py FOLDER      exit 1 if a test failed or none ran
"""

import json
import sys
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path


def gtest_cases(file):
    """(name, outcome, reason) of each test case in GoogleTest's JSON."""
    for suite in json.loads(file.read_text(encoding="utf-8"))["testsuites"]:
        for case in suite["testsuite"]:
            name = f"{suite['name']}.{case['name']}"
            if "failures" in case:
                yield name, "failed", ""
            elif case.get("result") == "SKIPPED":
                yield name, "skipped", skip_reason(case)
            elif case.get("result") == "COMPLETED":
                yield name, "passed", ""


def skip_reason(case):
    return " ".join(skip.get("message", "") for skip in case.get("skipped", []))


def ctest_cases(folder):
    """(name, outcome, reason) of each case: GoogleTest's own where it wrote them, else ctest's."""
    for test in xml.parse(folder / "ctest.xml").getroot().iter("testcase"):
        name, passed = test.get("name"), test.get("status") == "run"
        file = folder / f"{name}_test.json"
        cases = list(gtest_cases(file)) if file.exists() else []
        yield from cases
        if test.get("status") in ("notrun", "disabled"):
            yield name, "skipped" if test.get("status") == "disabled" else "failed", "not run"
        elif not cases or (not passed and not any(outcome == "failed" for _, outcome, _ in cases)):
            yield name, "passed" if passed else "failed", ""


def main(folder):
    cases = list(ctest_cases(Path(folder)))
    for name, outcome, reason in cases:
        if outcome != "passed":
            print(f"{outcome.upper()}: {name}{': ' if reason else ''}{reason}")
    counts = Counter(outcome for _, outcome, _ in cases)
    if counts["skipped"]:
        print(f"{counts['skipped']} skipped")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
