// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/parse.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

/// The canonical text, or the code with the bytes it points at.
std::string read(std::string_view text) {
  const auto layout = parse(text);
  if (layout) return print(*layout);
  const auto& span = layout.error()->span;
  const std::string_view at = span ? text.substr(span->begin, span->end - span->begin) : "";
  return layout.error()->code + " at '" + std::string(at) + "'";
}

TEST(Parse, BothSpellingsOfAVector) {
  EXPECT_EQ(read("{register: [[0,1],[0,2]], lane: [[1,0]]} -> {dim0: 2, dim1: 4}"),
            "{register: [[0,1],[0,2]], lane: [[1,0]]} -> {dim0: 2, dim1: 4}");
  EXPECT_EQ(read(" { i : [1 , 2]}->{o:4} , surjective:true"), "{i: [[1],[2]]} -> {o: 4}");
  EXPECT_EQ(read("{i: [[]]} -> {}"), "{i: [[]]} -> {}");
  EXPECT_EQ(read("{} -> {o: 2}, surjective: false"), "{} -> {o: 2}, surjective: false");
}

TEST(Parse, AnErrorPointsAtItsPlace) {
  EXPECT_EQ(read("{i: [[1],[4]]} -> {o: 4}"), "linear.out_of_range at '[4]'");
  EXPECT_EQ(read("{i: [[1,1]]} -> {o: 2}"), "linear.vector_length at '[1,1]'");
  EXPECT_EQ(read("{i: [1]} -> {o: 3}"), "linear.size at 'o: 3'");
  EXPECT_EQ(read("{i: [1], i: []} -> {o: 2}"), "linear.duplicate at 'i'");
  EXPECT_EQ(read("{i: [1]} {o: 2}"), "scan.expected at '{'");
  EXPECT_EQ(read("{1: [1]} -> {o: 2}"), "linear.name at '1'");
  EXPECT_EQ(read("{i: [1]} -> {o: 2} x"), "scan.trailing at 'x'");
  EXPECT_EQ(read("{i: [1]} -> {o: 2}, injective: false"), "scan.expected at 'i'");
}

}  // namespace
}  // namespace tileglot::notation::linear
