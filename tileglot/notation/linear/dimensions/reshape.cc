// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/reshape.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/named_size.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Dimensions = core::SmallVector<Dimension, 8>;

core::Error wrong_product(std::size_t wanted, int had) {
  return {
      {.code = "linear.product",
       .message = fmt::format(
           "the sizes given have 2^{} values in all, the layout's dimensions 2^{}", wanted, had),
       .help = "a reshape keeps the number of values"}};
}

core::Status check_new(const Dimensions& dimensions, const Name& name) {
  for (const Dimension& d : dimensions) {
    if (d.name == name) {
      return fail({.code = "linear.duplicate",
                   .message = fmt::format("the dimension {} is listed twice", name.view())});
    }
  }
  return {};
}

/// The dimensions into which `bits` bits are divided.
Result<Dimensions> cut(std::span<const NamedSize> sizes, int bits) {
  if (sizes.size() > kMaxDimensions) {
    return fail({.code = "linear.too_many_dimensions",
                 .message = fmt::format("{} dimensions on one side, and at most {} are allowed",
                                        sizes.size(), kMaxDimensions)});
  }
  Dimensions dimensions;
  std::size_t total = 0;
  for (const NamedSize& s : sizes) {
    TILEGLOT_TRY(own, bits_of_size(s.size, s.name.view()));
    TILEGLOT_TRY_STATUS(check_new(dimensions, s.name));
    dimensions.push_back({s.name, static_cast<std::int16_t>(own)});
    total += static_cast<std::size_t>(own);
  }
  if (total != static_cast<std::size_t>(bits)) return fail(wrong_product(total, bits));
  return dimensions;
}

Layout with_ins(const Layout& layout, const Dimensions& ins) {
  Layout result = detail::outs_of(layout);
  std::span<const std::uint64_t> columns = layout.columns();
  for (const Dimension& in : ins) {
    const auto bits = static_cast<std::size_t>(in.bits);
    result.add_in(in.name, columns.first(bits));
    columns = columns.subspan(bits);
  }
  return result;
}

Layout with_outs(const Layout& layout, const Dimensions& outs) {
  Layout result;
  for (const Dimension& out : outs) result.add_out(out.name, out.bits);
  for (const Dimension& in : layout.ins()) result.add_in(in.name, layout.columns_of(in));
  return result;
}

/// All bits in one dimension.
Dimensions united(std::span<const Dimension> dimensions, int bits) {
  if (dimensions.empty()) return {};
  return {{dimensions.front().name, static_cast<std::int16_t>(bits)}};
}

}  // namespace

Result<Layout> reshape_ins(const Layout& layout, std::span<const NamedSize> ins) {
  TILEGLOT_TRY(dimensions, cut(ins, layout.in_bits()));
  return with_ins(layout, dimensions);
}

Result<Layout> reshape_outs(const Layout& layout, std::span<const NamedSize> outs) {
  TILEGLOT_TRY(dimensions, cut(outs, layout.out_bits()));
  return with_outs(layout, dimensions);
}

Layout flatten_ins(const Layout& layout) {
  return with_ins(layout, united(layout.ins(), layout.in_bits()));
}

Layout flatten_outs(const Layout& layout) {
  return with_outs(layout, united(layout.outs(), layout.out_bits()));
}

}  // namespace tileglot::notation::linear
