// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/alias_finder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/limits.h"
#include "tileglot/render/picture/coordinates.h"

namespace tileglot::render {
namespace {

/// The most coordinates that are counted one by one.
constexpr std::int64_t kMostCounted = 65536;
/// Limits one search for two coordinates, times the dimensions of a box: a picture does thousands
/// of searches.
constexpr std::int64_t kMostSides = 4096;
/// After this many searches without an answer no more are started.
constexpr int kMostInVain = 64;

}  // namespace

AliasFinder::AliasFinder(const map::IndexMap& map) {
  const auto found = map::injectivity(map, map::kQuickEffort);
  has_none_ = found && found->injective;
  if (has_none_) return;
  if (map.size() > kMostCounted) {
    inverse_.emplace(map);
    most_boxes_ = kMostSides / std::max<std::int64_t>(std::int64_t(map.rank()), 1);
    return;
  }
  counts_.reserve(static_cast<std::size_t>(map.size()));
  for_each_coordinate(map.domain(), [&](const map::Coordinate& x) { ++counts_[map(x)]; });
}

bool AliasFinder::is_alias(std::int64_t offset) {
  if (has_none_) return false;
  if (inverse_) {
    if (in_vain_ == kMostInVain) return false;
    const auto some = inverse_->some(offset, 2, most_boxes_);
    if (!some) ++in_vain_;
    return some && some->size() > 1;
  }
  const auto count = counts_.find(offset);
  return count != counts_.end() && count->second > 1;
}

}  // namespace tileglot::render
