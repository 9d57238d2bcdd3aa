// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/transpose.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/detail/mapped_columns.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name_list.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

core::Error no_order(std::size_t names, std::span<const Dimension> dimensions) {
  return {{.code = "linear.order",
           .message =
               fmt::format("{} names do not order the dimensions {}", names, name_list(dimensions)),
           .help = "write each dimension once"}};
}

bool repeats(std::span<const Name> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (names[i] == names[j]) return true;
    }
  }
  return false;
}

core::Status check_order(std::span<const Name> order, std::span<const Dimension> dimensions) {
  if (order.size() == dimensions.size() && !repeats(order)) return {};
  return fail(no_order(order.size(), dimensions));
}

}  // namespace

Result<Layout> transpose_ins(const Layout& layout, std::span<const Name> order) {
  TILEGLOT_TRY_STATUS(check_order(order, layout.ins()));
  Layout result;
  for (const Dimension& out : layout.outs()) result.add_out(out.name, out.bits);
  for (const Name& name : order) {
    const Dimension* in = layout.find_in(name);
    if (in == nullptr) return fail(no_input(layout, name.view()));
    result.add_in(name, layout.columns_of(*in));
  }
  return result;
}

Result<Layout> transpose_outs(const Layout& layout, std::span<const Name> order) {
  TILEGLOT_TRY_STATUS(check_order(order, layout.outs()));
  Layout result;
  detail::BitMoves moves;
  for (const Name& name : order) {
    const Dimension* out = layout.find_out(name);
    if (out == nullptr) return fail(no_output(layout, name.view()));
    moves.add(*out, result.out_bits());
    result.add_out(name, out->bits);
  }
  detail::add_mapped_ins(result, layout, [&](std::uint64_t c) { return moves.moved(c); });
  return result;
}

}  // namespace tileglot::notation::linear
