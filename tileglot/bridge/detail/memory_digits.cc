// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/memory_digits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/detail/affine.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/index_map.h"

namespace tileglot::bridge {
namespace {

/// A digit and its stride in memory.
struct Strided {
  MemoryDigit digit;
  std::int64_t stride = 1;
};

/// Why the map does not have such a list.
struct Gap {
  std::string message;
  std::string witness;
};

std::vector<Strided> digits_along(const std::vector<map::Digit>& digits, std::size_t dim,
                                  std::int64_t extent) {
  std::vector<Strided> all;
  for (const map::Digit& digit : digits) {
    const std::int64_t radix =
        digit.radix.value_or(core::ceil_div(std::max<std::int64_t>(extent, 1), digit.div));
    if (radix < 2) continue;
    all.push_back(
        {{.dim = dim, .level = all.size(), .div = digit.div, .radix = radix}, digit.stride});
  }
  if (!all.empty()) all.back().digit.is_top = true;
  return all;
}

std::vector<Strided> by_descending_stride(const map::IndexMap& map,
                                          const std::vector<std::vector<map::Digit>>& digits) {
  std::vector<Strided> all;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    const auto along = digits_along(digits[k], k, map.extent(k));
    all.insert(all.end(), along.begin(), along.end());
  }
  std::ranges::sort(all, [](const Strided& a, const Strided& b) {
    if (a.stride != b.stride) return a.stride > b.stride;
    return std::pair(a.digit.dim, a.digit.level) < std::pair(b.digit.dim, b.digit.level);
  });
  return all;
}

std::int64_t reach_of(const Strided& strided) {
  return core::saturating_mul(strided.stride, strided.digit.radix);
}

/// A digit whose stride is less than the reach of those below it.
Gap overlap(const Strided& strided, std::int64_t below) {
  return {fmt::format("a stride of {} overlaps the {} positions below it", strided.stride, below),
          fmt::format("dimension {} moves by {}", strided.digit.dim, strided.stride)};
}

/// Gives each digit all the space up to the next stride.
tl::expected<std::vector<MemoryDigit>, Gap> compact(std::vector<Strided> all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t below = i + 1 < all.size() ? reach_of(all[i + 1]) : 1;
    if (all[i].stride < std::max<std::int64_t>(below, 1)) {
      return tl::unexpected(overlap(all[i], below));
    }
  }
  std::vector<MemoryDigit> digits;
  for (std::size_t i = 0; i < all.size(); ++i) {
    MemoryDigit digit = all[i].digit;
    const std::int64_t above = i == 0 ? reach_of(all[i]) : all[i - 1].stride;
    if (above != reach_of(all[i])) {
      if (above % all[i].stride != 0 || !digit.is_top) {
        return tl::unexpected(
            Gap{fmt::format("a stride of {} is not a product of the {} positions below it", above,
                            reach_of(all[i])),
                fmt::format("offset {} is never reached", reach_of(all[i]))});
      }
      digit.radix = above / all[i].stride;
      digit.padded = true;
    }
    digits.push_back(digit);
  }
  if (!all.empty() && all.back().stride != 1) {
    return tl::unexpected(Gap{fmt::format("the smallest stride is {}, not 1", all.back().stride),
                              "offset 1 is never reached"});
  }
  return digits;
}

}  // namespace

core::Result<std::vector<MemoryDigit>> memory_digits(const map::IndexMap& map,
                                                     std::string_view code, std::string_view help) {
  TILEGLOT_TRY(digits, digits_of_all(map));
  auto placed = compact(by_descending_stride(map, digits));
  if (placed) return *std::move(placed);
  return core::fail({.code = std::string(code),
                     .message = std::move(placed.error().message),
                     .help = std::string(help),
                     .witness = std::move(placed.error().witness)});
}

}  // namespace tileglot::bridge
