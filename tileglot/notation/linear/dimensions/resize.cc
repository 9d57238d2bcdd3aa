// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/resize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/detail/mapped_columns.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Columns = core::SmallVector<std::uint64_t, kMaxBits>;

core::Error too_many_bits(const Name& in, int bits) {
  return {{.code = "linear.too_many_bits",
           .message = fmt::format("with 2^{} values of {}, the inputs have more than {} bits", bits,
                                  in.view(), kMaxBits)}};
}

/// The layout with other columns for one input.
Layout with_columns(const Layout& layout, const Dimension& changed, const Columns& columns) {
  Layout result = detail::outs_of(layout);
  for (const Dimension& in : layout.ins()) {
    if (in.name == changed.name) {
      result.add_in(in.name, {columns.data(), columns.size()});
    } else {
      result.add_in(in.name, layout.columns_of(in));
    }
  }
  return result;
}

}  // namespace

Result<Layout> resize_in_dim(const Layout& layout, const Name& name, std::int64_t size) {
  const Dimension* in = layout.find_in(name);
  if (in == nullptr) return fail(no_input(layout, name.view()));
  TILEGLOT_TRY(bits, bits_of_size(size, name.view()));
  if (layout.in_bits() - in->bits + bits > kMaxBits) return fail(too_many_bits(name, bits));
  Columns columns;
  for (int i = 0; i < bits; ++i) columns.push_back(i < in->bits ? layout.column(in->begin + i) : 0);
  return with_columns(layout, *in, columns);
}

Result<Layout> resize_out_dim(const Layout& layout, const Name& name, std::int64_t size) {
  const Dimension* resized = layout.find_out(name);
  if (resized == nullptr) return fail(no_output(layout, name.view()));
  TILEGLOT_TRY(bits, bits_of_size(size, name.view()));
  if (bits > resized->bits) {
    return fail({.code = "linear.size_exceeded",
                 .message = fmt::format("the output {} has {} values, fewer than {}", name.view(),
                                        resized->size(), size),
                 .help = "ensure_layout_not_smaller_than lets an output grow"});
  }
  Layout result;
  detail::BitMoves moves;
  for (const Dimension& out : layout.outs()) {
    const bool changed = out.name == name;
    moves.add(out, result.out_bits());
    result.add_out(out.name, changed ? bits : out.bits);
  }
  detail::add_mapped_ins(result, layout, [&](std::uint64_t c) {
    const bool fits = part_of(c, *resized) < static_cast<std::uint64_t>(size);
    return moves.moved(fits ? c : c & ~mask_of(*resized));
  });
  return result;
}

Result<Layout> remove_zero_bases_along_dim(const Layout& layout, const Name& name) {
  const Dimension* in = layout.find_in(name);
  if (in == nullptr) return fail(no_input(layout, name.view()));
  Columns columns;
  for (const std::uint64_t column : layout.columns_of(*in)) {
    if (column != 0) columns.push_back(column);
  }
  return with_columns(layout, *in, columns);
}

}  // namespace tileglot::notation::linear
