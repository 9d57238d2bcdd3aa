// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/columns.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

std::vector<std::optional<std::uint8_t>> borders_of(const Axis& axis) {
  std::vector<std::optional<std::uint8_t>> levels(axis.count());
  for (const Border& border : axis.borders) {
    if (border.before < levels.size()) levels[border.before] = border.level;
  }
  return levels;
}

TextColumns::TextColumns(const Axis& axis, std::size_t cell_width)
    : cell_width_(cell_width), borders_(borders_of(axis)) {
  starts_.reserve(count() + 1);
  starts_.push_back(0);
  for (const std::optional<std::uint8_t>& border : borders_) {
    starts_.push_back(starts_.back() + 1 + cell_width + (border ? 2 : 0));
  }
}

/// As many columns as fit; fewer, up to a border, if that is at least half of them.
Band TextColumns::next_band(std::size_t begin, std::size_t limit) const {
  Band band{begin, begin + 1};
  while (band.end < count() && width({begin, band.end + 1}) <= limit) ++band.end;
  if (band.end == count()) return band;
  for (std::size_t end = band.end; 2 * (end - begin) >= band.end - begin && end > begin; --end) {
    if (borders_[end]) return {begin, end};
  }
  return band;
}

std::vector<Band> TextColumns::bands(std::size_t limit) const {
  if (limit == 0 || starts_.back() <= limit) return {{0, count()}};
  std::vector<Band> bands;
  for (std::size_t begin = 0; begin < count(); begin = bands.back().end) {
    bands.push_back(next_band(begin, limit));
  }
  return bands;
}

}  // namespace tileglot::render
