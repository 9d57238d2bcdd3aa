// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/concatenate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

TEST(Concatenate, InputsStandSideBySide) {
  const Layout a = layout_of("{i: [1]} -> {o: 4}, surjective: false");
  EXPECT_EQ(answer_text(concat_ins(a, layout_of("{j: [2]} -> {o: 4}, surjective: false"))),
            "{i: [[1]], j: [[2]]} -> {o: 4}");
  EXPECT_EQ(answer_text(concat_ins(a, a)), "linear.duplicate");
  EXPECT_EQ(answer_text(concat_ins(a, layout_of("{j: [1]} -> {o: 2}"))), "linear.other_outputs");
  EXPECT_EQ(answer_text(concatenate(a, a)), "{i: [[1],[1]]} -> {o: 4}, surjective: false");
  EXPECT_EQ(answer_text(concat_outs(a, layout_of("{i: [1]} -> {p: 2}"))),
            "{i: [[1,1]]} -> {o: 4, p: 2}, surjective: false");
  EXPECT_EQ(answer_text(concat_outs(a, layout_of("{j: [1]} -> {p: 2}"))), "linear.other_inputs");
  EXPECT_EQ(answer_text(concat_outs(a, a)), "linear.duplicate");
}

TEST(Concatenate, MoreThanAWordIsRefused) {
  Layout wide;
  wide.add_out(kOffset, 0);
  wide.add_in(kRegister, std::vector<std::uint64_t>(40, 0));
  EXPECT_EQ(answer_text(concatenate(wide, wide)), "linear.too_many_bits");
}

TEST(Concatenate, ASumOfBoth) {
  core::check_law("linear_concat_ins", 10000, [] {
    const Layout a = *any_layout({.max_bits = 5});
    const Layout b = *any_layout_into({a.outs().begin(), a.outs().end()}, 5);
    const Layout both = concat_ins(a, b).value();
    for (std::uint64_t x = 0; x < std::uint64_t{1} << both.in_bits(); ++x)
      EXPECT_EQ(apply_flat(both, x), apply_flat(a, x) ^ apply_flat(b, x >> a.in_bits()));
  });
}

TEST(Concatenate, SharedInputsHaveTheBitsOfBoth) {
  core::check_law("linear_concatenate", 10000, [] {
    const Layout a = *any_layout_into({{Name("x"), 3}, {Name("y"), 2}}, 5);
    const Layout b = *any_layout_into({{Name("x"), 3}, {Name("y"), 2}}, 5);
    const Layout both = concatenate(a, b).value();
    ASSERT_EQ(both.ins().size(), 2U);
    for (std::uint64_t x = 0; x < std::uint64_t{1} << both.in_bits(); ++x) {
      std::uint64_t of_a = 0;
      std::uint64_t of_b = 0;
      for (const Dimension& in : both.ins()) {
        const Dimension& low = *a.find_in(in.name);
        const std::uint64_t value = part_of(x, in);
        of_a |= placed(part_of(value, {low.name, low.bits}), low);
        of_b |= placed(value >> low.bits, *b.find_in(in.name));
      }
      EXPECT_EQ(apply_flat(both, x), apply_flat(a, of_a) ^ apply_flat(b, of_b));
    }
  });
}

TEST(Concatenate, APairOfBoth) {
  core::check_law("linear_concat_outs", 10000, [] {
    const Layout a = *any_layout();
    Layout b;
    b.add_out(Name("x"), 3);
    for (const Dimension& in : a.ins()) {
      std::vector<std::uint64_t> columns;
      for (int i = 0; i < in.bits; ++i) columns.push_back(uniform<std::uint64_t>(0, 8));
      b.add_in(in.name, columns);
    }
    const Layout both = concat_outs(a, b).value();
    for (std::uint64_t x = 0; x < std::uint64_t{1} << a.in_bits(); ++x)
      EXPECT_EQ(apply_flat(both, x), apply_flat(a, x) | (apply_flat(b, x) << a.out_bits()));
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
