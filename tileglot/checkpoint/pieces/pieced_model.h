// SPDX-License-Identifier: Apache-2.0
// pieced_model.h: arrays that lie in many files as pieces.
//
// What     A Piece is a box of an array, and the bytes of a file that hold it. A PiecedArray has its
//          whole extents and its pieces; a PiecedModel has arrays and the files that they lie in. A
//          RankArray is what one file a rank says by itself: the part of each rank, and nothing of
//          how the parts join (joined.h).
// Why      Checkpoints of many ranks differ in how files spell where a piece belongs. What follows,
//          planning and moving, needs the boxes and the bytes only.
// Units    Bytes from the start of a file. Elements of a piece are row-major and packed, each of
//          element_bits: in a .npy file a type below 8 bits has whole bytes.
// Example  w [4,2] in two files by rows: the pieces have the boxes [0:2,0:2] and [2:4,0:2].
//          [tests: read_pieces_test.cc, "pieces of recorded tensors are one array"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::pieces {

/// What is read at most; more is refused with pieces.limit.
inline constexpr std::size_t kMostPieces = std::size_t{1} << 20;
inline constexpr std::size_t kMostFiles = std::size_t{1} << 20;
inline constexpr std::size_t kMostDimensions = 64;
/// Of all pieces together: the number of coordinates of their corners.
inline constexpr std::size_t kMostCoordinates = std::size_t{1} << 24;

using Extents = std::vector<std::int64_t>;

/// How files say where their pieces belong.
enum class Spelling : std::uint8_t {
  kWhole,     ///< they hold whole arrays
  kSharded,   ///< torch's sharded safetensors: dcp_sharding.h
  kRecorded,  ///< our own: piece_record.h
  kRanks,     ///< not at all: one file a rank
  kNpy,       ///< by the names of .npy files: file_name.h
};

/// What of an array the files must have.
enum class Demand : std::uint8_t {
  kWhole,  ///< each element
  kPart,   ///< any, of arrays whose extents are said
};

struct PiecedFile {
  std::string path = {};
  std::string stamp = {};  ///< io::MappedFile::stamp() when its header was read
  /// The texts of `__metadata__`, without those that say where pieces belong.
  io::SafetensorsMetadata texts = {};
};

struct Piece {
  std::size_t file = 0;
  std::int64_t begin_bytes = 0;
  std::int64_t bytes = 0;
  map::Box box = {};
  friend bool operator==(const Piece&, const Piece&) = default;
};

struct PiecedArray {
  std::string name = {};
  core::ElementType type = core::ElementType::kU8;
  std::int64_t element_bits = 0;
  Extents extents = {};
  std::string sharding = {};  ///< as recorded; empty if no file says it
  /// In the order of their boxes, then of their files. None has no elements; equal boxes are copies;
  /// otherwise each element is in one piece.
  std::vector<Piece> pieces = {};
};

struct RankPart {
  std::int64_t rank = 0;
  std::size_t file = 0;
  std::int64_t begin_bytes = 0;
  std::int64_t bytes = 0;
  Extents extents = {};
};

struct RankArray {
  std::string name = {};
  core::ElementType type = core::ElementType::kU8;
  std::int64_t element_bits = 0;
  std::vector<RankPart> parts = {};  ///< by rank; a rank has at most one
};

struct PiecedModel {
  Spelling spelling = Spelling::kWhole;
  std::vector<PiecedFile> files = {};
  std::vector<PiecedArray> arrays = {};     ///< by name; empty for kRanks
  std::int64_t rank_count = 0;              ///< of kRanks
  std::vector<RankArray> rank_arrays = {};  ///< by name; of kRanks
};

}  // namespace tileglot::checkpoint::pieces
