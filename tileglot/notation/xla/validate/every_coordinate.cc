// SPDX-License-Identifier: Apache-2.0
// every_coordinate.cc: a walk over all coordinates, for laws.
#include "tileglot/notation/xla/validate/every_coordinate.h"

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/notation/xla/shape/for_each_index.h"

namespace tileglot::notation::xla {

std::vector<std::vector<std::int64_t>> every_coordinate(std::span<const std::int64_t> extents) {
  std::vector<std::vector<std::int64_t>> all;
  for_each_index(extents, [&](std::span<const std::int64_t> index) {
    all.emplace_back(index.begin(), index.end());
    return true;
  });
  return all;
}

}  // namespace tileglot::notation::xla
