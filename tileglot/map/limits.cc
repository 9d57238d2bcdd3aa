// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/limits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::map {
namespace {

constexpr std::size_t kMostNamed = 6;

/// a, b, .., z: the first ones and the last.
std::string listed(const std::vector<std::string>& words, std::string_view separator) {
  if (words.size() <= kMostNamed) return fmt::format("{}", fmt::join(words, separator));
  const std::span<const std::string> first(words.data(), kMostNamed - 1);
  return fmt::format("{0}{1}..{1}{2}", fmt::join(first, separator), separator, words.back());
}

}  // namespace

core::Error too_large_to_decide(std::string_view question, std::span<const Dim> domain,
                                std::span<const std::size_t> dims,
                                std::span<const std::int64_t> points, std::int64_t limit) {
  std::vector<std::string> names;
  std::vector<std::string> factors;
  core::Checked product = 1;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    names.push_back(dimension_name(domain, dims[i]));
    factors.push_back(fmt::format("{}", points[i]));
    if (product) product = core::checked_mul(*product, points[i]);
  }
  const std::string needed = product ? fmt::format("{}", *product) : "more than 2^63";
  return {
      {.code = "map.too_large_to_decide",
       .message = fmt::format("{} on the linked dimensions {} needs {} = {} points; "
                              "the limit is {}",
                              question, listed(names, ", "), listed(factors, " x "), needed, limit),
       .help = "use smaller tiles and swizzles, or extents that they divide"}};
}

}  // namespace tileglot::map
