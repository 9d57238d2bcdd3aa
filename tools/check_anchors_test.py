#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that tools/check_anchors.py notices a file that a comment or a document names wrongly."""

import unittest

from check_anchors import missing_in

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


if __name__ == "__main__":
    unittest.main()
