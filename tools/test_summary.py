#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sums one ctest run over all test cases: the skipped with their reasons, then "N passed, M failed".

The folder holds ctest.xml (ctest's JUnit file) and one XML file for each GoogleTest executable that
ended. An executable that wrote none (a crash, a time limit) counts as one, as does a test that is
not a GoogleTest executable.

usage: tools/test_summary.py FOLDER      exit 1 if a test failed or none ran
"""

import sys
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path


def gtest_cases(file):
    """(name, outcome, reason) of each test case in GoogleTest's XML."""
    for case in xml.parse(file).getroot().iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        skipped = case.find("skipped")
        if case.find("failure") is not None:
            yield name, "failed", ""
        elif skipped is not None:
            yield name, "skipped", " ".join(skipped.get("message", "").split())
        elif case.get("result") == "completed":
            yield name, "passed", ""


def why_not_run(test):
    """(outcome, reason): a test that skipped itself says why in a line that begins with SKIP."""
    message = test.find("skipped").get("message", "") if test.find("skipped") is not None else ""
    if message.startswith("SKIP_RETURN_CODE"):
        printed = [line for line in test.findtext("system-out", "").splitlines() if line.startswith("SKIP")]
        return "skipped", printed[0] if printed else message
    return "skipped" if test.get("status") == "disabled" else "failed", "not run"


def ctest_cases(folder):
    """(name, outcome, reason) of each case: GoogleTest's own where it wrote them, else ctest's."""
    for test in xml.parse(folder / "ctest.xml").getroot().iter("testcase"):
        name, passed = test.get("name"), test.get("status") == "run"
        file = folder / f"{name}_test.xml"
        cases = list(gtest_cases(file)) if file.exists() else []
        yield from cases
        if test.get("status") in ("notrun", "disabled"):
            yield name, *why_not_run(test)
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
