# SPDX-License-Identifier: Apache-2.0
"""A test program of one test file: what a fault in a header needs, in place of all that includes it.

The file is compiled with the fault and linked with the libraries as they are. Functions in headers
are inline, and the linker takes the first it meets, which is the test's own; so the fault is in all
that the test reaches, but for what a library's compiler had put in line already. A test that fails
here has noticed the fault. One that passes says nothing: then everything is to be built.
"""

import os
import re
import subprocess
from contextlib import contextmanager
from pathlib import Path


def test_file(source, test):
    """The file of `Suite.Name`, or of `Prefix/Suite.Name/3`; None if it is not one."""
    suite, name = re.fullmatch(r"(?:\w+/)?(\w+)\.(\w+)(?:/\w+)?", test).groups()
    pattern = re.compile(rf"\bTEST(?:_F|_P)?\(\s*{suite},\s*{name}\s*\)")
    found = [file for file in (source / "tileglot").rglob("*_test.cc")
             if pattern.search(file.read_text(encoding="utf-8"))]
    return found[0] if len(found) == 1 else None


@contextmanager
def same_time(file):
    """Afterwards the file looks untouched: what was built from it is up to date."""
    status = file.stat()
    try:
        yield
    finally:
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def link_command(build, program):
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", f"tests/{program}"],
                              check=True, capture_output=True, text=True).stdout
    links = [part for part in commands.strip().splitlines()[-1].split(" && ")
             if f" -o tests/{program} " in part]
    return links[0].split() if links else None


class OneTestFile:
    """Builds `program` of the test file alone as `one`; its object is gone after use."""

    def __init__(self, source, build, program, file):
        self.build = Path(build)
        self.one = f"{program}_of_one_file"
        words = link_command(build, program) or []
        own = str(file.relative_to(source / "tileglot"))
        objects = [word for word in words if word.endswith("_test.cc.o")]
        self.object = next((o for o in objects if o.replace(f"CMakeFiles/{program}.dir/", "")
                            .endswith(f"{own}.o")), None)
        others = set(objects) - {self.object}
        self.link = [word.replace(f"tests/{program}", f"tests/{self.one}")
                     for word in words if word not in others]

    def built(self):
        """False where it cannot be built alone."""
        if self.object is None:
            return False
        (self.build / self.object).unlink(missing_ok=True)
        compiled = subprocess.run(["ninja", "-C", self.build, self.object], capture_output=True)
        if compiled.returncode != 0:
            return False
        return subprocess.run(self.link, cwd=self.build, capture_output=True).returncode == 0

    def remove(self):
        if self.object is not None:
            (self.build / self.object).unlink(missing_ok=True)
        (self.build / "tests" / self.one).unlink(missing_ok=True)
