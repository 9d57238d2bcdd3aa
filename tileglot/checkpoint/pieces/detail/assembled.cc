// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/assembled.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/alike.h"
#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/detail/one_array.h"
#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::checkpoint::pieces {
namespace {

/// Pieces of one array become neighbours.
std::vector<std::span<FoundPiece>> groups_of(std::vector<FoundPiece>& pieces) {
  std::ranges::sort(pieces, {}, [](const FoundPiece& piece) {
    return std::tie(piece.array, piece.file, piece.begin_bytes, piece.bytes);
  });
  std::vector<std::span<FoundPiece>> groups;
  for (std::size_t first = 0; first < pieces.size();) {
    std::size_t next = first + 1;
    while (next < pieces.size() && pieces[next].array == pieces[first].array) ++next;
    groups.push_back(std::span(pieces).subspan(first, next - first));
    first = next;
  }
  return groups;
}

core::Error two_of_rank(const FoundPiece& one, const FoundPiece& other, std::int64_t rank,
                        Files files) {
  return {
      {.code = "pieces.duplicate",
       .message = fmt::format("rank {} has '{}' in {} and in {}", rank, core::printable(one.array),
                              file_text(one.file, files), file_text(other.file, files)),
       .help = "a rank has at most one part of an array"}};
}

core::Result<RankArray> rank_array(std::span<FoundPiece> pieces,
                                   std::span<const std::int64_t> ranks, Files files) {
  TILEGLOT_TRY_STATUS(check_alike(pieces, files));
  const FoundPiece& one = pieces.front();
  RankArray array{.name = one.array, .type = one.type, .element_bits = one.element_bits};
  array.parts.reserve(pieces.size());
  for (FoundPiece& piece : pieces) {
    const std::int64_t rank = ranks[piece.file];
    if (!array.parts.empty() && array.parts.back().rank == rank)
      return core::fail(two_of_rank(*(&piece - 1), piece, rank, files));
    array.parts.push_back({.rank = rank,
                           .file = piece.file,
                           .begin_bytes = piece.begin_bytes,
                           .bytes = piece.bytes,
                           .extents = std::move(piece.shape)});
  }
  return array;
}

}  // namespace

core::Result<std::vector<PiecedArray>> assembled(std::vector<FoundPiece> pieces,
                                                 std::span<const PiecedFile> files, Demand demand) {
  std::vector<PiecedArray> arrays;
  for (const std::span<FoundPiece> group : groups_of(pieces)) {
    TILEGLOT_TRY(array, one_array(group, files, demand));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

core::Result<std::vector<RankArray>> rank_arrays(std::vector<FoundPiece> pieces,
                                                 std::span<const std::int64_t> ranks,
                                                 std::span<const PiecedFile> files) {
  std::vector<RankArray> arrays;
  for (const std::span<FoundPiece> group : groups_of(pieces)) {
    TILEGLOT_TRY(array, rank_array(group, ranks, files));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

}  // namespace tileglot::checkpoint::pieces
