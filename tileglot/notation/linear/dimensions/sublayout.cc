// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/sublayout.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/detail/mapped_columns.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

bool has(std::span<const Name> names, const Name& name) {
  return std::ranges::find(names, name) != names.end();
}

core::Status check_ins(const Layout& layout, std::span<const Name> names) {
  for (const Name& name : names) {
    if (layout.find_in(name) == nullptr) return fail(no_input(layout, name.view()));
  }
  return {};
}

core::Status check_outs(const Layout& layout, std::span<const Name> names) {
  for (const Name& name : names) {
    if (layout.find_out(name) == nullptr) return fail(no_output(layout, name.view()));
  }
  return {};
}

}  // namespace

Result<Layout> sublayout(const Layout& layout, std::span<const Name> ins,
                         std::span<const Name> outs) {
  TILEGLOT_TRY_STATUS(check_ins(layout, ins));
  TILEGLOT_TRY_STATUS(check_outs(layout, outs));
  Layout result;
  detail::BitMoves moves;
  for (const Dimension& out : layout.outs()) {
    if (!has(outs, out.name)) {
      moves.drop();
      continue;
    }
    moves.add(out, result.out_bits());
    result.add_out(out.name, out.bits);
  }
  for (const Dimension& in : layout.ins()) {
    if (!has(ins, in.name)) continue;
    detail::add_mapped_in(result, layout, in, [&](std::uint64_t c) { return moves.moved(c); });
  }
  return result;
}

Result<bool> sublayout_is_zero(const Layout& layout, std::span<const Name> ins,
                               std::span<const Name> outs) {
  TILEGLOT_TRY_STATUS(check_ins(layout, ins));
  std::uint64_t mask = 0;
  for (const Dimension& out : layout.outs()) {
    if (has(outs, out.name)) mask |= mask_of(out);
  }
  for (const Dimension& in : layout.ins()) {
    if (!has(ins, in.name)) continue;
    for (const std::uint64_t column : layout.columns_of(in)) {
      if ((column & mask) != 0) return false;
    }
  }
  return true;
}

}  // namespace tileglot::notation::linear
