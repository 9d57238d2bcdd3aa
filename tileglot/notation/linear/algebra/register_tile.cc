// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/register_tile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/algebra/column_action.h"
#include "tileglot/notation/linear/algebra/divide.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Columns = core::SmallVector<std::uint64_t, kMaxBits>;

constexpr std::int64_t kMaxVectorBits = 128;

/// A flat output of B as one of A, in units of the rest of A where B is on the right. nullopt if an
/// entry does not fit.
std::optional<std::uint64_t> in_outputs_of(const Layout& a, const Layout& b, std::uint64_t column,
                                           Side side) {
  std::uint64_t moved = 0;
  for (const Dimension& out : b.outs()) {
    const std::uint64_t entry = part_of(column, out);
    if (entry == 0) continue;
    const Dimension* to = a.find_out(out.name);
    if (to == nullptr) return std::nullopt;
    const int shift = side == Side::kLeft ? 0 : to->bits - out.bits;
    if (shift < 0 || part_of(placed(entry << shift, *to), *to) != entry << shift)
      return std::nullopt;
    moved |= placed(entry << shift, *to);
  }
  return moved;
}

/// The first unused vector of A that equals `wanted`.
std::optional<int> find_unused(const Layout& a, const Dimension& registers, std::uint64_t wanted,
                               std::uint64_t used) {
  for (int i = 0; i < registers.bits; ++i) {
    if (((used >> i) & 1U) == 0 && a.column(registers.begin + i) == wanted) return i;
  }
  return std::nullopt;
}

/// The chosen columns, and the others in their order before or after them.
ColumnAction numbered(const ColumnAction& chosen, std::uint64_t used, Side side) {
  ColumnAction others{.columns = {}, .in = chosen.in, .vectors = chosen.vectors};
  for (int i = 0; i < chosen.vectors; ++i) {
    if (((used >> i) & 1U) == 0) others.columns.push_back(i);
  }
  ColumnAction result = side == Side::kLeft ? chosen : others;
  for (const int column : side == Side::kLeft ? others.columns : chosen.columns)
    result.columns.push_back(column);
  return result;
}

core::Error too_wide(std::int64_t bits) {
  return {{.code = "linear.vector_bits",
           .message = fmt::format("an element of {} bits does not fit a vector of {}", bits,
                                  kMaxVectorBits)}};
}

/// The register permutation for moving 2^bits elements at once, if there is one.
Result<std::optional<ColumnAction>> vectorised(const Layout& layout, int bits, bool may_permute) {
  const Layout tile = identity(bits, kRegister, kOffset);
  TILEGLOT_TRY(permutation, reg_perm_for_divide(layout, tile, Side::kLeft));
  if (!permutation || (!may_permute && !permutation->is_identity()))
    return std::optional<ColumnAction>();
  TILEGLOT_TRY(permuted, apply(*permutation, layout));
  return divide_left(permuted, tile) ? permutation : std::nullopt;
}

/// The output bits that the tile touches.
std::uint64_t touched_by(const Layout& tile, const Layout& layout) {
  std::uint64_t touched = 0;
  for (const Dimension& out : tile.outs()) {
    const Dimension& to = *layout.find_out(out.name);
    for (const std::uint64_t column : tile.columns())
      touched |= placed(part_of(column, out), to) & mask_of(to);
  }
  return touched;
}

/// The vectors of one input of reps; nullopt if the tile does not fit there.
std::optional<Columns> rest_of(const Layout& layout, const Dimension& in, const Layout& tile,
                               std::uint64_t touched) {
  const Dimension* of_tile = tile.find_in(in.name);
  const int known = of_tile == nullptr ? 0 : of_tile->bits;
  if (known > in.bits) return std::nullopt;
  Columns columns;
  for (int i = 0; i < in.bits; ++i) {
    const std::uint64_t column = layout.column(in.begin + i);
    if (i < known) {
      if (in_outputs_of(layout, tile, tile.column(of_tile->begin + i), Side::kLeft) != column)
        return std::nullopt;
      columns.push_back(0);
    } else {
      if ((column & touched) != 0) return std::nullopt;
      columns.push_back(column);
    }
  }
  return columns;
}

}  // namespace

Result<std::optional<ColumnAction>> reg_perm_for_divide(const Layout& a, const Layout& b,
                                                        Side side) {
  const Dimension* registers = a.find_in(kRegister);
  if (registers == nullptr) return fail(no_input(a, kRegister.view()));
  const Dimension* wanted = b.find_in(kRegister);
  if (wanted == nullptr) return fail(no_input(b, kRegister.view()));
  ColumnAction chosen{.columns = {}, .in = kRegister, .vectors = registers->bits};
  std::uint64_t used = 0;
  for (const std::uint64_t column : b.columns_of(*wanted)) {
    const auto moved = in_outputs_of(a, b, column, side);
    const auto found = moved ? find_unused(a, *registers, *moved, used) : std::nullopt;
    if (!found) return std::optional<ColumnAction>();
    used |= std::uint64_t{1} << *found;
    chosen.columns.push_back(*found);
  }
  return std::optional(numbered(chosen, used, side));
}

Result<Vectorisation> largest_vectorisation(const Layout& layout, std::int64_t bits,
                                            std::optional<std::int64_t> max) {
  TILEGLOT_TRY(element_bits, bits_of_size(bits, "the element"));
  if (bits > kMaxVectorBits) return fail(too_wide(bits));
  const std::int64_t widest = kMaxVectorBits >> element_bits;
  TILEGLOT_TRY(first, bits_of_size(std::min(max.value_or(widest), widest), "the vector"));
  if (layout.find_out(kOffset) == nullptr) return fail(no_output(layout, kOffset.view()));
  for (int v = first; v > 0; --v) {
    TILEGLOT_TRY(permutation, vectorised(layout, v, !max));
    if (permutation)
      return Vectorisation{.elements = std::int64_t{1} << v, .permutation = *permutation};
  }
  TILEGLOT_TRY(single, vectorised(layout, 0, true));
  return Vectorisation{.elements = 1, .permutation = *single};
}

Result<std::optional<Layout>> reps(const Layout& layout, const Layout& tile) {
  for (const Dimension& out : tile.outs()) {
    if (layout.find_out(out.name) == nullptr) return fail(no_output(layout, out.name.view()));
  }
  const std::uint64_t touched = touched_by(tile, layout);
  Layout result = detail::outs_of(layout);
  for (const Dimension& in : layout.ins()) {
    const auto columns = rest_of(layout, in, tile, touched);
    if (!columns) return std::optional<Layout>();
    result.add_in(in.name, {columns->data(), columns->size()});
  }
  return std::optional<Layout>(result);
}

}  // namespace tileglot::notation::linear
