// SPDX-License-Identifier: Apache-2.0
// The laws of wanted models: each rank gets what the words give it of each array that is joined,
// element by element, and files that were cut by rules are joined by them as they were cut.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/any_joining.h"
#include "tileglot/checkpoint/reshard/joined_by_rules.h"
#include "tileglot/checkpoint/reshard/listed_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/checkpoint/reshard/wanted_by_rules.h"
#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/tiles.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace mesh = notation::mesh;

using pieces::Extents;
using pieces::for_each_element;

/// An element of the source: the name of its array, and where it is in it.
using Element = std::pair<std::string, map::Coordinate>;

/// What a rank gets: where in the wanted array, and the elements in row-major order.
struct Gift {
  map::Coordinate begin = {};
  Extents extents = {};
  std::vector<Element> elements = {};
  friend bool operator==(const Gift&, const Gift&) = default;
};

/// By rank.
using Gifts = std::map<std::int64_t, Gift>;

Extents extents_of(const map::Box& box) { return pieces::shape_of(box); }

map::Coordinate sum(map::Coordinate a, const map::Coordinate& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
  return a;
}

/// From the definition of `repeat`: the ranks of a group count as one of a smaller mesh.
map::Box box_of(const DrawnArray& array, const Extents& extents, const mesh::Mesh& grid,
                std::vector<std::int64_t> at) {
  std::vector<mesh::Axis> axes = grid.axes;
  if (array.repeat > 1) {
    const std::size_t axis = array.cut.dims[0].axes.back();
    axes[axis].size /= array.repeat;
    at[axis] /= array.repeat;
  }
  const mesh::Mesh fewer = *mesh::make_mesh(std::move(axes));
  const auto box = mesh::box_of(mesh::device_at(fewer, at), extents, array.cut, fewer);
  return {box->begin, box->end};
}

Element element_of(const DrawnArray& array, const DrawnOperand& operand, map::Coordinate x) {
  if (!array.is_stack) return {operand.names[0], std::move(x)};
  const auto number = static_cast<std::size_t>(x[0]);
  return {operand.names[number], {x.begin() + 1, x.end()}};
}

/// The operand and where in it, of a coordinate of the joined boxes.
Element element_at(const DrawnArray& array, const std::vector<map::Box>& boxes, map::Coordinate x) {
  std::size_t i = 0;
  for (; !x.empty(); ++i) {
    const std::int64_t length = extents_of(boxes[i])[array.dim];
    if (x[array.dim] < length) break;
    x[array.dim] -= length;
  }
  return element_of(array, array.operands[i], sum(std::move(x), boxes[i].begin));
}

Gift gift_of(const DrawnArray& array, const mesh::Mesh& grid, const std::vector<std::int64_t>& at) {
  std::vector<map::Box> boxes;
  boxes.reserve(array.operands.size());
  for (const DrawnOperand& operand : array.operands)
    boxes.push_back(box_of(array, operand.extents, grid, at));
  Gift gift{.begin = boxes[0].begin, .extents = extents_of(boxes[0])};
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    gift.begin[array.dim] += boxes[i].begin[array.dim];
    gift.extents[array.dim] += extents_of(boxes[i])[array.dim];
  }
  for_each_element(gift.extents, [&](const map::Coordinate& x) {
    gift.elements.push_back(element_at(array, boxes, x));
  });
  return gift;
}

/// Of each rank, from the definitions.
Gifts expected_gifts(const DrawnArray& array, const mesh::Mesh& grid) {
  Gifts gifts;
  for (std::int64_t place = 0; place < mesh::device_count(grid); ++place) {
    const std::int64_t rank = grid.devices.at(place);
    const auto at = *mesh::coordinate_of(grid, rank);
    if (array.stage && at[array.stage->axis] != array.stage->number) continue;
    gifts.emplace(rank, gift_of(array, grid, at));
  }
  return gifts;
}

/// The elements of a tile, each filled once.
std::vector<Element> filled(const WantedTile& tile, const pieces::PiecedModel& model) {
  std::map<map::Coordinate, Element> elements;
  for (const Fill& fill : tile.fills) {
    const std::size_t more = tile.extents.size() - fill.box.begin.size();
    for_each_element(extents_of(fill.box), [&](const map::Coordinate& x) {
      map::Coordinate in_tile(more, 0);
      in_tile.insert(in_tile.end(), x.begin(), x.end());
      const bool is_new =
          elements
              .emplace(sum(in_tile, fill.begin),
                       Element{model.arrays[fill.array].name, sum(x, fill.box.begin)})
              .second;
      RC_ASSERT(is_new);
    });
  }
  std::vector<Element> in_order;
  for_each_element(tile.extents, [&](const map::Coordinate& x) {
    RC_ASSERT(elements.contains(x));
    in_order.push_back(elements[x]);
  });
  RC_ASSERT(in_order.size() == elements.size());
  return in_order;
}

/// Of each rank, as planned. A rank has one tile.
Gifts planned_gifts(const WantedArray& array, const pieces::PiecedModel& model) {
  Gifts gifts;
  for (const WantedTile& tile : array.tiles) {
    RC_ASSERT(!tile.ranks.empty());
    RC_ASSERT(std::ranges::is_sorted(tile.ranks));
    const Gift gift{tile.begin, tile.extents, filled(tile, model)};
    for (const std::int64_t rank : tile.ranks) RC_ASSERT(gifts.emplace(rank, gift).second);
  }
  return gifts;
}

/// The tiles have each element of the array once.
void expect_tiling(const WantedArray& array) {
  std::map<map::Coordinate, int> holders;
  for (const WantedTile& tile : array.tiles)
    for_each_element(tile.extents,
                     [&](const map::Coordinate& x) { ++holders[sum(x, tile.begin)]; });
  std::size_t elements = 0;
  for_each_element(array.extents, [&](const map::Coordinate& x) {
    RC_ASSERT(holders[x] == 1);
    ++elements;
  });
  RC_ASSERT(holders.size() == elements);
}

/// How many cases of each kind were met.
struct Met {
  int stacks = 0;
  int joined = 0;
  int both = 0;
  int repeated = 0;
  int staged = 0;

  void count(const DrawnArray& array) {
    const bool is_joined = array.operands.size() > 1;
    stacks += array.is_stack ? 1 : 0;
    joined += is_joined ? 1 : 0;
    both += array.is_stack && is_joined ? 1 : 0;
    repeated += array.repeat > 1 ? 1 : 0;
    staged += array.stage ? 1 : 0;
  }
};

TEST(WantedLaw, EachRankGetsWhatTheWordsGiveItOfEachArray) {
  Met met;
  core::check_law("wanted_elements_by_definition", 10000, [&] {
    const Joining joining = any_joining();
    const auto wanted = wanted_by_rules(joining.model, joining.rules);
    ASSERT_TRUE(wanted.has_value()) << wanted.error()->message;
    ASSERT_EQ(wanted->arrays.size(), joining.arrays.size());
    for (const DrawnArray& drawn : joining.arrays) {
      const auto array = std::ranges::find(wanted->arrays, drawn.name, &WantedArray::name);
      RC_ASSERT(array != wanted->arrays.end());
      expect_tiling(*array);
      RC_ASSERT(planned_gifts(*array, joining.model) == expected_gifts(drawn, joining.mesh));
      met.count(drawn);
    }
    RC_ASSERT(std::ranges::is_sorted(wanted->arrays, {}, &WantedArray::name));
  });
  EXPECT_GE(met.stacks, core::law_minimum(100));
  EXPECT_GE(met.joined, core::law_minimum(100));
  EXPECT_GE(met.both, core::law_minimum(50));
  EXPECT_GE(met.repeated, core::law_minimum(50));
  EXPECT_GE(met.staged, core::law_minimum(100));
}

/// What each rank's file would have.
pieces::PiecedModel files_of(const WantedModel& wanted) {
  pieces::PiecedModel model{.spelling = pieces::Spelling::kRanks, .rank_count = wanted.ranks};
  for (std::int64_t rank = 0; rank < wanted.ranks; ++rank)
    model.files.push_back({.path = std::to_string(rank)});
  for (const WantedArray& array : wanted.arrays) {
    pieces::RankArray ranks{
        .name = array.name, .type = array.type, .element_bits = array.element_bits};
    for (const WantedTile& tile : array.tiles) {
      for (const std::int64_t rank : tile.ranks) {
        ranks.parts.push_back(
            {.rank = rank, .file = static_cast<std::size_t>(rank), .extents = tile.extents});
      }
    }
    std::ranges::sort(ranks.parts, {}, &pieces::RankPart::rank);
    model.rank_arrays.push_back(std::move(ranks));
  }
  return model;
}

using BoxOfFile = std::tuple<map::Coordinate, map::Coordinate, std::size_t>;

/// Sorted, without the tiles that have no elements.
std::vector<BoxOfFile> boxes_of(const WantedArray& array) {
  std::vector<BoxOfFile> boxes;
  for (const WantedTile& tile : array.tiles) {
    if (std::ranges::find(tile.extents, 0) != tile.extents.end()) continue;
    for (const std::int64_t rank : tile.ranks) {
      boxes.emplace_back(tile.begin, sum(tile.begin, tile.extents), static_cast<std::size_t>(rank));
    }
  }
  std::ranges::sort(boxes);
  return boxes;
}

std::vector<BoxOfFile> boxes_of(const pieces::PiecedArray& array) {
  std::vector<BoxOfFile> boxes;
  boxes.reserve(array.pieces.size());
  for (const pieces::Piece& piece : array.pieces)
    boxes.emplace_back(piece.box.begin, piece.box.end, piece.file);
  return boxes;
}

TEST(WantedLaw, FilesOfRanksAreJoinedAsTheyWereCut) {
  int empty = 0;
  int copies = 0;
  core::check_law("rank_files_joined_as_cut", 10000, [&] {
    const Cutting cutting = any_cutting();
    std::vector<ListedArray> listed;
    for (const char* name : {"l0", "l1", "w"}) {
      Extents extents;
      for (std::size_t k = 0; k < cutting.dimensions; ++k)
        extents.push_back(mesh::any_between(0, 9));
      listed.push_back({name, extents});
    }
    const auto wanted = wanted_by_rules(listed_model(listed), cutting.rules);
    ASSERT_TRUE(wanted.has_value()) << wanted.error()->message;
    const auto joined = joined_by_rules(files_of(*wanted), cutting.rules);
    ASSERT_TRUE(joined.has_value()) << joined.error()->message;
    for (std::size_t i = 0; i < listed.size(); ++i) {
      RC_ASSERT(joined->arrays[i].name == listed[i].name);
      RC_ASSERT(joined->arrays[i].extents == listed[i].extents);
      RC_ASSERT(boxes_of(joined->arrays[i]) == boxes_of(wanted->arrays[i]));
      empty += joined->arrays[i].pieces.size() < wanted->arrays[i].tiles.size() ? 1 : 0;
      copies += joined->arrays[i].pieces.size() > wanted->arrays[i].tiles.size() ? 1 : 0;
    }
  });
  EXPECT_GE(empty, core::law_minimum(50));
  EXPECT_GE(copies, core::law_minimum(50));
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
