// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/any_cut.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

using map::Box;
using map::Coordinate;

/// Every box is cut in two at the same place.
std::vector<Box> cut_all(const std::vector<Box>& boxes, std::size_t k, std::int64_t at) {
  std::vector<Box> cut;
  for (const Box& box : boxes) {
    Box low = box;
    Box high = box;
    low.end[k] = std::min(box.end[k], at);
    high.begin[k] = std::max(box.begin[k], at);
    if (low.begin[k] < low.end[k]) cut.push_back(low);
    if (high.begin[k] < high.end[k]) cut.push_back(high);
  }
  return cut;
}

void cut_one(std::vector<Box>& boxes) {
  const auto i = static_cast<std::size_t>(any_number(0, std::ssize(boxes)));
  const auto k = static_cast<std::size_t>(any_number(0, std::ssize(boxes[i].begin)));
  const std::int64_t at = any_number(boxes[i].begin[k], boxes[i].end[k]);
  const std::vector<Box> both = cut_all({boxes[i]}, k, at);
  boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
  boxes.insert(boxes.end(), both.begin(), both.end());
}

void move_one(Box& box, const Extents& extents) {
  if (extents.empty()) return;
  const auto k = static_cast<std::size_t>(any_number(0, std::ssize(extents)));
  const std::int64_t step = any_number(-box.begin[k], extents[k] - box.end[k] + 1);
  box.begin[k] += step;
  box.end[k] += step;
}

void stretch_one(Box& box, const Extents& extents) {
  if (extents.empty()) return;
  const auto k = static_cast<std::size_t>(any_number(0, std::ssize(extents)));
  box.begin[k] = any_number(0, box.begin[k] + 1);
  box.end[k] = any_number(box.end[k], extents[k] + 1);
}

}  // namespace

std::int64_t any_number(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(low, high));
}

Extents any_extents(std::size_t most_dimensions) {
  Extents extents(
      static_cast<std::size_t>(any_number(0, static_cast<std::int64_t>(most_dimensions) + 1)));
  for (std::int64_t& extent : extents) extent = any_number(1, 6);
  return extents;
}

std::vector<Box> any_cut(const Extents& extents) {
  std::vector<Box> boxes = {{Coordinate(extents.size(), 0), extents}};
  if (extents.empty()) return boxes;
  const bool is_grid = any_number(0, 2) == 0;
  for (std::int64_t left = any_number(0, 6); left > 0; --left) {
    const auto k = static_cast<std::size_t>(any_number(0, std::ssize(extents)));
    if (!is_grid) cut_one(boxes);
    if (is_grid && boxes.size() < 32) boxes = cut_all(boxes, k, any_number(0, extents[k]));
  }
  return boxes;
}

void spoil(std::vector<Box>& boxes, const Extents& extents) {
  if (boxes.empty()) return;
  const auto i = static_cast<std::size_t>(any_number(0, std::ssize(boxes)));
  const std::int64_t how = any_number(0, 8);
  if (how < 2) boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(i));
  if (how == 2) move_one(boxes[i], extents);
  if (how > 2 && how < 7) stretch_one(boxes[i], extents);
  if (how == 7) boxes.insert(boxes.end(), Box(boxes[i]));
}

void for_each_element(const Extents& extents, const std::function<void(const Coordinate&)>& visit) {
  if (std::ranges::find(extents, 0) != extents.end()) return;
  Coordinate x(extents.size(), 0);
  for (bool more = true; more;) {
    visit(x);
    more = false;
    for (std::size_t k = x.size(); k-- > 0 && !more;) {
      x[k] = (x[k] + 1) % extents[k];
      more = x[k] != 0;
    }
  }
}

bool has(const Box& box, const Coordinate& x) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k] < box.begin[k] || x[k] >= box.end[k]) return false;
  }
  return true;
}

Extents shape_of(const Box& box) {
  Extents shape(box.begin.size());
  for (std::size_t k = 0; k < shape.size(); ++k) shape[k] = box.end[k] - box.begin[k];
  return shape;
}

std::string numbered_elements(const Box& box, const Extents& whole) {
  std::string bytes;
  for_each_element(shape_of(box), [&](const Coordinate& x) {
    std::int64_t number = 0;
    for (std::size_t k = 0; k < x.size(); ++k) number = number * whole[k] + box.begin[k] + x[k];
    for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(number >> 8 * byte & 0xFF);
  });
  return bytes;
}

}  // namespace tileglot::checkpoint::pieces
