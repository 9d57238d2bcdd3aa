#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""python_checks.py: tests, types, layout and documents of the Python package, without making a wheel.

usage: PYTHON tools/python_checks.py FOLDER     where CMake built tileglot/_tileglot*.so
       PYTHON tools/python_checks.py --complete     exit 0 if nothing is missing

PYTHON has what PYPI_CHECKS of tools/packages.sh names; a check whose program is missing is skipped, and
that is said. The sources in python/tileglot are linked into FOLDER/tileglot, so that the package is
imported as an installed one is, from an empty folder. Last come all counts as "N passed, M failed";
exit 1 where anything failed.
"""

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python/tileglot"
REQUIRED = ("numpy", "ml_dtypes", "jax", "triton", "pycute", "tensor_layouts", "hypothesis", "mypy",
            "nbclient", "ipykernel")
DOCUMENTS = sorted(ROOT.glob("docs/guide/python*.md")) + [ROOT / "README.md", ROOT / "python/README.md"]


def checks(folder):
    """(name, the module it needs, arguments of Python)"""
    cache = f"--cache-dir={folder / 'mypy'}"
    known = f"--allowlist={ROOT / 'python/tests/stubtest_allowlist.txt'}"
    ruff = ["-m", "ruff"]
    return [
        ("ruff check", "ruff", [*ruff, "check", "--no-cache", ROOT / "python"]),
        ("ruff format", "ruff", [*ruff, "format", "--no-cache", "--check", ROOT / "python"]),
        ("stubs as built", "nanobind", [ROOT / "tools/python_stubs.py", "--check", folder]),
        ("mypy --strict", "mypy", ["-m", "mypy", "--strict", cache, "-p", "tileglot"]),
        ("stubtest", "mypy", ["-m", "mypy.stubtest", "tileglot", known]),
        ("stable ABI", "abi3audit", ["-m", "abi3audit", "--strict", "--verbose", "--assume-minimum-abi3",
                                     "3.11", *(folder / "tileglot").glob("_tileglot*.so")]),
    ]


def link_sources(package):
    """Links of an earlier time, to what is no longer there, go."""
    for file in package.iterdir():
        if file.is_symlink():
            file.unlink()
    for file in PACKAGE.iterdir():
        if file.suffix in (".py", ".pyi", ".typed"):
            (package / file.name).symlink_to(file)


def run(arguments, folder, empty):
    """Whether Python succeeds with these arguments, in an empty folder, with the package in `folder`."""
    path = {"PYTHONPATH": str(folder), "MYPYPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=empty, env=os.environ | path, check=False).returncode == 0


def run_tests(folder, empty):
    """Counts by outcome of the tests and the examples in documents."""
    report = folder / "tests.xml"
    report.unlink(missing_ok=True)
    good = run(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--doctest-glob=*.md", f"--junitxml={report}",
                ROOT / "python/tests", *DOCUMENTS], folder, empty)
    if not report.exists():
        return Counter(failed=1)
    suite = xml.parse(report).getroot().find("testsuite")
    tests, skipped = int(suite.get("tests")), int(suite.get("skipped"))
    failed = int(suite.get("failures")) + int(suite.get("errors"))
    return Counter(passed=tests - skipped - failed, skipped=skipped, failed=failed or int(not good))


def missing():
    """Libraries without which tests are skipped; says so."""
    names = [module for module in REQUIRED if not find_spec(module)]
    if names:
        print(f"SKIP: tests that need {', '.join(names)}")
    return names


def main():
    if sys.argv[1:] == ["--complete"]:
        return 1 if missing() else 0
    if len(sys.argv) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]).resolve()
    link_sources(folder / "tileglot")
    with tempfile.TemporaryDirectory() as empty:
        counts = run_tests(folder, empty)
        for name, module, arguments in checks(folder):
            print(f"--- {name}", flush=True)
            if not find_spec(module):
                print(f"SKIP: pip has no {module}")
                counts["skipped"] += 1
            else:
                counts["passed" if run(arguments, folder, empty) else "failed"] += 1
    counts["skipped"] += len(missing())
    print(f"{counts['skipped']} skipped")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
