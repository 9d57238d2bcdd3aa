// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/covered.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/cover.h"
#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

core::Error hole(const PiecedArray& array, const map::Coordinate& at, bool is_hull) {
  const auto count = std::ssize(array.pieces);
  return {{.code = "pieces.hole",
           .message = fmt::format("'{}' is of {}, and no piece has the element {}; {} {} there",
                                  core::printable(array.name), extents_text(array.extents),
                                  coordinate_text(at), core::counted(count, "piece"),
                                  core::is_or_are(count)),
           .help = is_hull ? "a file is missing; the extents are those that the pieces reach"
                           : "a file is missing",
           .witness = coordinate_text(at)}};
}

bool has_element(const map::Box& box, const map::Coordinate& x) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (x[k] < box.begin[k] || x[k] >= box.end[k]) return false;
  }
  return true;
}

/// The first two boxes that have the element; equal ones are neighbours.
core::Error overlap(const PiecedArray& array, const map::Coordinate& at, Files files) {
  const Piece* one = nullptr;
  const Piece* other = nullptr;
  for (const Piece& piece : array.pieces) {
    if (!has_element(piece.box, at)) continue;
    if (one == nullptr) {
      one = &piece;
    } else if (piece.box != one->box) {
      other = &piece;
      break;
    }
  }
  if (other == nullptr) return {};
  return {{.code = "pieces.overlap",
           .message = fmt::format("the element {} of '{}' is in {} in {} and in {} in {}",
                                  coordinate_text(at), core::printable(array.name),
                                  box_text(one->box), file_text(one->file, files),
                                  box_text(other->box), file_text(other->file, files)),
           .help = "copies have equal boxes; other pieces share no element",
           .witness = coordinate_text(at)}};
}

}  // namespace

core::Status check_covered(const PiecedArray& array, bool is_hull, Files files) {
  std::vector<const map::Box*> boxes;
  boxes.reserve(array.pieces.size());
  for (const Piece& piece : array.pieces) {
    if (boxes.empty() || *boxes.back() != piece.box) boxes.push_back(&piece.box);
  }
  const map::Box whole{map::Coordinate(array.extents.size(), 0), array.extents};
  TILEGLOT_TRY(fault, first_fault(whole, boxes));
  if (!fault) return {};
  return core::fail(fault->holders == 0 ? hole(array, fault->at, is_hull)
                                        : overlap(array, fault->at, files));
}

}  // namespace tileglot::checkpoint::pieces
