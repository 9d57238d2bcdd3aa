// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

constexpr std::int64_t kLeastChunkBytes = 16;
constexpr std::int64_t kMostChunkBytes = std::int64_t{1} << 40;
constexpr std::size_t kMostParts = std::size_t{1} << 24;

/// Appends boxes of at most `most` elements that make up the box, row-major.
void cut_into_rows(const map::Box& box, std::int64_t most, std::vector<map::Box>& rows) {
  const std::int64_t size = box.size();
  if (size <= most) {
    rows.push_back(box);
    return;
  }
  std::size_t dim = 0;
  while (box.end[dim] - box.begin[dim] == 1) ++dim;
  const std::int64_t extent = box.end[dim] - box.begin[dim];
  const std::int64_t step = std::max<std::int64_t>(most / (size / extent), 1);
  map::Box row = box;
  for (std::int64_t begin = box.begin[dim]; begin < box.end[dim]; begin += step) {
    row.begin[dim] = begin;
    row.end[dim] = std::min(begin + step, box.end[dim]);
    cut_into_rows(row, most, rows);
  }
}

/// All parts of all messages of one direction, gathered and put into the common order.
class Gatherer {
 public:
  Gatherer(const Resharding& resharding, std::int64_t chunk_bytes)
      : resharding_(resharding), chunk_bytes_(chunk_bytes) {}

  void add(const Transfer& transfer) {
    const std::int64_t bits = resharding_.arrays()[transfer.array].element_bits;
    const std::int64_t most = chunk_bytes_ * kByteBits / bits;
    if (transfer.box.size() / most > static_cast<std::int64_t>(kMostParts)) {
      is_full_ = true;
      return;
    }
    rows_.clear();
    cut_into_rows(transfer.box, most, rows_);
    for (map::Box& row : rows_) {
      const std::int64_t bytes = core::ceil_div(row.size() * bits, kByteBits);
      pieces_.push_back({transfer.from, transfer.to, transfer.is_forwarded(),
                         Part{transfer.array, transfer.source_tile, transfer.target_tile,
                              std::move(row), 0, bytes}});
    }
  }

  bool is_full() const { return is_full_ || pieces_.size() > kMostParts; }

  std::vector<Chunk> chunks() {
    std::ranges::sort(pieces_, [&](const Piece& a, const Piece& b) { return comes_before(a, b); });
    std::vector<Chunk> chunks;
    for (Piece& piece : pieces_) {
      if (chunks.empty() || !continues(chunks.back(), piece))
        chunks.push_back(begun(chunks, piece));
      Chunk& chunk = chunks.back();
      piece.part.begin_byte = chunk.bytes;
      chunk.bytes += piece.part.bytes;
      chunk.parts.push_back(std::move(piece.part));
    }
    return chunks;
  }

 private:
  struct Piece {
    std::int64_t from;
    std::int64_t to;
    bool forwarded;
    Part part;
  };

  /// The begin decides last: a message has each element of an array once.
  bool comes_before(const Piece& a, const Piece& b) const {
    const auto key = [&](const Piece& piece) {
      const std::int64_t round = core::floor_mod(piece.to - piece.from, resharding_.ranks());
      return std::tuple(piece.forwarded, round, piece.from, piece.part.array);
    };
    const auto key_a = key(a);
    const auto key_b = key(b);
    return key_a != key_b ? key_a < key_b : a.part.box.begin < b.part.box.begin;
  }

  static bool is_of_message(const Chunk& chunk, const Piece& piece) {
    return chunk.from == piece.from && chunk.to == piece.to && chunk.forwarded == piece.forwarded;
  }

  bool continues(const Chunk& chunk, const Piece& piece) const {
    return is_of_message(chunk, piece) && chunk.bytes + piece.part.bytes <= chunk_bytes_;
  }

  static Chunk begun(const std::vector<Chunk>& chunks, const Piece& piece) {
    const bool next = !chunks.empty() && is_of_message(chunks.back(), piece);
    return {piece.from, piece.to, piece.forwarded, next ? chunks.back().number + 1 : 0, 0, {}};
  }

  const Resharding& resharding_;
  std::int64_t chunk_bytes_;
  bool is_full_ = false;
  std::vector<map::Box> rows_ = {};
  std::vector<Piece> pieces_ = {};
};

core::Error too_many(std::int64_t rank) {
  return {{.code = "reshard.too_many",
           .message = fmt::format("rank {} moves more than {} boxes", rank, kMostParts),
           .help = "use larger chunks, or reshard fewer arrays at once"}};
}

}  // namespace

core::Status check_chunk_bytes(std::int64_t chunk_bytes) {
  if (chunk_bytes >= kLeastChunkBytes && chunk_bytes <= kMostChunkBytes) return {};
  return core::fail({.code = "reshard.chunk",
                     .message = fmt::format("a chunk cannot have {} bytes", chunk_bytes),
                     .help = "write from 16 bytes, the largest element, to 2^40, such as 8MiB"});
}

core::Result<Chunks> chunks_of(const Resharding& resharding, std::int64_t rank,
                               std::int64_t chunk_bytes) {
  TILEGLOT_TRY_STATUS(check_chunk_bytes(chunk_bytes));
  Gatherer in(resharding, chunk_bytes);
  Gatherer out(resharding, chunk_bytes);
  const auto add_to = [](Gatherer& gatherer) {
    return [&](const Transfer& transfer) {
      if (!gatherer.is_full()) gatherer.add(transfer);
    };
  };
  resharding.receives(rank, add_to(in));
  resharding.sends(rank, add_to(out));
  if (in.is_full() || out.is_full()) return core::fail(too_many(rank));
  return Chunks{.sent = out.chunks(), .received = in.chunks()};
}

}  // namespace tileglot::relayout::reshard
