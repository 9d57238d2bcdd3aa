// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/listed_box.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

/// Gaps up to this size are read along with the runs around them, if the run before is as long.
constexpr std::int64_t kGapBytes = 64;

/// Every combination of entries.
std::vector<Move> moves_of(std::span<const LoopView> loops) {
  std::vector<Move> moves{{}};
  for (const LoopView& loop : loops) {
    std::vector<Move> longer;
    longer.reserve(moves.size() * static_cast<std::size_t>(loop.count));
    for (std::int64_t i = 0; i < loop.count; ++i) {
      for (const Move move : moves) longer.push_back(move + loop.entry(i));
    }
    moves = std::move(longer);
  }
  return moves;
}

Move least_of(const std::vector<Move>& moves) {
  Move least = moves.front();
  for (const Move move : moves) least = {std::min(least.f, move.f), std::min(least.g, move.g)};
  return least;
}

/// Runs of ascending offsets, and of the gaps between them that are read along.
std::vector<ListedRun> runs_of(std::span<const std::int64_t> offsets, std::int64_t unit_bytes,
                               std::int64_t widest_gap) {
  std::vector<ListedRun> runs;
  for (const std::int64_t offset : offsets) {
    if (!runs.empty()) {
      ListedRun& run = runs.back();
      const std::int64_t gap = offset - (run.offset + run.bytes);
      if (gap <= std::min(widest_gap, run.bytes)) {
        run.bytes = offset + unit_bytes - run.offset;
        continue;
      }
    }
    runs.push_back({offset, unit_bytes});
  }
  return runs;
}

std::int64_t bytes_of(const std::vector<ListedRun>& runs) {
  std::int64_t bytes = 0;
  for (const ListedRun& run : runs) bytes += run.bytes;
  return bytes;
}

/// Converts offsets of the source to positions in the buffer that holds its runs.
class Positions {
 public:
  explicit Positions(const std::vector<ListedRun>& runs) : runs_(runs) {
    std::int64_t at = 0;
    for (const ListedRun& run : runs) {
      begins_.push_back(at);
      at += run.bytes;
    }
  }

  std::uint16_t of(std::int64_t offset) const {
    const auto after =
        std::upper_bound(runs_.begin(), runs_.end(), offset,
                         [](std::int64_t at, const ListedRun& run) { return at < run.offset; });
    const auto i = static_cast<std::size_t>(after - runs_.begin()) - 1;
    return static_cast<std::uint16_t>(begins_[i] + offset - runs_[i].offset);
  }

 private:
  const std::vector<ListedRun>& runs_;
  std::vector<std::int64_t> begins_;
};

std::vector<kernels::PickedPiece> pieces_of(std::span<const std::uint16_t> units,
                                            std::int64_t unit_bytes) {
  const auto bytes = static_cast<std::uint16_t>(unit_bytes);
  std::vector<kernels::PickedPiece> pieces;
  for (const std::uint16_t at : units) {
    const bool joins = !pieces.empty() && at == pieces.back().at + pieces.back().bytes &&
                       pieces.back().bytes + bytes <= kernels::kPieceBytes;
    if (joins) {
      pieces.back().bytes = static_cast<std::uint16_t>(pieces.back().bytes + bytes);
    } else {
      pieces.push_back({at, bytes});
    }
  }
  return pieces;
}

}  // namespace

ListedBox::ListedBox(std::span<const LoopView> loops, std::int64_t unit_bytes) {
  std::vector<Move> moves = moves_of(loops);
  origin = least_of(moves);
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.g < b.g; });
  std::vector<std::int64_t> from;
  std::vector<std::int64_t> to;
  for (const Move move : moves) {
    from.push_back((move.f - origin.f) * unit_bytes);
    to.push_back((move.g - origin.g) * unit_bytes);
  }
  target = runs_of(to, unit_bytes, 0);
  std::vector<std::int64_t> ascending = from;
  std::sort(ascending.begin(), ascending.end());
  source = runs_of(ascending, unit_bytes, kGapBytes);
  source_bytes = bytes_of(source);
  target_bytes = bytes_of(target);
  const Positions positions(source);
  for (const std::int64_t offset : from) units.push_back(positions.of(offset));
  pieces = pieces_of(units, unit_bytes);
  if (pieces.size() * 3 > units.size() * 2) {
    pieces.clear();
  } else {
    units.clear();
  }
}

}  // namespace tileglot::relayout::cpu
