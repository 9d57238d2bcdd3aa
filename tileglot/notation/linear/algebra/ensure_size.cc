// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/ensure_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/named_size.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Columns = core::SmallVector<std::uint64_t, kMaxBits>;
/// log2 of the wanted size of each output, in their order.
using Wanted = core::SmallVector<int, 8>;

core::Error no_size(const Dimension& out, std::size_t count) {
  return {{.code = count == 0 ? "linear.no_dimension" : "linear.duplicate",
           .message = fmt::format("the output {} has {} sizes", out.name.view(), count),
           .help = "give one size for each output dimension"}};
}

core::Error not_a_single_bit(const Dimension& out, std::uint64_t entry) {
  return {{.code = "linear.not_a_single_bit",
           .message = fmt::format("the output {} has an entry {}, no power of two, so it cannot be "
                                  "made smaller",
                                  out.name.view(), entry)}};
}

Result<int> wanted_bits(std::span<const NamedSize> shape, const Dimension& out) {
  const auto is_its = [&](const NamedSize& s) { return s.name == out.name; };
  const auto found = std::ranges::find_if(shape, is_its);
  const auto count = static_cast<std::size_t>(std::ranges::count_if(shape, is_its));
  if (count != 1) return fail(no_size(out, count));
  return bits_of_size(found->size, out.name.view());
}

Result<Wanted> wanted_sizes(const Layout& layout, std::span<const NamedSize> shape) {
  for (const NamedSize& s : shape) {
    if (layout.find_out(s.name) == nullptr) return fail(no_output(layout, s.name.view()));
  }
  Wanted wanted;
  for (const Dimension& out : layout.outs()) {
    TILEGLOT_TRY(bits, wanted_bits(shape, out));
    wanted.push_back(bits);
  }
  return wanted;
}

/// The remaining columns while outputs are shrunk.
struct Cut {
  Columns columns;
  std::uint64_t dropped = 0;  ///< bit j: drop column j instead of setting it to 0
};

/// The entries of one output as a set: bit i for 2^i. Each must be a single bit.
Result<std::uint64_t> single_bits(const Cut& cut, const Dimension& out) {
  std::uint64_t bits = 0;
  for (const std::uint64_t column : cut.columns) {
    const std::uint64_t entry = part_of(column, out);
    if (!std::has_single_bit(entry) && entry != 0) return fail(not_a_single_bit(out, entry));
    bits |= entry;
  }
  return bits;
}

/// Sets the largest vectors along one output to 0, `steps` times; registers in `drops` are dropped.
core::Status shorten(Cut& cut, const Dimension& out, int steps, std::uint64_t drops) {
  TILEGLOT_TRY(entries, single_bits(cut, out));
  for (; steps > 0 && entries != 0; --steps) {
    const std::uint64_t furthest = std::bit_floor(entries);
    entries ^= furthest;
    for (std::size_t j = 0; j < cut.columns.size(); ++j) {
      if (part_of(cut.columns[j], out) != furthest) continue;
      const std::uint64_t bit = std::uint64_t{1} << j;
      if ((drops & bit) == 0) cut.columns[j] &= ~mask_of(out);
      cut.dropped |= drops & bit;
    }
  }
  return {};
}

/// The layout with the columns that were not dropped and outputs of the wanted sizes.
Layout fitted(const Layout& layout, const Cut& cut, const Wanted& wanted) {
  Layout result;
  detail::BitMoves moves;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const Dimension& out = layout.outs()[k];
    moves.add(out, result.out_bits());
    result.add_out(out.name, std::min<int>(out.bits, wanted[k]));
  }
  for (const Dimension& in : layout.ins()) {
    Columns columns;
    for (int j = in.begin; j < in.begin + in.bits; ++j) {
      if (((cut.dropped >> j) & 1U) != 0) continue;
      columns.push_back(moves.moved(cut.columns[static_cast<std::size_t>(j)]));
    }
    result.add_in(in.name, {columns.data(), columns.size()});
  }
  return result;
}

}  // namespace

Result<Layout> ensure_layout_not_larger_than(const Layout& layout, std::span<const NamedSize> shape,
                                             BroadcastRegisters broadcast_registers) {
  TILEGLOT_TRY(wanted, wanted_sizes(layout, shape));
  Cut cut;
  for (const std::uint64_t column : layout.columns()) cut.columns.push_back(column);
  const Dimension* registers = layout.find_in(kRegister);
  const bool drops = registers != nullptr && broadcast_registers == BroadcastRegisters::kNo;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const Dimension& out = layout.outs()[k];
    if (wanted[k] >= out.bits) continue;
    TILEGLOT_TRY_STATUS(shorten(cut, out, out.bits - wanted[k], drops ? mask_of(*registers) : 0));
  }
  return fitted(layout, cut, wanted);
}

Result<Layout> ensure_layout_not_smaller_than(const Layout& layout,
                                              std::span<const NamedSize> shape) {
  TILEGLOT_TRY(wanted, wanted_sizes(layout, shape));
  Layout result = layout;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const Dimension& out = layout.outs()[k];
    if (wanted[k] <= out.bits) continue;
    if (layout.ins().empty()) return fail(no_input(layout, kRegister.view()));
    const Layout rest = identity(wanted[k] - out.bits, layout.ins().front().name, out.name);
    TILEGLOT_TRY(grown, mul(result, rest));
    result = grown;
  }
  return result;
}

Result<Layout> ensure_both(const Layout& layout, std::span<const NamedSize> shape) {
  TILEGLOT_TRY(grown, ensure_layout_not_smaller_than(layout, shape));
  return ensure_layout_not_larger_than(grown, shape);
}

}  // namespace tileglot::notation::linear
