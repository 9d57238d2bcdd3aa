// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/compose.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

std::string composed(std::string_view a, std::string_view b) {
  const auto result = compose(parse(a).value(), parse(b).value());
  return result ? print(*result) : result.error()->code;
}

TEST(Compose, FirstAThenB) {
  EXPECT_EQ(composed("{register: [[1,0],[0,1]]} -> {dim0: 2, dim1: 2}",
                     "{dim1: [1], dim0: [2]} -> {offset: 4}"),
            "{register: [[2],[1]]} -> {offset: 4}");
  // The outputs of a may be fewer than the inputs of b.
  EXPECT_EQ(composed("{i: [1]} -> {o: 2}", "{o: [4,2]} -> {p: 8}, surjective: false"),
            "{i: [[4]]} -> {p: 8}, surjective: false");
}

TEST(Compose, WhatDoesNotMeetIsRefused) {
  EXPECT_EQ(composed("{i: [1]} -> {o: 2}", "{p: [1]} -> {q: 2}"), "linear.outputs_are_not_inputs");
  EXPECT_EQ(composed("{i: [1]} -> {o: 2}", "{o: [1], p: []} -> {q: 2}"),
            "linear.outputs_are_not_inputs");
  EXPECT_EQ(composed("{i: [1,2]} -> {o: 4}", "{o: [1]} -> {q: 2}"), "linear.size_exceeded");
}

/// A layout from the outputs of `a`, which it has as inputs in another order.
Layout from_outputs_of(const Layout& a) {
  const Layout columns = *any_layout_into({{Name("x"), 3}, {Name("y"), 4}}, 0);
  Layout b;
  for (const Dimension& out : columns.outs()) b.add_out(out.name, out.bits);
  for (std::size_t k = a.outs().size(); k > 0; --k) {
    const int bits = a.outs()[k - 1].bits + *rc::gen::inRange(0, 2);
    std::vector<std::uint64_t> vectors;
    for (int i = 0; i < bits; ++i) vectors.push_back(*rc::gen::inRange<std::uint64_t>(0, 128));
    b.add_in(a.outs()[k - 1].name, vectors);
  }
  return b;
}

TEST(Compose, TheCompositionIsTheFunctionAfterTheFunction) {
  core::check_law("linear_compose", 10000, [] {
    const Layout a = *any_layout();
    const Layout b = from_outputs_of(a);
    const Layout c = compose(a, b).value();
    for (std::uint64_t x = 0; x < (std::uint64_t{1} << a.in_bits()); ++x) {
      const std::uint64_t between = apply_flat(a, x);
      std::uint64_t flat = 0;
      for (const Dimension& out : a.outs())
        flat |= placed(part_of(between, out), *b.find_in(out.name));
      EXPECT_EQ(apply_flat(c, x), apply_flat(b, flat));
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
