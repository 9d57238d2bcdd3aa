// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/tensor_shape.h"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/dimensions/reshape.h"
#include "tileglot/notation/linear/dimensions/transpose.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/detail/mapped_columns.h"
#include "tileglot/notation/linear/layout/detail/order.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/named_size.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Names = core::SmallVector<Name, 16>;

Names reversed(std::span<const Dimension> dimensions) {
  Names names;
  for (std::size_t k = dimensions.size(); k > 0; --k) names.push_back(dimensions[k - 1].name);
  return names;
}

std::span<const Name> all_of(const Names& names) { return {names.data(), names.size()}; }

/// The bits that the entries of one output need: log2 of the smallest size above the largest entry.
int bits_needed(const Layout& layout, const Dimension& out) {
  std::uint64_t entries = 0;
  for (const std::uint64_t column : layout.columns()) entries |= part_of(column, out);
  return static_cast<int>(std::bit_width(entries));
}

}  // namespace

Result<Layout> reshape_layout(const Layout& layout, std::span<const std::int64_t> shape) {
  if (shape.size() > kMaxDimensions) {
    return fail({.code = "linear.too_many_dimensions",
                 .message = fmt::format("the shape has {} dimensions, and at most {} are allowed",
                                        shape.size(), kMaxDimensions)});
  }
  core::SmallVector<NamedSize, 8> sizes;
  for (std::size_t k = shape.size(); k > 0; --k)
    sizes.push_back({standard_out(k - 1), shape[k - 1]});
  TILEGLOT_TRY(minor_first, transpose_outs(layout, all_of(reversed(layout.outs()))));
  TILEGLOT_TRY(reshaped, reshape_outs(minor_first, {sizes.data(), sizes.size()}));
  return transpose_outs(reshaped, all_of(reversed(reshaped.outs())));
}

Result<Layout> transpose_linear_layout(const Layout& layout, std::span<const std::int64_t> order) {
  TILEGLOT_TRY_STATUS(detail::check_order(order, layout.outs().size()));
  Layout result;
  detail::BitMoves moves;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Dimension& from = layout.outs()[static_cast<std::size_t>(order[k])];
    moves.add(from, result.out_bits());
    result.add_out(layout.outs()[k].name, bits_needed(layout, from));
  }
  detail::add_mapped_ins(result, layout, [&](std::uint64_t c) { return moves.moved(c); });
  TILEGLOT_TRY_STATUS(require_surjective(result));
  return result;
}

Result<Layout> remove_standard_dim(const Layout& layout, std::int64_t k) {
  if (k < 0 || k >= static_cast<std::int64_t>(layout.outs().size())) {
    return fail({.code = "linear.no_dimension",
                 .message = fmt::format("there is no output dimension {}; there are {}", k,
                                        layout.outs().size())});
  }
  Layout result;
  detail::BitMoves moves;
  for (std::size_t i = 0; i < layout.outs().size(); ++i) {
    const Dimension& out = layout.outs()[i];
    if (i == static_cast<std::size_t>(k)) {
      moves.drop();
      continue;
    }
    moves.add(out, result.out_bits());
    result.add_out(standard_out(result.outs().size()), out.bits);
  }
  detail::add_mapped_ins(result, layout, [&](std::uint64_t c) { return moves.moved(c); });
  return result;
}

}  // namespace tileglot::notation::linear
