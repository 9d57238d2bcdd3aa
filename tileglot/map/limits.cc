// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/limits.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::map {

core::Error too_large_to_decide(std::string_view question, std::span<const Dim> domain,
                                std::span<const std::size_t> dims,
                                std::span<const std::int64_t> points, std::int64_t limit) {
  std::string names;
  std::string factors;
  core::Checked product = 1;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    names += fmt::format("{}{}", i == 0 ? "" : ", ", dimension_name(domain, dims[i]));
    factors += fmt::format("{}{}", i == 0 ? "" : " x ", points[i]);
    if (product) product = core::checked_mul(*product, points[i]);
  }
  const std::string needed = product ? fmt::format("{}", *product) : "more than 2^63";
  return {
      .code = "map.too_large_to_decide",
      .message = fmt::format("{} on the linked dimensions {} needs {} = {} points; the limit is {}",
                             question, names, factors, needed, limit),
      .help = "use smaller or fewer tiles and swizzles that do not divide one another"};
}

}  // namespace tileglot::map
