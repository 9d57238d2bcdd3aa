// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/product.h"

#include <gtest/gtest.h>

#include <cstddef>
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

std::string product(std::string_view a, std::string_view b) {
  const auto result = mul(parse(a).value(), parse(b).value());
  return result ? print(*result) : result.error()->code;
}

TEST(Product, AProductIsADirectSum) {
  EXPECT_EQ(product("{i: [1,2]} -> {o: 4}", "{i: [1]} -> {o: 2}"), "{i: [[1],[2],[4]]} -> {o: 8}");
  EXPECT_EQ(product("{i: [1,2]} -> {o: 4}", "{i: [0]} -> {o: 1}"), "{i: [[1],[2],[0]]} -> {o: 4}");
  EXPECT_EQ(product("{i: [0]} -> {o: 1}", "{i: [1,2]} -> {o: 4}"), "{i: [[0],[1],[2]]} -> {o: 4}");
  EXPECT_EQ(product("{i: [1,2]} -> {a: 4}", "{i: [1]} -> {b: 2}"),
            "{i: [[1,0],[2,0],[0,1]]} -> {a: 4, b: 2}");
  EXPECT_EQ(product("{i: [1,2]} -> {o: 4}", "{j: [1]} -> {o: 2}"),
            "{i: [[1],[2]], j: [[4]]} -> {o: 8}");
}

TEST(Product, ContradictoryOrdersAreMergedAsInTriton) {
  EXPECT_EQ(product("{i: [[1,0]]} -> {a: 2, b: 1}", "{i: [[1,0]]} -> {b: 2, a: 1}"),
            "{i: [[1,0],[0,1]]} -> {a: 2, b: 2}");
  EXPECT_EQ(product("{i: [], j: [], k: [], l: [], m: []} -> {o: 1}",
                    "{k: [], l: [], m: [], i: []} -> {o: 1}"),
            "{k: [], i: [], j: [], l: [], m: []} -> {o: 1}");
  EXPECT_EQ(
      product("{i: [], j: [], k: [], l: []} -> {o: 1}", "{k: [], e: [], j: [], i: []} -> {o: 1}"),
      "{k: [], e: [], j: [], i: [], l: []} -> {o: 1}");
}

/// The value of a dimension of `layout`, 0 where it has none.
std::uint64_t value_in(const Layout& layout, std::uint64_t x, const Name& out) {
  const Dimension* d = layout.find_out(out);
  return d == nullptr ? 0 : part_of(apply_flat(layout, x), *d);
}

/// The bits of a flat input of the product that belong to one factor.
std::uint64_t share(const Layout& whole, std::uint64_t x, const Layout& factor,
                    const Layout* lower) {
  std::uint64_t flat = 0;
  for (const Dimension& in : factor.ins()) {
    const Dimension* below = lower == nullptr ? nullptr : lower->find_in(in.name);
    const std::uint64_t value = part_of(x, *whole.find_in(in.name));
    flat |= placed(part_of(value >> (below == nullptr ? 0 : below->bits), {in.name, in.bits}), in);
  }
  return flat;
}

TEST(Product, ValuesCountInUnitsOfTheFirst) {
  core::check_law("linear_mul", 10000, [] {
    const Layout a = *any_layout({.max_bits = 4});
    const Layout b = *any_layout({.max_bits = 4});
    const Layout whole = mul(a, b).value();
    for (std::uint64_t x = 0; x < (std::uint64_t{1} << whole.in_bits()); ++x) {
      for (const Dimension& out : whole.outs()) {
        const Dimension* low = a.find_out(out.name);
        const std::uint64_t unit = std::uint64_t{1} << (low == nullptr ? 0 : low->bits);
        EXPECT_EQ(part_of(apply_flat(whole, x), out),
                  value_in(a, share(whole, x, a, nullptr), out.name) +
                      unit * value_in(b, share(whole, x, b, &a), out.name));
      }
    }
  });
}

TEST(Product, ItIsAssociativeWithTheEmptyLayoutAsUnit) {
  core::check_law("linear_mul_associates", 10000, [] {
    const Layout a = *any_layout({.max_bits = 4});
    const Layout b = *any_layout({.max_bits = 4});
    const Layout c = *any_layout({.max_bits = 4});
    EXPECT_EQ(mul(mul(a, b).value(), c).value(), mul(a, mul(b, c).value()).value());
    EXPECT_EQ(mul(Layout(), a).value(), a);
    EXPECT_EQ(mul(a, Layout()).value(), a);
  });
}

TEST(Product, TheSupremumKeepsBothOrders) {
  const auto merged = [](std::vector<Name> x, std::vector<Name> y) {
    const auto names = supremum(x, y);
    if (!names) return names.error()->code;
    std::string text;
    for (const Name& name : *names) text += name.view();
    return text;
  };
  const Name a("a");
  const Name b("b");
  const Name c("c");
  EXPECT_EQ(merged({a, b}, {a, c}), "abc");
  EXPECT_EQ(merged({a, b}, {b, c}), "abc");
  EXPECT_EQ(merged({a, b}, {c, a}), "cab");
  EXPECT_EQ(merged({}, {a}), "a");
  EXPECT_EQ(merged({a, b}, {b, a}), "linear.dimension_order");
}

}  // namespace
}  // namespace tileglot::notation::linear
