#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks docs/reference/python.md against the signatures and docstrings of the package.

usage: tools/check_python_docs.py      exit 0 clean, 1 where the page is out of date
"""

import sys

import python_docs

if __name__ == "__main__":
    sys.argv[1:] = ["--check"]
    sys.exit(python_docs.main())
