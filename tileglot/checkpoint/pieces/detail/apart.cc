// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/apart.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

constexpr std::int64_t kMostPairs = std::int64_t{1} << 24;

core::Error in_two_pieces(const PiecedArray& array, const Piece& one, const Piece& other,
                          const map::Coordinate& at, Files files) {
  return {{.code = "pieces.overlap",
           .message = fmt::format("the element {} of '{}' is in {} in {} and in {} in {}",
                                  coordinate_text(at), core::printable(array.name),
                                  box_text(one.box), file_text(one.file, files),
                                  box_text(other.box), file_text(other.file, files)),
           .help = "copies have equal boxes; other pieces share no element",
           .witness = coordinate_text(at)}};
}

core::Error too_many_pairs(const PiecedArray& array) {
  return {{.code = "pieces.limit",
           .message = fmt::format("'{}' has more than {} pairs of pieces side by side",
                                  core::printable(array.name), kMostPairs)}};
}

}  // namespace

core::Status check_apart(const PiecedArray& array, Files files) {
  if (array.extents.empty()) return {};
  const std::vector<Piece>& pieces = array.pieces;
  std::int64_t pairs = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const map::Box& box = pieces[i].box;
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      const map::Box& next = pieces[j].box;
      if (next.begin.front() >= box.end.front()) break;
      if (++pairs > kMostPairs) return core::fail(too_many_pairs(array));
      const std::optional<map::Box> both = map::intersection(box, next);
      if (both && box != next)
        return core::fail(in_two_pieces(array, pieces[i], pieces[j], both->begin, files));
    }
  }
  return {};
}

}  // namespace tileglot::checkpoint::pieces
