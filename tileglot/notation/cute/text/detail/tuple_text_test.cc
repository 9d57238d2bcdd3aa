// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/tuple_text.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

/// Writes a text of digits, `_`, commas and brackets, character by character.
void write(const std::string& text, TupleText& to) {
  struct Open {
    std::size_t part = 0;
    std::size_t at = 0;
  };
  std::vector<Open> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back({to.open(), i});
    if (text[i] == '_') to.underscore({i, i + 1});
    if (text[i] >= '0' && text[i] <= '9') to.leaf(Integer(text[i] - '0'), {i, i + 1});
    if (text[i] != ')') continue;
    to.close(open.back().part, {open.back().at, i + 1});
    open.pop_back();
  }
}

TEST(TupleText, WhatIsWrittenIsTheTupleOfItsModes) {
  for (const char* text : {"7", "_", "()", "(3)", "(())", "((2,3),5)", "(1,((6,2)),8)", "((),2)",
                           "((((1))),((),()),(_,4))", "(((),(())),((2)))"}) {
    IntTuple value;
    TupleText read(value);
    write(text, read);
    EXPECT_EQ(print(value), text);
    IntTuple rebuilt;
    for (int i = 0; !value.is_scalar && i < rank(value); ++i) {
      rebuilt = *append(rebuilt, *mode(value, i));
    }
    EXPECT_TRUE(value.is_scalar || value == rebuilt) << text;
  }
}

TEST(TupleText, PartsAreInPreorderAndKnowWhereTheyEnd) {
  const std::string text = "((2,3),5)";
  IntTuple value;
  TupleText read(value);
  write(text, read);
  std::vector<std::string> parts;
  std::vector<std::size_t> nexts;
  for (const TupleText::Part& part : read.parts()) {
    parts.push_back(text.substr(part.span.begin, part.span.end - part.span.begin));
    nexts.push_back(part.next);
  }
  EXPECT_EQ(parts, (std::vector<std::string>{"((2,3),5)", "(2,3)", "2", "3", "5"}));
  EXPECT_EQ(nexts, (std::vector<std::size_t>{5, 4, 3, 4, 5}));
  EXPECT_EQ(read.span(), (core::Span{0, text.size()}));
}

TEST(TupleText, ASlotHasTheSpanOfItsLeaf) {
  IntTuple value;
  TupleText read(value);
  write("(((1)),(),2)", read);
  EXPECT_EQ(read.span_of(0), (core::Span{3, 4}));
  EXPECT_EQ(read.span_of(2), (core::Span{10, 11}));
}

TEST(TupleText, DepthIsTheInnermostLevelSoFar) {
  IntTuple value;
  TupleText read(value);
  EXPECT_EQ(read.depth(), 0);
  write("((1),((2)),3)", read);
  EXPECT_EQ(read.depth(), 3);
}

}  // namespace
}  // namespace tileglot::notation::cute
