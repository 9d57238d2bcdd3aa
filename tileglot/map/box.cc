// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/box.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"

namespace tileglot::map {
namespace {

/// The number of coordinates of a box that the others contain.
std::int64_t covered_size(const Box& box, std::span<const Box> boxes) {
  std::int64_t size = 0;
  for (const Box& other : boxes) {
    if (const auto both = intersection(box, other)) size = core::saturating_add(size, both->size());
  }
  return size;
}

/// The first of the boxes that intersects `box`.
std::optional<Box> first_meeting(const Box& box, std::span<const Box> boxes) {
  const auto meets = [&](const Box& other) { return intersects(box, other); };
  const auto found = std::find_if(boxes.begin(), boxes.end(), meets);
  return found == boxes.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::int64_t Box::size() const {
  std::int64_t size = 1;
  for (std::size_t k = 0; k < begin.size(); ++k)
    size = core::saturating_mul(size, std::max<std::int64_t>(end[k] - begin[k], 0));
  return size;
}

bool intersects(const Box& a, const Box& b) {
  for (std::size_t k = 0; k < a.begin.size(); ++k) {
    if (std::max(a.begin[k], b.begin[k]) >= std::min(a.end[k], b.end[k])) return false;
  }
  return true;
}

std::optional<Box> intersection(const Box& a, const Box& b) {
  if (!intersects(a, b)) return std::nullopt;
  Box both = a;
  for (std::size_t k = 0; k < a.begin.size(); ++k) {
    both.begin[k] = std::max(a.begin[k], b.begin[k]);
    both.end[k] = std::min(a.end[k], b.end[k]);
  }
  return both;
}

std::vector<Box> difference(const Box& box, const Box& less) {
  const std::optional<Box> both = intersection(box, less);
  if (!both) return box.size() == 0 ? std::vector<Box>{} : std::vector<Box>{box};
  std::vector<Box> pieces;
  Box rest = box;
  for (std::size_t k = 0; k < box.begin.size(); ++k) {
    if (rest.begin[k] < both->begin[k]) {
      pieces.push_back(rest);
      pieces.back().end[k] = both->begin[k];
    }
    if (both->end[k] < rest.end[k]) {
      pieces.push_back(rest);
      pieces.back().begin[k] = both->end[k];
    }
    rest.begin[k] = both->begin[k];
    rest.end[k] = both->end[k];
  }
  return pieces;
}

std::optional<Coordinate> uncovered(const Box& box, std::span<const Box> boxes) {
  const auto is_short = [&](const Box& b) { return covered_size(b, boxes) < b.size(); };
  if (!is_short(box)) return std::nullopt;
  Box rest = box;
  while (const std::optional<Box> other = first_meeting(rest, boxes)) {
    // Some piece is only partly covered, since the whole was and the other box contains none of
    // them.
    const std::vector<Box> pieces = difference(rest, *other);
    rest = *std::find_if(pieces.begin(), pieces.end(), is_short);
  }
  return rest.begin;
}

std::vector<Slice> slices_of(const Box& box, const Coordinate& origin) {
  std::vector<Slice> slices;
  slices.reserve(origin.size());
  for (std::size_t k = 0; k < origin.size(); ++k)
    slices.push_back({box.begin[k] - origin[k], box.end[k] - box.begin[k], 1});
  return slices;
}

}  // namespace tileglot::map
