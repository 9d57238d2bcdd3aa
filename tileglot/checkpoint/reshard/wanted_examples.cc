// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/wanted_examples.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::any_number;
using Ranks = std::vector<std::int64_t>;

constexpr std::int64_t kMostTestRanks = 40;

WantedTile tile_of(const BoxOfRanks& box) {
  WantedTile tile{.begin = box.box.begin, .extents = pieces::shape_of(box.box), .ranks = box.ranks};
  const map::Coordinate origin(box.box.begin.size(), 0);
  if (box.box.size() > 0) tile.fills = {{.array = 0, .box = box.box, .begin = origin}};
  return tile;
}

/// Each box has a rank of its own; the other ranks have some box, or none.
std::vector<BoxOfRanks> at_any_ranks(const std::vector<map::Box>& boxes, std::int64_t ranks) {
  std::vector<BoxOfRanks> placed;
  placed.reserve(boxes.size());
  const std::int64_t first = any_number(0, ranks - std::ssize(boxes) + 1);
  for (const map::Box& box : boxes) placed.push_back({box, {first + std::ssize(placed)}});
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    if (rank >= first && rank < first + std::ssize(boxes)) continue;
    const std::int64_t box = any_number(0, std::ssize(boxes) + 2);
    if (box < std::ssize(boxes)) placed[static_cast<std::size_t>(box)].ranks.push_back(rank);
  }
  for (BoxOfRanks& box : placed) std::ranges::sort(box.ranks);
  return placed;
}

/// Sometimes a box of no elements at the end, as torch has where ranks outnumber rows.
std::vector<map::Box> any_boxes(const pieces::Extents& extents) {
  const map::Box all{map::Coordinate(extents.size(), 0), extents};
  std::vector<map::Box> boxes = {all};
  if (all.size() > 0 && any_number(0, 3) > 0) boxes = pieces::any_cut(extents);
  if (!extents.empty() && any_number(0, 4) == 0) {
    boxes.push_back(all);
    boxes.back().begin.front() = extents.front();
  }
  return boxes;
}

WantedArray any_array(const std::string& name, std::int64_t ranks) {
  pieces::Extents extents = pieces::any_extents(3);
  if (!extents.empty() && any_number(0, 6) == 0) extents.back() = 0;
  return wanted_array(name, extents, at_any_ranks(any_boxes(extents), ranks),
                      any_number(0, 2) == 0 ? "" : "any words");
}

}  // namespace

WantedArray wanted_array(const std::string& name, const pieces::Extents& extents,
                         const std::vector<BoxOfRanks>& boxes, const std::string& sharding) {
  WantedArray array{.name = name,
                    .type = core::ElementType::kU32,
                    .element_bits = 32,
                    .extents = extents,
                    .sharding = sharding};
  array.tiles.reserve(boxes.size());
  for (const BoxOfRanks& box : boxes) array.tiles.push_back(tile_of(box));
  return array;
}

WantedArray whole_array(const std::string& name, const pieces::Extents& extents,
                        std::int64_t ranks) {
  Ranks all(static_cast<std::size_t>(ranks));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
  return wanted_array(name, extents, {{{map::Coordinate(extents.size(), 0), extents}, all}});
}

WantedModel wanted_model(std::vector<WantedArray> arrays, std::int64_t ranks) {
  std::ranges::sort(arrays, {}, &WantedArray::name);
  WantedModel model{.arrays = std::move(arrays), .ranks = ranks};
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    for (WantedTile& tile : model.arrays[i].tiles) {
      for (Fill& fill : tile.fills) fill.array = i;
    }
  }
  return model;
}

WantedModel any_wanted() {
  // any_cut has fewer boxes.
  const std::int64_t ranks = any_number(kMostTestRanks - 5, kMostTestRanks + 1);
  std::vector<WantedArray> arrays;
  for (const char* name : {"a", "b.c", "b@0", "d"}) {
    if (any_number(0, 4) > 0) arrays.push_back(any_array(name, ranks));
  }
  return wanted_model(std::move(arrays), ranks);
}

pieces::PiecedModel source_of(const WantedModel& wanted) {
  pieces::PiecedModel source;
  for (const WantedArray& array : wanted.arrays) {
    const map::Box all{map::Coordinate(array.extents.size(), 0), array.extents};
    pieces::PiecedArray& own =
        source.arrays.emplace_back(pieces::PiecedArray{.name = array.name,
                                                       .type = array.type,
                                                       .element_bits = array.element_bits,
                                                       .extents = array.extents});
    if (all.size() > 0) {
      own.pieces = {{.file = source.files.size(),
                     .begin_bytes = 64,
                     .bytes = all.size() * array.element_bits / 8,
                     .box = all}};
    }
    source.files.push_back({.path = "folder/" + array.name + ".safetensors"});
  }
  return source;
}

void write_output(const std::string& folder, const Output& output, const WantedModel& wanted) {
  for (const OutputPart& part : output.parts) {
    std::string text = part.header;
    for (const Entry& entry : part.entries) {
      const WantedArray& array = wanted.arrays[entry.array];
      text += pieces::numbered_elements(box_of(array.tiles[entry.tile]), array.extents);
    }
    io::write_text(folder + part.file, text);
  }
  if (output.index) io::write_text(folder + output.index->file, output.index->text);
}

map::Box box_of(const WantedTile& tile) {
  map::Box box{tile.begin, tile.begin};
  for (std::size_t k = 0; k < box.end.size(); ++k) box.end[k] += tile.extents[k];
  return box;
}

}  // namespace tileglot::checkpoint::reshard
