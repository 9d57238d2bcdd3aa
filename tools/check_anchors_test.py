#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that tools/check_anchors.py notices a file that a comment or a document names wrongly."""

import tempfile
import unittest
import unittest.mock
from pathlib import Path

import check_anchors
from check_anchors import all_files, broken_links, check_citation, ends_of_paths, wrong_mentions

FILES = ("README.md", "tileglot/core/check.h", "tileglot/map/print.h", "tileglot/map/text/parse.h",
         "tileglot/hlo/text/parse.h", "tileglot/hlo/text/parse_test.cc", "tileglot/hlo/value.h", "tileglot/value.h")


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in FILES:
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("TEST(Parse, AllIsRead) {}\n", encoding="utf-8")
        patch = unittest.mock.patch.object(check_anchors, "ROOT", self.root)
        patch.start()
        self.addCleanup(patch.stop)
        self.ends = ends_of_paths(all_files())

    def wrong(self, text, name="tileglot/core/check.h"):
        return list(wrong_mentions(self.root / name, text, self.ends))

    def test_the_end_of_a_path_is_a_file(self):
        for name in ("print.h", "map/print.h", "tileglot/map/print.h", "README.md", "map/text/parse.h"):
            self.assertEqual(self.wrong(f"// see {name}."), [], name)

    def test_a_file_that_has_moved_is_found_with_its_line(self):
        for name in ("core/print.h", "prints.h", "print.cc", "docs/README.md"):
            found = [(2, f"there is no {name}")]
            self.assertEqual(self.wrong(f"// one\n// see {name}, or not"), found, name)
            self.assertEqual(self.wrong(f"one\n(see `{name}`)", "README.md"), found, name)

    def test_one_of_several_is_named_with_its_folder(self):
        several = [(1, "parse.h is one of 2 files: name its folder")]
        self.assertEqual(self.wrong("// parse.h"), several)
        self.assertEqual(self.wrong("see parse.h", "README.md"), several)
        for name in ("tileglot/map/text/tree.h", "tileglot/hlo/text/parse.h"):
            self.assertEqual(self.wrong("// parse.h", name), [], "beside")
        self.assertEqual(self.wrong("// text/parse.h", "tileglot/map/print.h"), [], "in the folder above")
        self.assertEqual(self.wrong("// value.h", "tileglot/hlo/text/parse.h"), [], "the nearest above")

    def test_a_citation_names_a_test_of_a_file(self):
        def wrong(name, sentence):
            return check_citation(self.root / "tileglot/hlo/value.h", name, sentence, self.ends)

        self.assertIsNone(wrong("parse_test.cc", "all is read"))
        self.assertEqual(wrong("parse_test.cc", "all"), 'tileglot/hlo/text/parse_test.cc has no test "all"')
        self.assertEqual(wrong("print_test.cc", "all is read"), "there is no print_test.cc")
        self.assertEqual(wrong(None, "all is read"), '"all is read" is cited without a file')

    def test_of_a_source_only_comments_are_read(self):
        self.assertEqual(self.wrong('#include <prints.h>\nf("prints.h");'), [])
        self.assertEqual(self.wrong("open(prints.h)", "README.md"), [(1, "there is no prints.h")])

    def test_all_comments_of_all_languages_are_read(self):
        found = [(2, "there is no map/gone.h")]
        for text in ("/* one\n * map/gone.h */", '// one\n// #include "map/gone.h"', "\nint a;  // map/gone.h"):
            self.assertEqual(self.wrong(text), found, text)
        for name in ("CMakeLists.txt", "cmake/a.cmake", "tools/a.sh", "tools/a.py", "dev", ".ci/run"):
            self.assertEqual(self.wrong("a\n# see map/gone.h\n", name), found, name)
        self.assertEqual(self.wrong('"""One\nsees map/gone.h."""\nread("gone.h")', "tools/a.py"), found)
        for ending in ("cu", "sh", "txt", "cmake"):
            self.assertEqual(self.wrong(f"// gone.{ending}"), [(1, f"there is no gone.{ending}")])

    def test_files_of_others_and_of_many_names_pass(self):
        text = "// What     a\n// Source   other/prints.h,\n//          others.cc\n"
        self.assertEqual(self.wrong(text), [])
        self.assertEqual(self.wrong(text + "// prints.h\n"), [(4, "there is no prints.h")])
        self.assertEqual(self.wrong("// NAME_test.cc, any_NAME.h, *_test.cc, _words.h"), [])

    def test_a_link_leads_to_a_file_and_a_heading(self):
        text = ("# Who has `f16`, and why\n[a](b.md) [c](#who-has-f16-and-why) [d](https://e.org/f.md#g) "
                "`[](auto)` [e](g)")
        file = self.root / "a.md"
        file.write_text(text, encoding="utf-8")
        leads_nowhere = [f"a.md: the link to {name} leads nowhere" for name in ("b.md", "g")]
        self.assertEqual(list(broken_links(file, text)), leads_nowhere)
        (self.root / "g").mkdir()
        (self.root / "b.md").write_text("## One thing\n", encoding="utf-8")
        text += " [h](b.md#one-thing) [i](b.md#another)"
        self.assertEqual(list(broken_links(file, text)), ["a.md: b.md has no heading #another"])


if __name__ == "__main__":
    unittest.main()
