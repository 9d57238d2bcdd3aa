// SPDX-License-Identifier: Apache-2.0
// piece_record.h: our own record of where a tensor of a file belongs.
//
// What     In `__metadata__`, under `tileglot.piece/` and the name of the tensor, as JSON:
//            {"array":"w","begin":[3,0],"extents":[7,4],"sharding":"P('x', None)"}
//          The tensor is the piece of the array w, of the extents [7,4], that begins at (3,0). An
//          array that is not named has the tensor's name; the sharding is what it was made from,
//          for people and programs, and may be left out.
// Why      With the whole extents in every piece, a piece that is missing at the end is noticed;
//          without them the array would only be shorter. Tensors of different names in all files
//          make a common index of them possible, and no reader that knows nothing of pieces
//          takes one of them for the array.
// Units    Coordinates and extents of elements.
// Example  piece_tensor_name("w", {3, 0}) = "w@3,0".
//          [tests: piece_record_test.cc, "a record is read as it was written"]
// Errors   pieces.record, with a span in the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

inline constexpr std::string_view kPieceKey = "tileglot.piece/";

struct PieceRecord {
  std::string array = {};  ///< empty: the tensor's name
  map::Coordinate begin = {};
  std::vector<std::int64_t> extents = {};
  std::string sharding = {};  ///< empty: not said
  friend bool operator==(const PieceRecord&, const PieceRecord&) = default;
};

struct RecordedTensor {
  std::string name = {};  ///< of the tensor in its file
  PieceRecord record = {};
};

core::Result<PieceRecord> parse_piece_record(std::string_view text);

/// Texts are UTF-8, as those in files are.
std::string piece_record_text(const PieceRecord& record);

/// A text for each tensor of a file.
io::SafetensorsMetadata recorded_metadata(std::span<const RecordedTensor> tensors);

/// A name for the tensor of one piece, different from those of all other pieces.
std::string piece_tensor_name(std::string_view array, std::span<const std::int64_t> begin);

}  // namespace tileglot::checkpoint::pieces
