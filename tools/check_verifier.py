#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks docs/reference/hlo-verifier.md against the source: every check of XLA's that an error names is there, and no other.

A check is a string literal with the name of a function of XLA, in hlo/ir/verify.cc and detail/verify_*.cc;
on the page it is in the first column of the table under "Done".

usage: tools/check_verifier.py       exit 0 clean, 1 with findings
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/hlo-verifier.md"
SOURCES = ROOT / "tileglot/hlo/ir"
# A function that refuses, with its class where it has one.
NAMED = re.compile(r'"((?:\w+::)?(?:Check|Verify|Handle|Infer|Get|Same|Scales|Preprocess|Validate|Parse|Create|Add|Run)\w*)"')
# Words of modules that look like functions.
NOT_CHECKS = {"GetRngSeed", "CreateBuffer"}


def main():
    sources = [SOURCES / "verify.cc", *sorted((SOURCES / "detail").glob("verify_*.cc"))]
    named = {name for path in sources for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    named -= NOT_CHECKS
    done = PAGE.read_text(encoding="utf-8").split("## Left out")[0]
    rows = [line.split("|")[1] for line in done.splitlines() if line.startswith("| ")]
    listed = {name for row in rows[1:] for name in re.findall(r"[\w:]+", row)}
    findings = [f"{PAGE.name}: no row has {name}" for name in sorted(named - listed)]
    findings += [f"{PAGE.name}: no error names {name}" for name in sorted(listed - named)]
    print("\n".join(findings) if findings else f"{len(named)} checks, all listed")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
