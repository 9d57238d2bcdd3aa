// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/alias_finder.h"

#include <cstddef>
#include <cstdint>

#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/limits.h"
#include "tileglot/render/coordinates.h"

namespace tileglot::render {
namespace {

/// Of coordinates that are counted one by one.
constexpr std::int64_t kMostCounted = 65536;
/// Of one search for two coordinates: a picture asks for thousands.
constexpr std::int64_t kMostBoxes = 1024;

}  // namespace

AliasFinder::AliasFinder(const map::IndexMap& map) {
  const auto found = map::injectivity(map, map::kQuickEffort);
  has_none_ = found && found->injective;
  if (has_none_) return;
  if (map.size() > kMostCounted) {
    inverse_.emplace(map);
    return;
  }
  counts_.reserve(static_cast<std::size_t>(map.size()));
  for_each_coordinate(map.domain(), [&](const map::Coordinate& x) { ++counts_[map(x)]; });
}

bool AliasFinder::is_alias(std::int64_t offset) const {
  if (has_none_) return false;
  if (inverse_) {
    const auto some = inverse_->some(offset, 2, kMostBoxes);
    return some && some->size() > 1;
  }
  const auto count = counts_.find(offset);
  return count != counts_.end() && count->second > 1;
}

}  // namespace tileglot::render
