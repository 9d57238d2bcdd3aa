// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/affine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::bridge {
namespace {

constexpr std::int64_t kProbes = 64;  // values of a dimension that the search for a witness tries

std::string value_text(const map::IndexMap& map, const map::Coordinate& x) {
  return fmt::format("f{} = {}", map::coordinate_text(x), map(x));
}

/// f(x) + f(y) - f(0) against f(x + y), for x along one dimension and y along another.
std::optional<std::string> joined_witness(const map::IndexMap& map, std::size_t j, std::size_t k) {
  const map::Coordinate zero(map.rank(), 0);
  map::Coordinate x = zero;
  map::Coordinate y = zero;
  map::Coordinate both = zero;
  for (std::int64_t a = 1; a < std::min(map.extent(j), kProbes); ++a) {
    for (std::int64_t b = 1; b < std::min(map.extent(k), kProbes); ++b) {
      x[j] = both[j] = a;
      y[k] = both[k] = b;
      if (map(x) - map(zero) == map(both) - map(y)) continue;
      return fmt::format("{}, {}, {}, but {}", value_text(map, zero), value_text(map, x),
                         value_text(map, y), value_text(map, both));
    }
  }
  return std::nullopt;
}

/// Two dimensions that do not add up, if a small coordinate shows it.
std::string witness_of_joining(const map::IndexMap& map) {
  for (std::size_t j = 0; j < map.rank(); ++j) {
    for (std::size_t k = j + 1; k < map.rank(); ++k) {
      if (auto witness = joined_witness(map, j, k)) return *std::move(witness);
    }
  }
  return fmt::format("the map is {}", map::to_text(map));
}

core::Error not_affine(std::string message, std::string witness) {
  return {{.code = "bridge.not_affine",
           .message = std::move(message),
           .help = "shapes and strides cannot hold it; `--to map` and `--to table` can",
           .witness = std::move(witness)}};
}

std::string dimension_name(const map::IndexMap& map, std::size_t k) {
  const std::string& name = map.domain()[k].name;
  return name.empty() ? fmt::format("dimension {}", k) : fmt::format("dimension {} ({})", k, name);
}

std::optional<core::Error> refusal_of(const map::IndexMap& map) {
  if (map.is_deep()) {
    return not_affine("the map has floors of a sum, so it is not a sum over digits of dimensions",
                      witness_of_joining(map));
  }
  if (map.is_xor()) {
    const auto rows = static_cast<std::int64_t>(map.out().xors.rows.size());
    return not_affine(fmt::format("{} of the offset {} made by XOR: the layout is swizzled",
                                  core::counted(rows, "bit"), core::is_or_are(rows)),
                      witness_of_joining(map));
  }
  if (map.out().base != 0 && map.size() != 0) {
    return not_affine(fmt::format("the first element is at offset {}, not 0", map.out().base),
                      value_text(map, map::Coordinate(map.rank(), 0)));
  }
  return std::nullopt;
}

}  // namespace

core::Result<std::vector<std::vector<map::Digit>>> digits_of_all(const map::IndexMap& map) {
  if (auto refusal = refusal_of(map)) return core::fail(*std::move(refusal));
  std::vector<std::vector<map::Digit>> all;
  for (std::size_t k = 0; k < map.rank(); ++k) {
    auto digits = map::digits_of(map.out(), static_cast<map::Source>(k));
    if (!digits) {
      return core::fail(
          not_affine(fmt::format("along {} the tile borders do not divide one another",
                                 dimension_name(map, k)),
                     fmt::format("the map is {}", map::to_text(map))));
    }
    all.push_back(*std::move(digits));
  }
  return all;
}

}  // namespace tileglot::bridge
