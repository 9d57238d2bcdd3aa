// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/padded_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {
namespace {

void append_if_new(Numbers& order, std::int64_t dimension) {
  if (std::ranges::count(order, dimension) == 0) order.push_back(dimension);
}

}  // namespace

Bases ordered_offsets(const OrderedShape& ordered) {
  Bases bases;
  for (const std::int64_t dimension : ordered.order) {
    const auto d = static_cast<std::size_t>(dimension);
    for (std::int64_t step = 1; step < ordered.shape[d]; step *= 2) {
      Numbers basis(ordered.order.size(), 0);
      basis[d] = step;
      bases.push_back(basis);
    }
  }
  return bases;
}

std::optional<OrderedShape> order_of(const Bases& offset, std::int64_t rank) {
  OrderedShape found{.shape = Numbers(static_cast<std::size_t>(rank), 1)};
  for (const Numbers& basis : offset) {
    for (std::size_t d = 0; d < basis.size(); ++d) {
      if (basis[d] == 0) continue;
      append_if_new(found.order, static_cast<std::int64_t>(d));
      found.shape[d] = std::max(found.shape[d], 2 * basis[d]);
    }
  }
  for (std::int64_t d = rank - 1; d >= 0; --d) append_if_new(found.order, d);
  if (ordered_offsets(found) != offset) return std::nullopt;
  return found;
}

}  // namespace tileglot::notation::triton
