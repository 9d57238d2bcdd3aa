// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/logical_division.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/algebra/complement.h"
#include "tileglot/notation/linear/algebra/divide.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::notation::linear {
namespace {

std::uint64_t values(int bits) { return std::uint64_t{1} << bits; }

TEST(LogicalDivision, TheTileFirstThenTheRest) {
  const Layout a = layout_of("{i: [1,2,4]} -> {o: 8}");
  EXPECT_EQ(answer_text(logical_divide(a, layout_of("{j: [2]} -> {k: 4}, surjective: false"))),
            "{j: [[2]], rest: [[1],[4]]} -> {o: 8}");
  EXPECT_EQ(answer_text(logical_divide(a, layout_of("{j: [8]} -> {k: 16}, surjective: false"))),
            "linear.size_exceeded");
  EXPECT_EQ(answer_text(logical_divide(a, layout_of("{rest: [1]} -> {k: 2}"))), "linear.duplicate");
  EXPECT_EQ(answer_text(logical_divide(a, layout_of("{j: [[1,0]]} -> {k: 2, l: 1}"))),
            "linear.one_output");
}

TEST(LogicalDivision, AProductFillsTheGaps) {
  EXPECT_EQ(answer_text(logical_product(layout_of("{i: [4]} -> {o: 8}, surjective: false"),
                                        layout_of("{j: [1,2]} -> {o: 4}"))),
            "{i: [[4]], j: [[1],[2]]} -> {o: 8}");
  EXPECT_EQ(answer_text(logical_product(layout_of("{i: [1,2]} -> {o: 4}"),
                                        layout_of("{i: [1]} -> {o: 2}"))),
            "{i: [[1],[2],[4]]} -> {o: 8}");
  EXPECT_EQ(answer_text(logical_product(layout_of("{i: [[1,0]]} -> {k: 2, l: 1}"), Layout())),
            "linear.one_output");
}

TEST(LogicalDivision, DivideAndProductAreNotInverse) {
  // The quotient of a product by its factor has all of the product still.
  const Layout a = layout_of("{i: [1,2]} -> {o: 4}");
  const Layout b = layout_of("{j: [1]} -> {o: 2}");
  const Layout product = logical_product(a, b).value();
  const Layout quotient = logical_divide(product, a).value();
  EXPECT_EQ(print(quotient), "{i: [[1],[2]], rest: [[4]]} -> {o: 8}");
  EXPECT_EQ(quotient.in_bits(), product.in_bits());
  EXPECT_NE(quotient.in_bits(), b.in_bits());
  // divide_left undoes mul.
  EXPECT_EQ(answer_text(divide_left(mul(a, b).value(), a)), "{i: [], j: [[1]]} -> {o: 2}");
}

/// A random layout from `in` into one output of `bits` bits.
Layout any_tile(const Name& in, int bits) {
  std::vector<std::uint64_t> columns;
  const int count = uniform(0, 4);
  for (int i = 0; i < count; ++i) columns.push_back(uniform<std::uint64_t>(0, values(bits)));
  Layout tile;
  tile.add_out(Name("k"), bits);
  tile.add_in(in, columns);
  return tile;
}

TEST(LogicalDivision, ADivisionIsACompositionWithTileAndRest) {
  core::check_law("linear_logical_divide", 10000, [] {
    const Layout a = *any_layout({.max_bits = 6});
    const Layout b = any_tile(Name("j"), a.in_bits());
    const Layout rest = complement(b, std::int64_t{1} << a.in_bits()).value();
    const Layout divided = logical_divide(a, b).value();
    ASSERT_EQ(divided.in_bits(), b.in_bits() + rest.in_bits());
    for (std::uint64_t x = 0; x < values(divided.in_bits()); ++x) {
      const std::uint64_t at = apply_flat(b, x) ^ apply_flat(rest, x >> b.in_bits());
      EXPECT_EQ(apply_flat(divided, x), apply_flat(a, at));
    }
  });
}

TEST(LogicalDivision, ByAPrefixNothingChanges) {
  core::check_law("linear_divide_by_prefix", 10000, [] {
    const Layout a = *any_layout({.max_bits = 6});
    const Layout prefix = identity(uniform(0, a.in_bits() + 1), Name("j"), Name("k"));
    const Layout divided = logical_divide(a, prefix).value();
    for (std::uint64_t x = 0; x < values(a.in_bits()); ++x)
      EXPECT_EQ(apply_flat(divided, x), apply_flat(a, x));
  });
}

TEST(LogicalDivision, AProductIsTheLayoutAndItsComplementAfterTheOther) {
  core::check_law("linear_logical_product", 10000, [] {
    const Layout a = *any_layout({.max_bits = 5, .max_outs = 1});
    const Layout b = any_tile(Name("j"), uniform(0, 4));
    const Layout gaps = complement(a, std::int64_t{1} << (a.in_bits() + b.out_bits())).value();
    const Layout product = logical_product(a, b).value();
    ASSERT_EQ(product.in_bits(), a.in_bits() + b.in_bits());
    for (std::uint64_t x = 0; x < values(product.in_bits()); ++x)
      EXPECT_EQ(apply_flat(product, x),
                apply_flat(a, x) ^ apply_flat(gaps, apply_flat(b, x >> a.in_bits())));
  });
}

TEST(LogicalDivision, AProductOfABijectionIsTheDirectSum) {
  core::check_law("linear_product_is_mul", 10000, [] {
    const Layout a = *any_invertible_layout({.max_bits = 5, .max_outs = 1});
    Layout b;
    const Layout tile = any_tile(*rc::gen::element(Name("j"), kRegister), 3);
    b.add_out(a.outs().front().name, 3);
    b.add_in(tile.ins().front().name, tile.columns());
    EXPECT_EQ(logical_product(a, b).value(), mul(a, b).value());
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
