// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/logical_division.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/complement.h"
#include "tileglot/notation/linear/dimensions/concatenate.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/detail/mapped_columns.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

constexpr int kMaxBitsOfDimension = 62;  // a size is an int64

/// The number of output bits that a layout actually uses.
int used_bits(const Layout& layout) {
  std::uint64_t all = 0;
  for (const std::uint64_t column : layout.columns()) all |= column;
  return static_cast<int>(std::bit_width(all));
}

core::Error beyond(const Layout& a, const Layout& b) {
  return {
      {.code = "linear.size_exceeded",
       .message = fmt::format("the tile goes to 2^{} values, and the layout it divides has 2^{} "
                              "inputs",
                              used_bits(b), a.in_bits())}};
}

core::Status check_bits(int bits, std::string_view what) {
  if (bits <= kMaxBitsOfDimension) return {};
  return fail({.code = "linear.too_many_bits",
               .message = fmt::format("{} would have 2^{} values, and at most 2^{} are allowed",
                                      what, bits, kMaxBitsOfDimension)});
}

/// A o B on flat values: B's inputs, A's outputs.
Layout after(const Layout& a, const Layout& b) {
  Layout result = detail::outs_of(a);
  detail::add_mapped_ins(result, b, [&](std::uint64_t c) { return apply_flat(a, c); });
  return result;
}

/// The layout with its one output resized to 2^bits values, which hold all its entries.
Layout with_out(const Layout& layout, const Name& out, int bits) {
  Layout result;
  result.add_out(out, bits);
  for (const Dimension& in : layout.ins()) result.add_in(in.name, layout.columns_of(in));
  return result;
}

}  // namespace

Result<Layout> logical_divide(const Layout& a, const Layout& b) {
  TILEGLOT_TRY_STATUS(require_one_output(b));
  TILEGLOT_TRY_STATUS(check_bits(a.in_bits(), "what is divided"));
  if (used_bits(b) > a.in_bits()) return fail(beyond(a, b));
  TILEGLOT_TRY(rest, complement(b, std::int64_t{1} << a.in_bits()));
  TILEGLOT_TRY(tiles, concat_ins(with_out(b, b.outs().front().name, a.in_bits()), rest));
  return after(a, tiles);
}

Result<Layout> logical_product(const Layout& a, const Layout& b) {
  TILEGLOT_TRY_STATUS(require_one_output(a));
  TILEGLOT_TRY_STATUS(require_one_output(b));
  TILEGLOT_TRY_STATUS(check_bits(a.in_bits() + b.out_bits(), "the product"));
  TILEGLOT_TRY(free, complement(a, std::int64_t{1} << (a.in_bits() + b.out_bits())));
  const int bits = std::max(a.out_bits(), free.out_bits());
  const Name& out = a.outs().front().name;
  return concatenate(with_out(a, out, bits), with_out(after(free, b), out, bits));
}

}  // namespace tileglot::notation::linear
