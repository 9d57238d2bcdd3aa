// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/shares.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/checked.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/placement/pieces.h"

namespace tileglot::checkpoint::reshard {
namespace {

__extension__ using Wide = unsigned __int128;

/// The mean of positions, each as often as it has bytes. Of at most 2^63 bytes, nothing overflows.
class Mean {
 public:
  void add(std::int64_t position, std::int64_t bytes) {
    sum_ += static_cast<Wide>(position) * static_cast<Wide>(bytes);
    bytes_ += static_cast<Wide>(bytes);
  }
  std::int64_t value() const { return bytes_ == 0 ? 0 : static_cast<std::int64_t>(sum_ / bytes_); }

 private:
  Wide sum_ = 0;
  Wide bytes_ = 0;
};

/// Where the files begin if they lie one after the other, as far as their pieces reach.
std::vector<std::int64_t> file_begins(const pieces::PiecedModel& source) {
  std::vector<std::int64_t> begins(source.files.size() + 1, 0);
  for (const pieces::PiecedArray& array : source.arrays) {
    for (const pieces::Piece& piece : array.pieces) {
      std::int64_t& end = begins[piece.file + 1];
      end = std::max(end, core::saturating_add(piece.begin_bytes, piece.bytes));
    }
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin(), core::saturating_add);
  return begins;
}

/// The row-major number of a coordinate in a box. Precondition: the box's size fits int64.
std::int64_t number_in(const map::Box& box, const map::Coordinate& x) {
  std::int64_t number = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    number = number * (box.end[k] - box.begin[k]) + x[k] - box.begin[k];
  return number;
}

map::Coordinate last_of(const map::Box& box) {
  map::Coordinate last = box.end;
  for (std::int64_t& x : last) --x;
  return last;
}

/// Bytes of so many elements, less a part of one; twice as much would fit int64.
std::int64_t half_bytes(std::int64_t elements, std::int64_t bits) {
  return static_cast<std::int64_t>(static_cast<Wide>(elements) * static_cast<Wide>(bits) / 16);
}

class Positions {
 public:
  explicit Positions(const pieces::PiecedModel& source)
      : source_(source), begins_(file_begins(source)), pieces_(source.arrays.size()) {}

  std::int64_t of(const WantedTile& tile) {
    Mean mean;
    for (const Fill& fill : tile.fills) add(fill, mean);
    return mean.value();
  }

 private:
  /// Nothing but one piece is taken for what could not be read as a model.
  void add(const Fill& fill, Mean& mean) {
    const pieces::PiecedArray& array = source_.arrays[fill.array];
    const std::optional<placement::Pieces>& tiles = tiles_of(fill.array);
    if (!tiles) return;
    tiles->for_each_meeting(fill.box, [&](std::int64_t tile, const map::Box& both) {
      const auto first = static_cast<std::size_t>(tiles->holder(tile, 0));
      mean.add(middle_of(array.pieces[first], both, array.element_bits),
               2 * half_bytes(both.size(), array.element_bits) + 1);
    });
  }

  /// Between the first and the last element of the box.
  std::int64_t middle_of(const pieces::Piece& piece, const map::Box& both,
                         std::int64_t bits) const {
    const std::int64_t within = half_bytes(number_in(piece.box, both.begin), bits) +
                                half_bytes(number_in(piece.box, last_of(both)), bits);
    return core::saturating_add(begins_[piece.file],
                                core::saturating_add(piece.begin_bytes, within));
  }

  const std::optional<placement::Pieces>& tiles_of(std::size_t number) {
    std::optional<std::optional<placement::Pieces>>& found = pieces_[number];
    if (found) return *found;
    const pieces::PiecedArray& array = source_.arrays[number];
    std::vector<placement::Piece> placed;
    placed.reserve(array.pieces.size());
    for (const pieces::Piece& piece : array.pieces)
      placed.push_back({.place = std::ssize(placed), .box = piece.box});
    auto tiles = placement::Pieces::of(array.extents, std::move(placed));
    found.emplace();
    if (tiles) *found = *std::move(tiles);
    return *found;
  }

  const pieces::PiecedModel& source_;
  std::vector<std::int64_t> begins_;
  std::vector<std::optional<std::optional<placement::Pieces>>> pieces_;
};

/// The numbers of the parts by their positions.
std::vector<std::size_t> row_of(std::span<const PartWeight> parts) {
  std::vector<std::size_t> row(parts.size());
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::ranges::sort(row, {}, [&](std::size_t i) { return std::tuple(parts[i].position_bytes, i); });
  return row;
}

}  // namespace

std::vector<PartWeight> weights_of(const Output& output, const WantedModel& wanted,
                                   const pieces::PiecedModel& source) {
  Positions positions(source);
  std::vector<std::vector<std::optional<std::int64_t>>> known(wanted.arrays.size());
  std::vector<PartWeight> weights;
  weights.reserve(output.parts.size());
  for (const OutputPart& part : output.parts) {
    Mean mean;
    for (const Entry& entry : part.entries) {
      const std::vector<WantedTile>& tiles = wanted.arrays[entry.array].tiles;
      // Many ranks may want one tile.
      known[entry.array].resize(tiles.size());
      std::optional<std::int64_t>& position = known[entry.array][entry.tile];
      if (!position) position = positions.of(tiles[entry.tile]);
      mean.add(*position, entry.placed.bytes());
    }
    weights.push_back({.bytes = part.data_bytes(), .position_bytes = mean.value()});
  }
  return weights;
}

std::vector<std::vector<std::size_t>> shares(std::span<const PartWeight> parts,
                                             std::int64_t workers) {
  std::vector<std::vector<std::size_t>> shares(static_cast<std::size_t>(workers));
  std::int64_t total = 0;
  for (const PartWeight& part : parts) total += part.bytes;
  // Parts without bytes count alike where there are no others.
  const bool are_empty = total == 0;
  if (are_empty) total = std::ssize(parts);
  std::int64_t before = 0;
  for (const std::size_t i : row_of(parts)) {
    const std::int64_t bytes = are_empty ? 1 : parts[i].bytes;
    const Wide twice_middle = 2 * static_cast<Wide>(before) + static_cast<Wide>(bytes);
    const Wide worker = twice_middle * static_cast<Wide>(workers) / (2 * static_cast<Wide>(total));
    shares[std::min(static_cast<std::size_t>(worker), shares.size() - 1)].push_back(i);
    before += bytes;
  }
  for (std::vector<std::size_t>& share : shares) std::ranges::sort(share);
  return shares;
}

}  // namespace tileglot::checkpoint::reshard
