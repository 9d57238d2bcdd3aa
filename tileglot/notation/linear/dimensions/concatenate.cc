// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/concatenate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/detail/merged_names.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name_list.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Columns = core::SmallVector<std::uint64_t, kMaxBits>;

core::Error other_dimensions(std::string_view code, std::string_view side,
                             std::span<const Dimension> a, std::span<const Dimension> b) {
  return {{.code = std::string(code),
           .message = fmt::format("one layout has the {} {}, the other {}", side, name_list(a),
                                  name_list(b)),
           .help = "both need the same ones, in the same order and of the same size"}};
}

core::Status check_outs(const Layout& a, const Layout& b) {
  if (std::ranges::equal(a.outs(), b.outs())) return {};
  return fail(other_dimensions("linear.other_outputs", "outputs", a.outs(), b.outs()));
}

core::Status check_ins(const Layout& a, const Layout& b) {
  if (std::ranges::equal(a.ins(), b.ins())) return {};
  return fail(other_dimensions("linear.other_inputs", "inputs", a.ins(), b.ins()));
}

core::Status check_disjoint(std::span<const Dimension> a, std::span<const Dimension> b) {
  for (const Dimension& d : a) {
    for (const Dimension& e : b) {
      if (d.name != e.name) continue;
      return fail({.code = "linear.duplicate",
                   .message = fmt::format("both layouts have the dimension {}", d.name.view()),
                   .help = "rename it in one of them"});
    }
  }
  return {};
}

core::Status check_room(int bits, std::size_t dimensions) {
  if (bits > kMaxBits) {
    return fail({.code = "linear.too_many_bits",
                 .message = fmt::format("both have {} bits in all, and at most {} are allowed",
                                        bits, kMaxBits)});
  }
  if (dimensions > kMaxDimensions) {
    return fail(
        {.code = "linear.too_many_dimensions",
         .message = fmt::format("both have {} dimensions in all, and at most {} are allowed",
                                dimensions, kMaxDimensions)});
  }
  return {};
}

/// The columns of both layouts in one input, which either may lack.
Columns columns_in(const Layout& a, const Layout& b, const Name& name) {
  Columns columns;
  for (const Layout* layout : {&a, &b}) {
    const Dimension* in = layout->find_in(name);
    if (in == nullptr) continue;
    for (const std::uint64_t column : layout->columns_of(*in)) columns.push_back(column);
  }
  return columns;
}

}  // namespace

Result<Layout> concatenate(const Layout& a, const Layout& b) {
  TILEGLOT_TRY_STATUS(check_outs(a, b));
  const detail::Names names = detail::merged_names(a.ins(), b.ins());
  TILEGLOT_TRY_STATUS(check_room(a.in_bits() + b.in_bits(), names.size()));
  Layout result = detail::outs_of(a);
  for (const Name& name : names) {
    const Columns columns = columns_in(a, b, name);
    result.add_in(name, {columns.data(), columns.size()});
  }
  return result;
}

Result<Layout> concat_ins(const Layout& a, const Layout& b) {
  TILEGLOT_TRY_STATUS(check_disjoint(a.ins(), b.ins()));
  return concatenate(a, b);
}

Result<Layout> concat_outs(const Layout& a, const Layout& b) {
  TILEGLOT_TRY_STATUS(check_ins(a, b));
  TILEGLOT_TRY_STATUS(check_disjoint(a.outs(), b.outs()));
  TILEGLOT_TRY_STATUS(check_room(a.out_bits() + b.out_bits(), a.outs().size() + b.outs().size()));
  Layout result = detail::outs_of(a);
  for (const Dimension& out : b.outs()) result.add_out(out.name, out.bits);
  for (const Dimension& in : a.ins()) {
    Columns columns;
    for (int j = in.begin; j < in.begin + in.bits; ++j) {
      const bool has_room = a.out_bits() < kMaxBits;  // else b has no output bits
      columns.push_back(a.column(j) | (has_room ? b.column(j) << a.out_bits() : 0));
    }
    result.add_in(in.name, {columns.data(), columns.size()});
  }
  return result;
}

}  // namespace tileglot::notation::linear
