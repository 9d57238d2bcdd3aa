// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/product.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/detail/merged_names.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

core::Error contradictory(const Name& x, const Name& y) {
  return {{.code = "linear.dimension_order",
           .message = fmt::format("one layout has {} before {}, the other {} before {}", x.view(),
                                  y.view(), y.view(), x.view()),
           .help = "transpose one of the two first"}};
}

/// Two names that both lists have in different orders, if any.
std::optional<std::pair<Name, Name>> contradiction(std::span<const Name> x,
                                                   std::span<const Name> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const auto first = std::ranges::find(y, x[i]);
      const auto second = std::ranges::find(y, x[j]);
      if (first != y.end() && second < first) return std::pair(x[i], x[j]);
    }
  }
  return std::nullopt;
}

int bits_of(const Dimension* d) { return d == nullptr ? 0 : d->bits; }

core::Status check_bits(const Layout& a, const Layout& b) {
  if (a.in_bits() + b.in_bits() <= kMaxBits && a.out_bits() + b.out_bits() <= kMaxBits) return {};
  return fail(
      {.code = "linear.too_many_bits",
       .message = fmt::format("the product has {} input and {} output bits, and at most {} "
                              "of each are allowed",
                              a.in_bits() + b.in_bits(), a.out_bits() + b.out_bits(), kMaxBits)});
}

core::Status check_count(std::size_t dimensions) {
  if (dimensions <= kMaxDimensions) return {};
  return fail({.code = "linear.too_many_dimensions",
               .message = fmt::format("the product has {} dimensions on one side, and at most {} "
                                      "are allowed",
                                      dimensions, kMaxDimensions)});
}

/// Moves the outputs of both factors to their bits in the product.
struct OutMoves {
  detail::BitMoves a;
  detail::BitMoves b;
};

OutMoves add_outs(Layout& product, const Names& names, const Layout& a, const Layout& b) {
  OutMoves moves;
  for (const Name& name : names) {
    const Dimension* in_a = a.find_out(name);
    const Dimension* in_b = b.find_out(name);
    const int begin = product.out_bits();
    if (in_a != nullptr) moves.a.add(*in_a, begin);
    if (in_b != nullptr) moves.b.add(*in_b, begin + bits_of(in_a));
    product.add_out(name, bits_of(in_a) + bits_of(in_b));
  }
  return moves;
}

void add_in(Layout& product, const Name& name, const Layout& a, const Layout& b,
            const OutMoves& moves) {
  const Dimension* in_a = a.find_in(name);
  const Dimension* in_b = b.find_in(name);
  std::uint64_t* columns = product.add_in(name, bits_of(in_a) + bits_of(in_b));
  for (int i = 0; i < bits_of(in_a); ++i) *columns++ = moves.a.moved(a.column(in_a->begin + i));
  for (int i = 0; i < bits_of(in_b); ++i) *columns++ = moves.b.moved(b.column(in_b->begin + i));
}

}  // namespace

Result<Names> supremum(std::span<const Name> x, std::span<const Name> y) {
  if (const auto pair = contradiction(x, y)) return fail(contradictory(pair->first, pair->second));
  return detail::merged_names(x, y);
}

Result<Layout> mul(const Layout& a, const Layout& b) {
  TILEGLOT_TRY_STATUS(check_bits(a, b));
  const Names outs = detail::merged_names(a.outs(), b.outs());
  const Names ins = detail::merged_names(a.ins(), b.ins());
  TILEGLOT_TRY_STATUS(check_count(std::max(ins.size(), outs.size())));
  Layout product;
  const OutMoves moves = add_outs(product, outs, a, b);
  for (const Name& name : ins) add_in(product, name, a, b, moves);
  return product;
}

}  // namespace tileglot::notation::linear
