// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/one_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>

#include "tileglot/checkpoint/pieces/detail/alike.h"
#include "tileglot/checkpoint/pieces/detail/apart.h"
#include "tileglot/checkpoint/pieces/detail/covered.h"
#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

bool is_empty(const Extents& shape) { return std::ranges::find(shape, 0) != shape.end(); }

core::Error overflow(const FoundPiece& piece, Files files) {
  return {{.code = "pieces.overflow",
           .message = fmt::format("'{}' {} at {} in {} does not fit 63 bits",
                                  core::printable(piece.array), extents_text(piece.shape),
                                  coordinate_text(*piece.begin), file_text(piece.file, files))}};
}

/// Where the piece is in its array.
core::Result<map::Box> box_of(const FoundPiece& piece, Files files) {
  map::Box box{*piece.begin, piece.shape};
  for (std::size_t k = 0; k < piece.shape.size(); ++k) {
    if (!core::add_fits(box.begin[k], piece.shape[k], box.end[k]))
      return core::fail(overflow(piece, files));
  }
  return box;
}

/// Of the pieces that have elements, or of all if none has.
core::Result<Extents> hull_of(std::span<const FoundPiece> pieces, Files files) {
  Extents hull(pieces.front().shape.size(), 0);
  Extents empty_hull = hull;
  bool has_elements = false;
  for (const FoundPiece& piece : pieces) {
    TILEGLOT_TRY(box, box_of(piece, files));
    Extents& extents = is_empty(piece.shape) ? empty_hull : hull;
    has_elements = has_elements || !is_empty(piece.shape);
    for (std::size_t k = 0; k < extents.size(); ++k) extents[k] = std::max(extents[k], box.end[k]);
  }
  return has_elements ? hull : empty_hull;
}

/// Its bits fit int64.
core::Status check_size(const FoundPiece& piece, const Extents& extents) {
  std::int64_t bits = is_empty(extents) ? 0 : piece.element_bits;
  for (const std::int64_t extent : extents) {
    if (core::multiply_fits(bits, extent, bits)) continue;
    return core::fail({.code = "pieces.overflow",
                       .message = fmt::format("'{}' is {} {}: its bits do not fit 63 bits",
                                              core::printable(piece.array), core::name(piece.type),
                                              extents_text(extents))});
  }
  return {};
}

core::Status add_piece(const FoundPiece& piece, PiecedArray& array, Files files) {
  if (is_empty(piece.shape)) return {};
  TILEGLOT_TRY(box, box_of(piece, files));
  for (std::size_t k = 0; k < box.end.size(); ++k) {
    if (box.end[k] <= array.extents[k]) continue;
    return core::fail(
        {.code = "pieces.outside",
         .message = fmt::format("'{}' is of {}, and {} in {} is not in that",
                                core::printable(piece.array), extents_text(array.extents),
                                box_text(box), file_text(piece.file, files))});
  }
  array.pieces.push_back({.file = piece.file,
                          .begin_bytes = piece.begin_bytes,
                          .bytes = piece.bytes,
                          .box = std::move(box)});
  return {};
}

core::Error unknown_extents(const FoundPiece& piece, Files files) {
  return {{.code = "pieces.extents",
           .message = fmt::format("'{}' in {} begins at {} of an array whose extents no file says",
                                  core::printable(piece.array), file_text(piece.file, files),
                                  coordinate_text(*piece.begin)),
           .help =
               "read all files of the array, whose extents are those that they reach; or record "
               "the extents as tileglot.piece/NAME does"}};
}

core::Status check_demand(const PiecedArray& array, bool is_hull, Files files, Demand demand) {
  if (demand == Demand::kPart && !is_hull) return check_apart(array, files);
  return check_covered(array, is_hull, files);
}

/// A piece that does not say it begins where its array does.
void begin_at_origin(FoundPiece& piece) {
  if (!piece.begin) piece.begin = map::Coordinate(piece.shape.size(), 0);
}

}  // namespace

core::Result<PiecedArray> one_array(std::span<FoundPiece> pieces, Files files, Demand demand) {
  TILEGLOT_TRY_STATUS(check_alike(pieces, files));
  TILEGLOT_TRY_STATUS(check_begins(pieces, files));
  TILEGLOT_TRY(whole, agreed_whole(pieces, files));
  FoundPiece& one = pieces.front();
  const bool is_hull = !whole.extents.has_value();
  if (demand == Demand::kPart && is_hull && one.begin)
    return core::fail(unknown_extents(one, files));
  begin_at_origin(one);
  PiecedArray array{.name = one.array,
                    .type = one.type,
                    .element_bits = one.element_bits,
                    .sharding = std::move(whole.sharding)};
  if (!is_hull) array.extents = *std::move(whole.extents);
  if (is_hull) {
    TILEGLOT_TRY(hull, hull_of(pieces, files));
    array.extents = std::move(hull);
  }
  TILEGLOT_TRY_STATUS(check_size(one, array.extents));
  for (const FoundPiece& piece : pieces) TILEGLOT_TRY_STATUS(add_piece(piece, array, files));
  std::ranges::sort(array.pieces, {}, [](const Piece& piece) {
    return std::tie(piece.box.begin, piece.box.end, piece.file, piece.begin_bytes);
  });
  TILEGLOT_TRY_STATUS(check_demand(array, is_hull, files, demand));
  return array;
}

}  // namespace tileglot::checkpoint::pieces
