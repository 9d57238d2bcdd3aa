// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/joined.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/assembled.h"
#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::pieces {
namespace {

/// True if the box has the extents of the part and a coordinate for each dimension of the array.
bool fits(const PlaceOfPart& place, const RankPart& part) {
  const std::size_t rank = part.extents.size();
  const map::Box& box = place.box;
  if (place.extents.size() != rank || box.begin.size() != rank || box.end.size() != rank)
    return false;
  for (std::size_t k = 0; k < rank; ++k) {
    if (box.begin[k] < 0 || core::checked_sub(box.end[k], box.begin[k]) != part.extents[k])
      return false;
  }
  return true;
}

core::Error wrong_shape(const RankArray& array, const RankPart& part, const PlaceOfPart& place,
                        Files files) {
  // Other numbers of ends than of begins cannot be written as slices.
  const bool is_box = place.box.begin.size() == place.box.end.size();
  return {{.code = "pieces.part_shape",
           .message = fmt::format(
               "rank {} has {} of '{}' in {}, and is to have {} of {}", part.rank,
               extents_text(part.extents), core::printable(array.name), file_text(part.file, files),
               is_box ? box_text(place.box) : "no box", extents_text(place.extents)),
           .help = "the sharding is not that of the files"}};
}

core::Result<FoundPiece> placed(const RankArray& array, const RankPart& part,
                                const PlacePart& where, Files files) {
  TILEGLOT_TRY(place, where(array, part));
  if (!fits(place, part)) return core::fail(wrong_shape(array, part, place, files));
  return FoundPiece{.array = place.array.empty() ? array.name : place.array,
                    .type = array.type,
                    .element_bits = array.element_bits,
                    .file = part.file,
                    .begin_bytes = part.begin_bytes,
                    .bytes = part.bytes,
                    .shape = part.extents,
                    .begin = std::move(place.box.begin),
                    .whole = std::move(place.extents),
                    .sharding = std::move(place.sharding)};
}

}  // namespace

core::Result<PiecedModel> joined(PiecedModel model, const PlacePart& place) {
  if (model.rank_arrays.empty()) return model;
  std::vector<FoundPiece> pieces;
  for (const RankArray& array : model.rank_arrays) {
    for (const RankPart& part : array.parts) {
      TILEGLOT_TRY(piece, placed(array, part, place, model.files));
      pieces.push_back(std::move(piece));
    }
  }
  TILEGLOT_TRY(arrays, assembled(std::move(pieces), model.files));
  model.arrays = std::move(arrays);
  model.rank_arrays.clear();
  return model;
}

}  // namespace tileglot::checkpoint::pieces
