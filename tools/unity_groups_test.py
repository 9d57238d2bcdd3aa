#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that tools/unity_groups.py groups sources only where no name of one meets another's."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent / "unity_groups.py"
USES_NOTHING = "namespace tileglot::a {\nint plain() { return 1; }\n}\n"


def in_package(code):
    return "namespace tileglot::a {\n" + code + "\n}\n"


def private(code):
    return in_package("namespace {\n" + code + "\n}")


class Groups(unittest.TestCase):
    def groups(self, **texts):
        """The groups of the sources `one`, `two` and so on, in a package with the header `api` where it is given."""
        with tempfile.TemporaryDirectory() as folder:
            names = {name: f"{name}.h" if name == "api" else f"{name}.cc" for name in texts}
            for name, text in texts.items():
                Path(folder, names[name]).write_text(text, encoding="utf-8")
            sources = [name for name in names.values() if name.endswith(".cc")]
            done = subprocess.run([sys.executable, PROGRAM, *sources], cwd=folder, text=True,
                                  capture_output=True, check=True)
        found = {}
        for line in done.stdout.splitlines():
            number, source = line.split()
            found.setdefault(number, []).append(source)
        return list(found.values())

    def test_sources_that_do_not_meet_share_a_group(self):
        self.assertEqual(self.groups(one=USES_NOTHING, two=private("int step = 2;"),
                                     three=private("int jump() { return 3; }")),
                         [["one.cc", "two.cc", "three.cc"]])

    def test_the_same_private_name_keeps_two_apart(self):
        for code in ("int step = 2;", "int step() { return 2; }", "struct step {};"):
            self.assertEqual(self.groups(one=private(code), two=private(code)), [], code)
            self.assertEqual(self.groups(one=in_package("static int step = 2;"),
                                         two=private(code)), [], code)

    def test_a_private_name_that_another_means_otherwise_keeps_two_apart(self):
        caller = in_package("int call() { return step(1); }")
        self.assertEqual(self.groups(one=private("int step(int a) { return a; }"), two=caller), [])
        # A member or a name of another namespace is not looked up here.
        member = in_package("int call(X x) { return x.step(1) + other::step(2); }")
        self.assertEqual(self.groups(one=private("int step(int a) { return a; }"), two=member),
                         [["one.cc", "two.cc"]])

    def test_comments_and_texts_have_no_names(self):
        words = in_package('/* step(1) */ const char* text = "step(2)";  // step(3)')
        self.assertEqual(self.groups(one=private("int step(int a) { return a; }"), two=words),
                         [["one.cc", "two.cc"]])

    def test_the_same_alias_may_stand_twice_and_another_may_not(self):
        mine, same, other = (in_package(f"using Shape = {what};\nShape f{number}();")
                             for number, what in enumerate(("int", "int", "long")))
        self.assertEqual(self.groups(one=mine, two=same), [["one.cc", "two.cc"]])
        self.assertEqual(self.groups(one=mine, two=other), [])

    def test_a_source_with_a_macro_is_compiled_alone(self):
        self.assertEqual(self.groups(one="#define STEP 1\n" + USES_NOTHING, two=USES_NOTHING), [])

    def test_a_private_type_with_a_headers_name_is_compiled_alone(self):
        api = in_package("struct Shape { int rank; };")
        self.assertEqual(self.groups(api=api, one=private("struct Shape {};"), two=USES_NOTHING), [])
        # In another namespace it is another name.
        there = "namespace tileglot::b {\nnamespace {\nstruct Shape {};\n}\n}\n"
        self.assertEqual(self.groups(api=api, one=there, two=USES_NOTHING), [["one.cc", "two.cc"]])

    def test_a_group_has_a_bounded_number_of_lines(self):
        long = USES_NOTHING + "\n" * 3000
        self.assertEqual(self.groups(one=long, two=long, three=USES_NOTHING), [["one.cc", "three.cc"]])


if __name__ == "__main__":
    unittest.main()
