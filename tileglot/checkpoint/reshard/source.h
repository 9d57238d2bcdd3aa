// SPDX-License-Identifier: Apache-2.0
// source.h: any box of a tile, read from the pieces that have it.
//
// What     A Source has a model's pieces and its files. fetch(tile, bits, number, box, bytes) fills
//          `bytes` with a box of a wanted tile, row-major; cost(..) says what fetching the whole tile
//          takes, and reads nothing.
// How      A fill meets pieces (placement/pieces.h), and each meeting is runs of bytes at regular steps,
//          in file and tile. Many runs of less than a page are copied from the mapped file, since calls
//          of the system would take longer. Others are read at once across gaps of at most 64 KiB, as
//          long as no more than twice what is wanted is read: with one readv into place where runs
//          are long, through a buffer where they are short. Of copies, tile t takes copy t mod k.
//          Elements below 8 bits that do not begin at a byte on both sides are moved bit by bit.
// Units    Bytes. Files stay open, about kMostOpen of them at most. Mapped pages count as resident
//          memory of the process, but are those of the page cache, which the system takes back.
// Example  Columns [0:4,2:4] of u32 [4,8] in two row pieces: four runs of 8 bytes.
//          [tests: source_test.cc, "columns are read from pieces of rows"]
// Errors   io.changed where a file is not what its header was read from, or ends early; those of
//          io/file/ranged_file.h. Mapped files need io::catch_lost_pages() (io/file/lost_pages.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {

inline constexpr std::size_t kMostOpen = 256;
/// The units of a tile that are counted one by one: 64 GiB in units of a MiB.
inline constexpr std::int64_t kMostCounted = std::int64_t{1} << 16;

/// What fetching takes.
struct ReadCost {
  std::int64_t wanted_bytes = 0;  ///< that end up in tiles
  std::int64_t read_bytes = 0;    ///< with what lies between joined runs
  /// In whole pages of 4 KiB, as file systems deliver; an estimate within two for each read.
  std::int64_t page_bytes = 0;
  std::int64_t reads = 0;  ///< of mapped bytes: runs of adjacent pages

  ReadCost& operator+=(const ReadCost& other);
  friend bool operator==(const ReadCost&, const ReadCost&) = default;
};

class Source {
 public:
  /// Precondition, here and below: the model outlives the source, has no rank_arrays, and the tiles
  /// are wanted of it.
  static core::Result<Source> of(const pieces::PiecedModel& model);

  Source(Source&&) noexcept;
  Source& operator=(Source&&) noexcept;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source();

  /// Several threads may fetch at once. `box` has whole bytes. `number` is that of the tile, for the
  /// choice of copies.
  core::Status fetch(const WantedTile& tile, std::int64_t element_bits, std::int64_t number,
                     const map::Box& box, std::span<std::byte> bytes) const;

  /// Of fetching the tile in units (units.h) of at most unit_bytes. Where a tile has more than
  /// kMostCounted units, that many of them stand for all.
  ReadCost cost(const WantedTile& tile, std::int64_t element_bits, std::int64_t number,
                std::int64_t unit_bytes) const;

  /// io.changed if any file that was read was written since its header was read.
  core::Status check() const;

 private:
  struct State;
  explicit Source(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tileglot::checkpoint::reshard
