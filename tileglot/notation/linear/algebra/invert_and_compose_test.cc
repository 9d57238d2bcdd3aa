// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/invert_and_compose.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/algebra/compose.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

constexpr auto kAnyInputs = LayoutOptions{.max_bits = 6};

std::uint64_t values(int bits) { return std::uint64_t{1} << bits; }

/// A layout into B's outputs that has only what B has, its inputs of B's sizes and names, or not.
Layout part_of_image(const Layout& b, bool same_names) {
  Layout a;
  for (const Dimension& out : b.outs()) a.add_out(out.name, out.bits);
  for (const Dimension& in : b.ins()) {
    std::vector<std::uint64_t> columns;
    for (int i = 0; i < in.bits; ++i) {
      const bool same = *rc::gen::arbitrary<bool>();
      const auto x = uniform<std::uint64_t>(0, values(b.in_bits()));
      columns.push_back(same ? b.column(in.begin + i) : apply_flat(b, x));
    }
    a.add_in(same_names ? in.name : Name("i" + std::string(in.name.view())), columns);
  }
  return a;
}

std::optional<std::uint64_t> smallest_place(const Layout& b, std::uint64_t output) {
  for (std::uint64_t y = 0; y < values(b.in_bits()); ++y) {
    if (apply_flat(b, y) == output) return y;
  }
  return std::nullopt;
}

TEST(InvertAndCompose, TheSmallestPlaceIsTaken) {
  EXPECT_EQ(answer_text(pseudoinvert(layout_of("{register: [1,0,2], lane: [4,4]} -> {d: 8}"))),
            "{d: [[1,0],[4,0],[0,1]]} -> {register: 8, lane: 4}, surjective: false");
}

TEST(InvertAndCompose, EqualInputsThatStandApartStay) {
  const Layout a = layout_of("{register: [1], lane: [0,2]} -> {d: 4}");
  EXPECT_EQ(answer_text(invert_and_compose(a, a)),
            "{register: [[1,0]], lane: [[0,1],[0,2]]} -> {register: 2, lane: 4}");
  EXPECT_EQ(answer_text(invert_and_compose(a, layout_of("{register: [1], lane: [2,0]} -> {d: 4}"))),
            "{register: [[1,0]], lane: [[0,0],[0,1]]} -> {register: 2, lane: 4}, surjective: "
            "false");
  // The register's vector is also a lane's: it may not stay, or the lane would find nothing.
  EXPECT_EQ(
      answer_text(invert_and_compose(layout_of("{r: [1], l: [1]} -> {d: 4}, surjective: false"),
                                     layout_of("{r: [1], l: [2]} -> {d: 4}"))),
      "{r: [[1,0]], l: [[1,0]]} -> {r: 2, l: 2}, surjective: false");
  // An input that the other side lacks.
  EXPECT_EQ(answer_text(invert_and_compose(layout_of("{r: [1], l: [2], w: [3]} -> {d: 4}"),
                                           layout_of("{r: [1], l: [2]} -> {d: 4}"))),
            "{r: [[1,0]], l: [[0,1]], w: [[1,1]]} -> {r: 2, l: 2}");
}

TEST(InvertAndCompose, WhatCannotBeInvertedIsRefused) {
  const Layout two = layout_of("{i: [1]} -> {d: 2}");
  const Layout part = layout_of("{j: [2]} -> {d: 4}, surjective: false");
  EXPECT_EQ(answer_text(invert_and_compose(two, part)), "linear.not_in_image");
  EXPECT_EQ(answer_text(invert_and_compose(part, two)), "linear.size_exceeded");
  EXPECT_EQ(answer_text(invert_and_compose(two, layout_of("{i: [1]} -> {e: 2}"))),
            "linear.other_outputs");
  EXPECT_EQ(answer_text(invert(part)), "linear.not_invertible");
  EXPECT_EQ(answer_text(pseudoinvert(part)), "linear.not_surjective");
  EXPECT_EQ(answer_text(invert_and_compose_block_local(two, two)), "linear.no_dimension");
}

TEST(InvertAndCompose, ItFindsWhatTheOtherHas) {
  core::check_law("linear_invert_and_compose", 10000, [] {
    const Layout b = *any_layout(kAnyInputs);
    const Layout a = part_of_image(b, true);
    const Layout c = invert_and_compose(a, b).value();
    for (std::uint64_t x = 0; x < values(a.in_bits()); ++x)
      EXPECT_EQ(apply_flat(b, apply_flat(c, x)), apply_flat(a, x));
  });
}

TEST(InvertAndCompose, WithOtherNamesItTakesTheSmallestPlace) {
  core::check_law("linear_least_place", 10000, [] {
    const Layout b = *any_layout(kAnyInputs);
    const Layout a = part_of_image(b, false);
    const Layout c = invert_and_compose(a, b).value();
    for (int j = 0; j < a.in_bits(); ++j) EXPECT_EQ(c.column(j), smallest_place(b, a.column(j)));
  });
}

TEST(InvertAndCompose, ItRefusesJustWhatIsNotReached) {
  core::check_law("linear_invert_and_compose_refuses", 10000, [] {
    const Layout b = *any_layout(kAnyInputs);
    const Layout a = *any_layout_into({b.outs().begin(), b.outs().end()}, 4);
    bool reached = true;
    for (const std::uint64_t column : a.columns())
      reached = reached && smallest_place(b, column).has_value();
    EXPECT_EQ(invert_and_compose(a, b).has_value(), reached);
  });
}

TEST(InvertAndCompose, TheInverseUndoes) {
  core::check_law("linear_invert", 10000, [] {
    const Layout layout = *any_invertible_layout(kAnyInputs);
    const Layout inverse = invert(layout).value();
    for (std::uint64_t x = 0; x < values(layout.in_bits()); ++x) {
      EXPECT_EQ(apply_flat(inverse, apply_flat(layout, x)), x);
      EXPECT_EQ(apply_flat(layout, apply_flat(inverse, x)), x);
    }
  });
}

TEST(InvertAndCompose, ThePseudoinverseFindsTheSmallestInput) {
  core::check_law("linear_pseudoinvert", 10000, [] {
    const Layout layout = *any_layout({.max_bits = 6, .surjective = true});
    const Layout inverse = pseudoinvert(layout).value();
    for (std::uint64_t y = 0; y < values(layout.out_bits()); ++y)
      EXPECT_EQ(apply_flat(layout, apply_flat(inverse, y)), y);
    for (int i = 0; i < layout.out_bits(); ++i)
      EXPECT_EQ(inverse.column(i), smallest_place(layout, values(i)));
  });
}

/// Inputs register (or offset) and block.
Layout with_blocks(const Layout& columns, const Name& in, int blocks) {
  Layout result;
  for (const Dimension& out : columns.outs()) result.add_out(out.name, out.bits);
  const auto rest = static_cast<std::size_t>(columns.in_bits() - blocks);
  result.add_in(in, columns.columns().first(rest));
  result.add_in(kBlock, columns.columns().subspan(rest));
  return result;
}

TEST(InvertAndCompose, ABlockReadsFromItselfWhatEveryBlockHas) {
  core::check_law("linear_invert_and_compose_block_local", 10000, [] {
    const Layout columns = *any_layout({.max_bits = 6, .surjective = true});
    const Layout a = with_blocks(columns, kOffset, 0);
    const Layout image = part_of_image(columns, false);
    const Layout b = with_blocks(image, kRegister, uniform(0, image.in_bits() + 1));
    const Layout c = invert_and_compose_block_local(a, b).value();
    const Dimension& blocks = *c.find_out(kBlock);
    for (std::uint64_t x = 0; x < values(b.in_bits()); ++x) {
      const std::uint64_t offset = part_of(apply_flat(c, x), *c.find_out(kOffset));
      EXPECT_EQ(apply_flat(a, offset), apply_flat(b, x));
      // The offsets have everything, so each block has it.
      EXPECT_EQ(part_of(apply_flat(c, x), blocks), part_of(x, *b.find_in(kBlock)));
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
