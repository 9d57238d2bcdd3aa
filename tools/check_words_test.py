#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that tools/check_words.py reads strings and comments as they are read by people."""

import unittest

from check_words import findings_in


def found(source, is_header=False):
    return [(line, words) for line, words, _ in findings_in(source, is_header)]


class Words(unittest.TestCase):
    def test_each_pattern_is_found(self):
        for text in ("3 is no power of two", "they are no numbers", "what is behind the comma",
                     "behind {}", "behind ", "which it has not", "whoever", "somebody",
                     "what there is not"):
            self.assertEqual(len(found(f'f("{text}");')), 1, text)

    def test_good_english_passes(self):
        for text in ("there is no list", "it is no longer open", "is no wider than", "is not a list",
                     "after the comma", "it has not changed", "behind-the-back"):
            self.assertEqual(found(f'f("{text}");'), [], text)

    def test_a_text_that_is_broken_across_lines_is_one(self):
        self.assertEqual(found('f("this is "\n  "no list");'), [(1, "is no")])
        self.assertEqual(found("// what is\n// no list\n", is_header=True), [(1, "is no")])
        self.assertEqual(found('f("one",\n  "is no list");'), [(2, "is no")])

    def test_comments_count_in_headers_only(self):
        for comment in ("// is no list", "/* a\n is no list */"):
            self.assertEqual(found(comment), [])
            self.assertEqual(len(found(comment, is_header=True)), 1)

    def test_raw_strings_characters_and_citations_are_told_apart(self):
        self.assertEqual(found('f(R"x(is no list)x");'), [(1, "is no")])
        self.assertEqual(found("f('\"'); is no list; f('\"');"), [])
        self.assertEqual(found('// [tests: a_test.cc, "this is no list"]', is_header=True), [])
        self.assertEqual(found('/* " */ f("is no list");'), [(1, "is no")])


if __name__ == "__main__":
    unittest.main()
