// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/joined_by_rules.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/joined.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/detail/matched_rules.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/rules.h"
#include "tileglot/notation/mesh/tiles.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace mesh = notation::mesh;

using pieces::PiecedModel;
using pieces::PlaceOfPart;
using pieces::RankArray;
using pieces::RankPart;

/// A dimension of an array as the parts have it.
struct Dimension {
  std::vector<std::optional<std::int64_t>> tiles = {};  ///< their extents
  std::vector<std::size_t> seen_in = {};                ///< the first part that has each
  std::vector<std::int64_t> begins = {};                ///< where they begin; then the extent
};

core::Error two_extents(const RankPart& one, const RankPart& other, std::size_t dim) {
  return {{.code = "pieces.part_shape",
           .message = fmt::format("dimension {} has {} elements on rank {} and {} on rank {}", dim,
                                  one.extents[dim], one.rank, other.extents[dim], other.rank),
           .help = "the words give both ranks the same tile of it, so they are not the words by "
                   "which the files were cut"}};
}

core::Error no_part(std::size_t dim, std::int64_t tiles) {
  return {{.code = "pieces.hole",
           .message = fmt::format("the words cut dimension {} into {} tiles, and the files do not "
                                  "have all of them",
                                  dim, tiles),
           .help = "each tile is in the file of some rank, even one without elements"}};
}

core::Error too_long(std::size_t dim) {
  return {{.code = "pieces.overflow",
           .message = fmt::format("the tiles of dimension {} have more than 2^63-1 elements", dim),
           .help = "the files are damaged, or the words are not those by which they were cut"}};
}

core::Error other_ranks(std::int64_t ranks, std::int64_t files) {
  return {{.code = "reshard.ranks",
           .message = fmt::format("the mesh has {} ranks, and there are files of {}", ranks, files),
           .help = "write the mesh that the files were written on"}};
}

core::Error not_in_mesh(std::int64_t rank, const mesh::Mesh& grid) {
  return {{.code = "reshard.ranks",
           .message = fmt::format("rank {} is not a device of the mesh", rank),
           .help = fmt::format("the mesh has {} devices, which need not count from 0",
                               mesh::device_count(grid))}};
}

/// One array as its rule cuts it.
class JoinedArray {
 public:
  static core::Result<JoinedArray> of(const RankArray& array, const mesh::Rule& rule,
                                      const std::optional<mesh::Mesh>& grid, std::int64_t ranks) {
    const std::size_t rank = array.parts.empty() ? 0 : array.parts.front().extents.size();
    TILEGLOT_TRY(cut, mesh::cut_of(rule, grid, rank));
    if (mesh::device_count(cut.mesh) != ranks)
      return core::fail(other_ranks(mesh::device_count(cut.mesh), ranks));
    JoinedArray joined;
    joined.words_ = mesh::print(*rule.words);
    joined.cut_ = std::move(cut);
    joined.dims_.resize(rank);
    TILEGLOT_TRY_STATUS(joined.see_parts(array));
    for (std::size_t d = 0; d < rank; ++d) TILEGLOT_TRY_STATUS(joined.count_begins(d));
    return joined;
  }

  /// Precondition: `part` is of the array.
  core::Result<PlaceOfPart> place(const RankPart& part) const {
    TILEGLOT_TRY(at, coordinate_of(part));
    PlaceOfPart place{.sharding = words_};
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const std::vector<std::int64_t>& begins = dims_[d].begins;
      const std::size_t tile = tile_of(at, d);
      place.extents.push_back(begins.back());
      place.box.begin.push_back(begins[tile]);
      place.box.end.push_back(begins[tile + 1]);
    }
    return place;
  }

 private:
  core::Result<std::vector<std::int64_t>> coordinate_of(const RankPart& part) const {
    auto at = mesh::coordinate_of(cut_.mesh, part.rank);
    if (!at) return core::fail(not_in_mesh(part.rank, cut_.mesh));
    return *std::move(at);
  }

  std::size_t tile_of(std::span<const std::int64_t> at, std::size_t dim) const {
    return static_cast<std::size_t>(mesh::tile_at(at, cut_.cut.dims[dim], cut_.mesh));
  }

  core::Status see_parts(const RankArray& array) {
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const std::int64_t tiles = mesh::tile_count(cut_.cut.dims[d], cut_.mesh);
      // Before memory is taken for the tiles: their number is that of a mesh, which may be huge.
      if (tiles > static_cast<std::int64_t>(array.parts.size()))
        return core::fail(no_part(d, tiles));
      dims_[d].tiles.resize(static_cast<std::size_t>(tiles));
      dims_[d].seen_in.resize(static_cast<std::size_t>(tiles));
    }
    for (std::size_t i = 0; i < array.parts.size(); ++i) {
      TILEGLOT_TRY(at, coordinate_of(array.parts[i]));
      for (std::size_t d = 0; d < dims_.size(); ++d)
        TILEGLOT_TRY_STATUS(see_part(array, i, d, tile_of(at, d)));
    }
    return {};
  }

  core::Status see_part(const RankArray& array, std::size_t number, std::size_t dim,
                        std::size_t tile) {
    const RankPart& part = array.parts[number];
    Dimension& dimension = dims_[dim];
    std::optional<std::int64_t>& extent = dimension.tiles[tile];
    if (!extent) {
      extent = part.extents[dim];
      dimension.seen_in[tile] = number;
    }
    if (*extent == part.extents[dim]) return {};
    return core::fail(two_extents(array.parts[dimension.seen_in[tile]], part, dim));
  }

  core::Status count_begins(std::size_t dim) {
    Dimension& dimension = dims_[dim];
    dimension.begins.reserve(dimension.tiles.size() + 1);
    std::int64_t begin = 0;
    for (const std::optional<std::int64_t> extent : dimension.tiles) {
      if (!extent)
        return core::fail(no_part(dim, static_cast<std::int64_t>(dimension.tiles.size())));
      dimension.begins.push_back(begin);
      if (!core::add_fits(begin, *extent, begin)) return core::fail(too_long(dim));
    }
    dimension.begins.push_back(begin);
    return {};
  }

  std::string words_ = {};
  mesh::MeshCut cut_ = {};
  std::vector<Dimension> dims_ = {};
};

core::Status check_only_cuts(const mesh::Rules& rules) {
  for (const mesh::Rule& rule : rules.rules) {
    if (!rule.target && !rule.stack && !rule.concat) continue;
    return core::fail(
        {.code = "reshard.from_rule",
         .message = fmt::format("line {}: the rule renames, stacks or joins arrays, and the files "
                                "of ranks are to be read as they are",
                                rule.line),
         .help = "leave ->, stack and concat to the rules that say what is wanted"});
  }
  return {};
}

/// The number in the rules of the rule of each array.
core::Result<std::unordered_map<std::string, std::size_t>> rules_of_arrays(
    const PiecedModel& model, const mesh::Rules& rules) {
  std::vector<std::string_view> names;
  names.reserve(model.rank_arrays.size());
  for (const RankArray& array : model.rank_arrays) names.emplace_back(array.name);
  TILEGLOT_TRY(found, matched_rules(rules, names));
  std::unordered_map<std::string, std::size_t> numbers;
  numbers.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) numbers.emplace(names[i], found[i].cut.rule);
  return numbers;
}

}  // namespace

core::Result<PiecedModel> joined_by_rules(PiecedModel model, const mesh::Rules& rules) {
  if (model.rank_arrays.empty()) return model;
  TILEGLOT_TRY_STATUS(check_only_cuts(rules));
  TILEGLOT_TRY(numbers, rules_of_arrays(model, rules));
  const std::int64_t ranks = model.rank_count;
  // The parts of an array are asked for one after the other.
  std::string name;
  std::optional<JoinedArray> joined;
  const auto place = [&](const RankArray& array,
                         const RankPart& part) -> core::Result<PlaceOfPart> {
    if (!joined || name != array.name) {
      const mesh::Rule& rule = rules.rules[numbers.find(array.name)->second];
      auto made = JoinedArray::of(array, rule, rules.mesh, ranks);
      if (!made) return core::fail(at_rule(std::move(made).error(), array.name, rule));
      joined = *std::move(made);
      name = array.name;
    }
    return joined->place(part);
  };
  return pieces::joined(std::move(model), place);
}

}  // namespace tileglot::checkpoint::reshard
