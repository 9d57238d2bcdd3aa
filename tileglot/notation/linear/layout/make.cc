// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/make.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/rank.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using core::Span;

constexpr int kMaxBitsOfDimension = 62;  // a size is an int64

core::Error duplicate(const std::string& name, std::optional<Span> span) {
  return {{.code = "linear.duplicate",
           .message = fmt::format("the dimension {} is listed twice", name),
           .span = span,
           .help = "input names differ from one another, and so do output names"}};
}

core::Status check_count(std::size_t dimensions) {
  if (dimensions <= kMaxDimensions) return {};
  return fail({.code = "linear.too_many_dimensions",
               .message = fmt::format("{} dimensions on one side, and at most {} are allowed",
                                      dimensions, kMaxDimensions)});
}

core::Status check_bits(std::size_t bits, std::string_view side) {
  if (bits <= std::size_t{kMaxBits}) return {};
  return fail({.code = "linear.too_many_bits",
               .message = fmt::format("the {} have {} bits in all, and at most {} are allowed",
                                      side, bits, kMaxBits)});
}

core::Status add_out(Layout& layout, const OutSize& out) {
  TILEGLOT_TRY(name, name_of(out.name, out.span));
  TILEGLOT_TRY(bits, bits_of_size(out.size, out.name, out.span));
  if (layout.find_out(name) != nullptr) return fail(duplicate(out.name, out.span));
  TILEGLOT_TRY_STATUS(check_bits(static_cast<std::size_t>(layout.out_bits() + bits), "outputs"));
  layout.add_out(name, bits);
  return {};
}

core::Error wrong_length(const BasisVector& vector, const std::string& in, std::size_t outs) {
  return {{.code = "linear.vector_length",
           .message = fmt::format("a basis vector of {} has {} entries, and there are {} outputs",
                                  in, vector.entries.size(), outs),
           .span = vector.span,
           .help = "write one entry for each output dimension, in their order"}};
}

core::Error out_of_range(std::int64_t entry, const Dimension& out, std::optional<Span> span) {
  return {{.code = "linear.out_of_range",
           .message = fmt::format("the entry {} is not in 0 to {}, the outputs of {}", entry,
                                  out.size() - 1, out.name.view()),
           .span = span,
           .help = "entries go from 0 to the size of their output less one"}};
}

Result<std::uint64_t> packed(const Layout& layout, const InBases& in, const BasisVector& vector) {
  if (vector.entries.size() != layout.outs().size())
    return fail(wrong_length(vector, in.name, layout.outs().size()));
  std::uint64_t column = 0;
  for (std::size_t k = 0; k < vector.entries.size(); ++k) {
    const Dimension& out = layout.outs()[k];
    const std::int64_t entry = vector.entries[k];
    if (entry < 0 || entry >= out.size()) return fail(out_of_range(entry, out, vector.span));
    column |= placed(static_cast<std::uint64_t>(entry), out);
  }
  return column;
}

core::Status add_in(Layout& layout, const InBases& in) {
  TILEGLOT_TRY(name, name_of(in.name, in.span));
  if (layout.find_in(name) != nullptr) return fail(duplicate(in.name, in.span));
  const std::size_t bits = static_cast<std::size_t>(layout.in_bits()) + in.vectors.size();
  TILEGLOT_TRY_STATUS(check_bits(bits, "inputs"));
  core::SmallVector<std::uint64_t, kMaxBits> columns;
  for (const BasisVector& vector : in.vectors) {
    TILEGLOT_TRY(column, packed(layout, in, vector));
    columns.push_back(column);
  }
  layout.add_in(name, {columns.data(), columns.size()});
  return {};
}

/// One output dimension's size: the smallest power of two above its entries.
Result<OutSize> inferred(std::span<const InBases> bases, const std::string& name, std::size_t k) {
  std::int64_t largest = 0;
  for (const InBases& in : bases) {
    for (const BasisVector& vector : in.vectors) {
      if (k < vector.entries.size()) largest = std::max(largest, vector.entries[k]);
    }
  }
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(largest)));
  if (bits <= kMaxBitsOfDimension) return OutSize{name, std::int64_t{1} << bits};
  return fail({.code = "linear.out_of_range",
               .message = fmt::format("the entry {} of {} is beyond the largest size, 2^{}",
                                      largest, name, kMaxBitsOfDimension)});
}

}  // namespace

Result<int> bits_of_size(std::int64_t size, std::string_view of, std::optional<Span> span) {
  if (size > 0 && std::has_single_bit(static_cast<std::uint64_t>(size)))
    return std::countr_zero(static_cast<std::uint64_t>(size));
  return fail({.code = "linear.size",
               .message = fmt::format("the size of {} is {}, not a power of two", of, size),
               .span = span,
               .help = "linear layouts have sizes 1, 2, 4 and so on; pad the dimension and mask "
                       "what is beyond it, or write the layout in CuTe's notation"});
}

core::Status require_surjective(const Layout& layout) {
  const auto unreached = first_unreached(layout);
  if (!unreached) return {};
  std::vector<std::uint64_t> at;
  for (const Dimension& out : layout.outs()) at.push_back(part_of(*unreached, out));
  return fail({.code = "linear.not_surjective",
               .message = fmt::format("the layout reaches 2^{} of its 2^{} outputs", rank(layout),
                                      layout.out_bits()),
               .help = "add `, surjective: false` if that is meant",
               .witness = fmt::format("output ({}) is not reached", fmt::join(at, ","))});
}

Result<Layout> make(std::span<const InBases> bases, std::span<const OutSize> outs,
                    Surjective surjective) {
  TILEGLOT_TRY_STATUS(check_count(std::max(bases.size(), outs.size())));
  Layout layout;
  for (const OutSize& out : outs) TILEGLOT_TRY_STATUS(add_out(layout, out));
  for (const InBases& in : bases) TILEGLOT_TRY_STATUS(add_in(layout, in));
  if (surjective == Surjective::kRequired) TILEGLOT_TRY_STATUS(require_surjective(layout));
  return layout;
}

Result<Layout> make_infer(std::span<const InBases> bases, std::span<const std::string> outs,
                          Surjective surjective) {
  TILEGLOT_TRY_STATUS(check_count(std::max(bases.size(), outs.size())));
  std::vector<OutSize> sizes;
  sizes.reserve(outs.size());
  for (std::size_t k = 0; k < outs.size(); ++k) {
    TILEGLOT_TRY(size, inferred(bases, outs[k], k));
    sizes.push_back(size);
  }
  return make(bases, sizes, surjective);
}

}  // namespace tileglot::notation::linear
