#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that tools/check_words.py reads strings and comments as people read them."""

import unittest

from check_words import document_of, findings_in, names_in, texts_of


def found(source, is_test=False, path="a.cc"):
    return [(line, words) for line, words, _ in findings_in(source, texts_of(path, source, is_test))]


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
        self.assertEqual(found("// what is\n// no list\n"), [(1, "is no")])
        self.assertEqual(found('f("one",\n  "is no list");'), [(2, "is no")])
        self.assertEqual(found("/* one\n * that is\n * no list */"), [(2, "is no")])

    def test_the_parts_of_a_note_are_texts_and_the_rows_of_a_table_are_not_one(self):
        for label in ("What     ", "Example  ", "Why ", ""):
            text = f"// one\n// {label} what is\n//          no list\n// Units    no list"
            self.assertEqual(found(text), [(2, "is no")], label)
        self.assertEqual(found("// What     that is\n// Units    no list"), [])
        self.assertEqual(found("//   a        is\n//   no       are\n//   no       list"), [])

    def test_of_tests_only_comments_count(self):
        for comment in ("// is no list", "/* a\n is no list */"):
            self.assertEqual(len(found(comment, is_test=True)), 1)
        self.assertEqual(found('f("is no list");', is_test=True), [])

    def test_of_scripts_comments_are_read(self):
        for path in ("a.cmake", "sub/CMakeLists.txt", "dev", ".ci/run", "a.sh", "a.py"):
            self.assertEqual(found("a = 1  # one\n# that is\n# no list\n", path=path), [(2, "is no")], path)
        self.assertEqual(found("a=${#list} is no list", path="a.sh"), [])

    def test_of_python_docstrings_are_read_but_for_what_they_quote(self):
        self.assertEqual(found('def f():\n    """What\n    is\n    no list."""\n', path="a.py"), [(3, "is no")])
        for text in ('"""Not "is no list"."""', 'f("""is no list""")', 'f("# is no list", \'"""is no list"""\')'):
            self.assertEqual(found(text, path="a.py"), [], text)

    def test_documents_are_read_but_for_what_they_quote(self):
        for text, line in (("one\nit is no list", 2), ('a "b"\nis\nno list', 2), ("- one\n  is\n  no list", 2),
                           ("> one is\n> no list", 1), ("- one\n\n  - is\n    no list", 3)):
            self.assertEqual([at for at, _, _ in findings_in(text, document_of(text))], [line], text)
        quoted = 'not "it is\nno list" but "is not a list"'
        self.assertEqual(list(findings_in(quoted, document_of(quoted))), [])

    def test_a_quote_without_another_hides_nothing(self):
        for text in ('5" is no list, "a"', '"one is no list, "a"', 'a" is no list', '"one\n\nis no list" here',
                     '"a" is no list "b"', '"" is no list ""', '> "one\n>\n> is no list"'):
            self.assertEqual(len(list(findings_in(text, document_of(text)))), 1, text)

    def test_names_of_tests_and_laws_are_read(self):
        for name in ("WhatIsNoListIsRefused", "ListsAreNoTiles", "BehindAComma", "WordsBehind", "WhoeverIsLateWaits",
                     "WhatTheViewHasNotIsRefused", "WhatThereIsNot", "AnInt64IsNoByte"):
            self.assertEqual(len(list(names_in(f"\nTEST_F(Suite,\n  {name}) {{}}"))), 1, name)
        self.assertEqual(list(names_in('\ncheck_law("what_is_no_list"')), [(2, "is no", "is not a")])
        self.assertEqual(list(names_in("def " + "test_a_list_is_no_tile(self)")), [(1, "is no", "is not a")])
        for name in ("ThereIsNoList", "AListIsNoLongerOpen", "WhatIsNotAList", "ItHasNotChanged", "ThereIsNothing"):
            self.assertEqual(list(names_in(f"TEST(Suite, {name})")), [], name)

    def test_raw_strings_characters_and_citations_are_told_apart(self):
        self.assertEqual(found('f(R"x(is no list)x");'), [(1, "is no")])
        self.assertEqual(found("f('\"'); is no list; f('\"');"), [])
        self.assertEqual(found('// [tests: a_test.cc, "this is\n// no list"]'), [(1, "is no")])
        self.assertEqual(found('/* " */ f("is no list");'), [(1, "is no")])


if __name__ == "__main__":
    unittest.main()
