// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/iota.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/placement/places.h"

namespace tileglot::placement {

std::vector<Digit> iota_digits(std::span<const std::int64_t> extents,
                               std::span<const std::int64_t> permutation) {
  std::vector<std::int64_t> strides(extents.size(), 1);
  for (std::size_t i = extents.size(); i-- > 1;) strides[i - 1] = strides[i] * extents[i];
  std::vector<Digit> digits;
  for (const std::int64_t k : permutation) {
    const auto dim = static_cast<std::size_t>(k);
    digits.push_back({extents[dim], strides[dim]});
  }
  return digits;
}

}  // namespace tileglot::placement
