// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/read_pieces.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/assembled.h"
#include "tileglot/checkpoint/pieces/detail/file_pieces.h"
#include "tileglot/checkpoint/pieces/detail/found_files.h"
#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::checkpoint::pieces {
namespace {

/// Pieces of all files, while they are few enough.
struct Gathered {
  std::vector<FoundPiece> pieces = {};
  std::size_t coordinates = 0;
  bool says_begins = false;
};

core::Status check_limits(const FoundPiece& piece, Gathered& gathered) {
  gathered.coordinates += 2 * piece.shape.size();
  std::string message;
  if (piece.shape.size() > kMostDimensions) {
    message = fmt::format("'{}' has {} dimensions; at most {} are read",
                          core::printable(piece.array), piece.shape.size(), kMostDimensions);
  } else if (gathered.coordinates > kMostCoordinates) {
    message = fmt::format("the model has more than {} coordinates of pieces", kMostCoordinates);
  } else if (gathered.pieces.size() >= kMostPieces) {
    message = fmt::format("the model has more than {} pieces", kMostPieces);
  }
  if (message.empty()) return {};
  return core::fail({.code = "pieces.limit", .message = std::move(message)});
}

core::Status gather(std::vector<FoundPiece> pieces, Gathered& gathered) {
  for (FoundPiece& piece : pieces) {
    TILEGLOT_TRY_STATUS(check_limits(piece, gathered));
    gathered.says_begins = gathered.says_begins || piece.begin.has_value();
    gathered.pieces.push_back(std::move(piece));
  }
  return {};
}

core::Result<FilePieces> pieces_in(const FoundFiles& found, std::size_t number,
                                   const ReadOptions& options) {
  const FoundFile& file = found.files[number];
  if (found.are_npy) return npy_pieces(file, number, options.npy_type);
  return safetensors_pieces(file, number, found.index);
}

std::vector<std::int64_t> ranks_of(const FoundFiles& found) {
  std::vector<std::int64_t> ranks;
  ranks.reserve(found.files.size());
  for (const FoundFile& file : found.files) ranks.push_back(file.numbers.rank);
  return ranks;
}

core::Status finish(PiecedModel& model, Gathered gathered, const FoundFiles& found, Demand demand) {
  if (!found.are_ranks || gathered.says_begins) {
    TILEGLOT_TRY(arrays, assembled(std::move(gathered.pieces), model.files, demand));
    model.arrays = std::move(arrays);
    return {};
  }
  const std::vector<std::int64_t> ranks = ranks_of(found);
  TILEGLOT_TRY(arrays, rank_arrays(std::move(gathered.pieces), ranks, model.files));
  model.rank_arrays = std::move(arrays);
  model.rank_count = ranks.back() + 1;
  model.spelling = Spelling::kRanks;
  return {};
}

/// Of a model in whose files several are met: ours says the most.
Spelling stronger(Spelling one, Spelling other) {
  if (one == Spelling::kRecorded || other == Spelling::kWhole) return one;
  return other;
}

}  // namespace

core::Result<PiecedModel> read_pieces(const std::string& path, const ReadOptions& options) {
  TILEGLOT_TRY(found, find_files(path));
  PiecedModel model;
  Gathered gathered;
  model.files.reserve(found.files.size());
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    TILEGLOT_TRY(file, pieces_in(found, i, options));
    model.files.push_back(std::move(file.file));
    model.spelling = stronger(model.spelling, file.spelling);
    TILEGLOT_TRY_STATUS(gather(std::move(file.pieces), gathered));
  }
  TILEGLOT_TRY_STATUS(finish(model, std::move(gathered), found, options.demand));
  return model;
}

}  // namespace tileglot::checkpoint::pieces
