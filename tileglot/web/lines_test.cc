// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/lines.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::web {
namespace {

/// What stands for a text is the text, in angles if it is a call.
core::Result<std::string> itself(const std::string& text) {
  if (text == "bad") return core::fail({.code = "x.bad", .message = "it is bad"});
  return text.starts_with("f(") ? "<" + text + ">" : text;
}

std::string resolved(std::vector<std::string> lines, std::size_t line) {
  const auto found = Lines(std::move(lines)).resolve(line, itself);
  if (!found) return found.error()->message;
  return found->right ? found->left.text + " | " + found->right->text : found->left.text;
}

TEST(WebLines, ANameStandsForItsLine) {
  const Lines lines({"A = (8,64):(64,1)", "S = Sw<3,3,3> o 0 o A"});
  const auto found = lines.resolve(1, itself);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "S");
  EXPECT_EQ(found->left.text, "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(found->left.place_of({16, 29}), (core::Span{20, 21}));
  EXPECT_EQ(found->left.place_of({0, 2}), (core::Span{4, 6}));
  EXPECT_EQ(found->left.place_of({12, 18}), (core::Span{16, 21}));
  EXPECT_EQ(found->left.place_of({29, 29}), (core::Span{20, 21}));
}

TEST(WebLines, ACallIsReplacedByItsValue) {
  EXPECT_EQ(resolved({"A = f(1)", "B = g(A, A)"}, 1), "g(<f(1)>, <f(1)>)");
}

TEST(WebLines, TwoSidesAreCompared) {
  EXPECT_EQ(resolved({"A = 4:1", "A == 4:2"}, 1), "4:1 | 4:2");
  EXPECT_EQ(resolved({"A == A"}, 0), "A | A");
}

TEST(WebLines, AWordOfANotationIsNotAName) {
  EXPECT_EQ(resolved({"T = 4:1", "f32[8]{0:T(4)}"}, 1), "f32[8]{0:T(4)}");
  EXPECT_EQ(resolved({"Sw = 4:1", "Sw<1,0,1> o 0 o Sw"}, 1), "Sw<1,0,1> o 0 o 4:1");
  EXPECT_EQ(resolved({"A = 4:1", "AB4a"}, 1), "AB4a");
  EXPECT_EQ(resolved({"Shared = 4:1", "#ttg.Shared"}, 1), "#ttg.Shared");
  EXPECT_EQ(resolved({"C = 4:1", "shape=(3,4) order=C"}, 1), "shape=(3,4) order=C");
  EXPECT_EQ(resolved({"C = 4:1", "D =C"}, 1), "4:1");
}

TEST(WebLines, ANameIsOfAnEarlierLine) {
  EXPECT_EQ(resolved({"B = A", "A = 4:1"}, 0), "A");
  EXPECT_EQ(resolved({"A = A"}, 0), "A");
}

TEST(WebLines, TwoLinesWithOneNameAreRefused) {
  EXPECT_EQ(resolved({"A = 4:1", "A = 4:2"}, 1), "A is already the name of line 1");
  EXPECT_EQ(resolved({"A = 4:1"}, 1), "there is no line 2; there are 1");
}

TEST(WebLines, AnErrorInAnotherLineNamesIt) {
  EXPECT_EQ(resolved({"A = bad", "B = A"}, 1), "line 1, A: it is bad");
}

TEST(WebLines, NamesDoNotMultiplyATextWithoutBound) {
  std::vector<std::string> lines{"A0 = 0123456789"};
  for (int i = 1; i < 40; ++i) {
    const std::string before = "A" + std::to_string(i - 1);
    lines.push_back("A" + std::to_string(i) + " = " + before + " " + before);
  }
  EXPECT_EQ(resolved(lines, 39), "the line exceeds 1048576 bytes after its names are expanded");
}

TEST(WebLines, LongLinesAreNotKeptWithoutBound) {
  std::vector<std::string> lines{"A0 = (4" + std::string(1000000, ' ') + ")"};
  for (int i = 1; i < 20; ++i)
    lines.push_back("A" + std::to_string(i) + " = A" + std::to_string(i - 1));
  EXPECT_EQ(resolved(lines, 19), "the line exceeds 1048576 bytes after its names are expanded");
}

TEST(WebLines, AnyLineIsALine) {
  for (const std::string_view text :
       {"", " ", "=", "A", "A =", "A ==", "==", "= A", "A=B=C", "\xff"})
    EXPECT_NO_FATAL_FAILURE(resolved({std::string(text)}, 0)) << text;
  EXPECT_EQ(resolved({"A ="}, 0), "");
  EXPECT_EQ(resolved({"=="}, 0), "nothing is before ==");
  EXPECT_EQ(resolved({"4:1 =="}, 0), "nothing is after ==");
}

}  // namespace
}  // namespace tileglot::web
