#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that tools/check_anchors.py notices a file that a comment or a document names wrongly."""

import tempfile
import unittest
import unittest.mock
from pathlib import Path

import check_anchors
from check_anchors import broken_links, missing_in

ENDS = {"tileglot/map/print.h", "map/print.h", "print.h", "README.md"}


def missing(text, is_document=False):
    return list(missing_in(text, is_document, ENDS))


class Files(unittest.TestCase):
    def test_the_end_of_a_path_is_a_file(self):
        for name in ("print.h", "map/print.h", "tileglot/map/print.h", "README.md"):
            self.assertEqual(missing(f"// see {name}."), [], name)

    def test_a_file_that_has_moved_is_found_with_its_line(self):
        for name in ("core/print.h", "prints.h", "print.cc", "docs/README.md"):
            self.assertEqual(missing(f"// one\n// see {name}, or not"), [(2, name)], name)
            self.assertEqual(missing(f"one\n(see `{name}`)", is_document=True), [(2, name)], name)

    def test_of_a_source_only_comments_are_read(self):
        self.assertEqual(missing('#include <prints.h>\nf("prints.h");'), [])
        self.assertEqual(missing('open(prints.h)', is_document=True), [(1, "prints.h")])

    def test_files_of_others_and_of_many_names_pass(self):
        text = "// What     a\n// Source   other/prints.h,\n//          others.cc\n"
        self.assertEqual(missing(text), [])
        self.assertEqual(missing(text + "// prints.h\n"), [(4, "prints.h")])
        self.assertEqual(missing("// NAME_test.cc, any_NAME.h, *_test.cc, _words.h"), [])

    def test_a_link_leads_to_a_file_and_a_heading(self):
        text = "# Who has `f16`, and why\n[a](b.md) [c](#who-has-f16-and-why) [d](https://e.org/f.md#g)"
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(check_anchors, "ROOT", Path(folder)):
            file = Path(folder) / "a.md"
            file.write_text(text, encoding="utf-8")
            self.assertEqual(list(broken_links(file, text)), ["a.md: the link to b.md leads nowhere"])
            (Path(folder) / "b.md").write_text("## One thing\n", encoding="utf-8")
            text += " [h](b.md#one-thing) [i](b.md#another)"
            self.assertEqual(list(broken_links(file, text)), ["a.md: b.md has no heading #another"])


if __name__ == "__main__":
    unittest.main()
