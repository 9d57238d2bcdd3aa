// SPDX-License-Identifier: Apache-2.0
// output.h: the files of a resharded model: their names, their headers, and what lies where in them.
//
// What     planned_output(wanted, source, options) gives each tile its place in a file:
//            hf       whole arrays: model-00001-of-00003.safetensors and an index; without a limit
//                     one file, model.safetensors
//            rank     model-rank-3-part-0.safetensors, each rank's own tiles, copies too; a rank
//                     that wants nothing has a file without tensors
//            dcp      shard-00003-model-00001-of-00001.safetensors, as torch's sharded safetensors;
//                     each tile once, at one of the ranks that want it
//            pieces   model-00001-of-00008.safetensors and an index; tensors are named w@3,0, each
//                     tile once; a whole array keeps its name
//          Files of rank, and those of pieces, record where their tensors belong (piece_record.h), so
//          they are read back without words.
// How      A part takes tiles in the order of the wanted arrays until the next would exceed
//          max_part_bytes, at least one; a file has its tensors in the format's order. Texts of
//          `__metadata__` that all source files share stay. Tiles of no elements are written by rank
//          only; of an array of no elements, dcp and pieces keep the tile that ends where it does,
//          from which its extents are read back.
// Why      The headers are exact before any data is read: every worker knows every file, and one file
//          of the format's own library, planned whole, is the same file again.
// Units    Bytes.
// Example  w and b of 2 ranks, by rank: two files, each with its half of w and all of b.
//          [tests: output_test.cc, "a file of each rank"]
// Errors   reshard.names where hf is asked of arrays that are cut, and for names that a file cannot
//          have; reshard.packing where elements below 8 bits have whole bytes, as in .npy files;
//          reshard.limit for more than 2^20 files or tensors of files, or 2^62 bytes; those of
//          io/safetensors/writer.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint::reshard {

/// More files, or tensors of files, are refused with reshard.limit.
inline constexpr std::size_t kMostOutputs = std::size_t{1} << 20;

enum class Names : std::uint8_t { kHf, kRank, kDcp, kPieces };

/// hf, rank, dcp or pieces.
std::optional<Names> names_of(std::string_view text);
std::string_view print(Names names);

struct OutputOptions {
  Names names = Names::kHf;
  std::optional<std::int64_t> max_part_bytes = {};  ///< of the data of a file
};

struct Entry {
  std::size_t array = 0;  ///< of the wanted model
  std::size_t tile = 0;   ///< of that array
  io::SafetensorsTensor placed = {};
};

struct OutputPart {
  std::string file = {};            ///< its name in the folder
  std::int64_t rank = 0;            ///< whose file it is, of rank and dcp
  std::vector<Entry> entries = {};  ///< in the order of their bytes
  std::string header = {};          ///< everything before the data

  std::int64_t data_bytes() const { return entries.empty() ? 0 : entries.back().placed.end_bytes; }
  std::int64_t file_bytes() const {
    return static_cast<std::int64_t>(header.size()) + data_bytes();
  }
};

struct IndexText {
  std::string file = {};
  std::string text = {};
};

struct Output {
  std::vector<OutputPart> parts = {};
  std::optional<IndexText> index = {};

  std::int64_t data_bytes() const;
};

/// The source gives the texts of `__metadata__`. Precondition: a rank wants at most one tile of an
/// array, and ranks are below wanted.ranks.
core::Result<Output> planned_output(const WantedModel& wanted, const pieces::PiecedModel& source,
                                    const OutputOptions& options);

}  // namespace tileglot::checkpoint::reshard
