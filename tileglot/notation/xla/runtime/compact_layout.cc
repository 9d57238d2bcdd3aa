// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/compact_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/limits.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using Numbers = std::vector<std::int64_t>;

tl::unexpected<core::Error> bad_order(std::string message) {
  return fail({.code = "ifrt.order",
               .message = std::move(message),
               .help = "list every dimension once, the most major first"});
}

constexpr std::int64_t kPredBits = 8;

}  // namespace

Result<CompactLayout> CompactLayout::create(Numbers major_to_minor) {
  if (major_to_minor.size() > kMaxRank) {
    return fail({.code = "xla.limit",
                 .message = fmt::format("more than {} dimensions", kMaxRank),
                 .help = "no array in use comes near this limit"});
  }
  const auto count = std::ssize(major_to_minor);
  Numbers sorted = major_to_minor;
  std::ranges::sort(sorted);
  if (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= count)) {
    return bad_order(fmt::format("[{}] lists {} dimensions, and one of them is not in 0 to {}",
                                 fmt::join(major_to_minor, ","), count, count - 1));
  }
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    return bad_order(fmt::format("[{}] is not a permutation: {} comes twice",
                                 fmt::join(major_to_minor, ","), *twice));
  }
  CompactLayout layout;
  layout.major_to_minor_ = std::move(major_to_minor);
  return layout;
}

CompactLayout CompactLayout::c_order(std::size_t rank) {
  CompactLayout layout;
  layout.major_to_minor_.resize(rank);
  std::iota(layout.major_to_minor_.begin(), layout.major_to_minor_.end(), 0);
  return layout;
}

std::string print(const CompactLayout& layout) {
  return fmt::format("CompactLayout(major_to_minor=[{}])", fmt::join(layout.major_to_minor(), ","));
}

std::optional<std::int64_t> ifrt_bits(PrimitiveType type) {
  if (!is_element_type(type)) return std::nullopt;
  return type == PrimitiveType::kPred ? kPredBits : bit_width(type);
}

Result<std::optional<std::int64_t>> byte_size(const CompactLayout& layout,
                                              std::optional<std::int64_t> bits,
                                              std::span<const std::int64_t> shape) {
  const std::size_t rank = layout.major_to_minor().size();
  if (rank != shape.size()) {
    return fail({.code = "ifrt.rank",
                 .message = fmt::format("{} has {} dimensions, and the shape has {}", print(layout),
                                        rank, shape.size()),
                 .help = "a layout lists each dimension of its array once"});
  }
  if (!bits) return std::optional<std::int64_t>();
  std::int64_t total = *bits;
  for (const std::int64_t extent : shape) {
    if (extent >= 0 && core::multiply_fits(total, extent, total)) continue;
    return fail({.code = "ifrt.size",
                 .message = fmt::format("[{}] of {} bits has no size of 64 bits",
                                        fmt::join(shape, ","), *bits)});
  }
  return std::optional(core::ceil_div(total, 8));
}

}  // namespace tileglot::notation::xla
