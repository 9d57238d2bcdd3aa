// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/make.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

InBases in(std::string name, std::vector<std::vector<std::int64_t>> vectors) {
  InBases bases{.name = std::move(name)};
  for (auto& entries : vectors) bases.vectors.push_back({.entries = std::move(entries)});
  return bases;
}

std::string made(const std::vector<InBases>& ins, const std::vector<OutSize>& outs,
                 Surjective surjective = Surjective::kRequired) {
  const auto layout = make(ins, outs, surjective);
  return layout ? print(*layout) : layout.error()->code;
}

TEST(Make, WhatIsWrongIsNamed) {
  EXPECT_EQ(made({in("i", {{1}, {2}})}, {{"o", 4}}), "{i: [[1],[2]]} -> {o: 4}");
  EXPECT_EQ(made({}, {}), "{} -> {}");
  EXPECT_EQ(made({in("i", {{1, 0}})}, {{"o", 4}}), "linear.vector_length");
  EXPECT_EQ(made({in("i", {{4}})}, {{"o", 4}}), "linear.out_of_range");
  EXPECT_EQ(made({in("i", {{-1}})}, {{"o", 4}}), "linear.out_of_range");
  EXPECT_EQ(made({in("i", {{1}})}, {{"o", 3}}), "linear.size");
  EXPECT_EQ(made({in("i", {{1}})}, {{"o", 0}}), "linear.size");
  EXPECT_EQ(made({in("i", {{1}}), in("i", {})}, {{"o", 2}}), "linear.duplicate");
  EXPECT_EQ(made({in("i", {{1, 0}})}, {{"o", 2}, {"o", 1}}), "linear.duplicate");
  EXPECT_EQ(made({in("i j", {})}, {}), "linear.name");
  EXPECT_EQ(made({in("i", {{1}})}, {{"o", 4}}), "linear.not_surjective");
  EXPECT_EQ(made({in("i", {{1}})}, {{"o", 4}}, Surjective::kNo),
            "{i: [[1]]} -> {o: 4}, surjective: false");
}

TEST(Make, TheRoomIsBounded) {
  constexpr std::int64_t kHalf = std::int64_t{1} << 33;
  EXPECT_EQ(made({}, {{"a", kHalf}, {"b", kHalf}}, Surjective::kNo), "linear.too_many_bits");
  const std::vector<std::vector<std::int64_t>> vectors(65, {0});
  EXPECT_EQ(made({in("i", vectors)}, {{"o", 1}}), "linear.too_many_bits");
  std::vector<InBases> many;
  for (int k = 0; k < 65; ++k) many.push_back(in("i" + std::to_string(k), {}));
  EXPECT_EQ(made(many, {}), "linear.too_many_dimensions");
}

TEST(Make, AnOutputThatIsNotReachedIsTheWitness) {
  const std::vector<InBases> ins{in("i", {{1, 0}, {2, 1}})};
  const std::vector<OutSize> outs{{"x", 4}, {"y", 2}};
  EXPECT_EQ(make(ins, outs).error()->witness, "output (2,0) is not reached");
}

TEST(Make, SizesAreInferredFromTheLargestEntry) {
  const std::vector<std::string> outs{"dim0"};
  const auto inferred = [&](std::vector<std::vector<std::int64_t>> vectors) {
    const std::vector<InBases> ins{in("register", std::move(vectors))};
    const auto layout = make_infer(ins, outs);
    return layout ? print(*layout) : layout.error()->code;
  };
  EXPECT_EQ(inferred({{1}, {2}}), "{register: [[1],[2]]} -> {dim0: 4}");
  EXPECT_EQ(inferred({{0}}), "{register: [[0]]} -> {dim0: 1}");
  EXPECT_EQ(inferred({{1}, {4}}), "linear.not_surjective");
  EXPECT_EQ(inferred({{std::int64_t{1} << 62}}), "linear.out_of_range");
  EXPECT_EQ(inferred({{-1}}), "linear.out_of_range");
}

}  // namespace
}  // namespace tileglot::notation::linear
