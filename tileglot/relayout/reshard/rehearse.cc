// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/rehearse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/simulate.h"
#include "tileglot/relayout/reshard/tile_buffers.h"

namespace tileglot::relayout::reshard {
namespace {

using Bytes = std::vector<std::byte>;

constexpr int kWordBits = 64;
constexpr std::byte kStale{0xa5};
constexpr std::uint64_t kCheckedBits = 16;
/// What the executor of a rank takes besides its buffers.
constexpr std::int64_t kBytesOfARank = 1024;

/// splitmix64's finalizer: elements that are near each other differ in all bits.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

std::uint64_t content(std::size_t array, const map::Coordinate& x, std::uint64_t pass) {
  std::uint64_t value = mixed(mixed(pass) + array + 1);
  for (const std::int64_t i : x) value = mixed(value + static_cast<std::uint64_t>(i));
  return value;
}

bool bit_of(std::uint64_t value, int bit) {
  return ((value >> static_cast<unsigned>(bit % kWordBits)) & 1U) != 0;
}

/// f(coordinate in the array, coordinate in the box).
template <class Visit>
void for_each_element(const map::Box& box, const Visit& visit) {
  if (box.size() == 0) return;
  map::Coordinate x = box.begin;
  map::Coordinate local(x.size(), 0);
  while (true) {
    visit(x, local);
    std::size_t dim = x.size();
    while (dim > 0 && ++x[dim - 1] == box.end[dim - 1]) {
      x[dim - 1] = box.begin[dim - 1];
      local[dim - 1] = 0;
      --dim;
    }
    if (dim == 0) return;
    ++local[dim - 1];
  }
}

/// What the buffer of a tile holds if each element is in place.
Bytes filled(const TileBuffer& tile, std::size_t array, int element_bits, std::uint64_t pass) {
  Bytes bytes(static_cast<std::size_t>(tile.bytes));
  for_each_element(tile.box, [&](const map::Coordinate& x, const map::Coordinate& local) {
    const std::uint64_t value = content(array, x, pass);
    const std::int64_t first = tile.map(local) * element_bits;
    for (int i = 0; i < element_bits; ++i) {
      const std::int64_t bit = first + i;
      if (bit_of(value, i))
        bytes[static_cast<std::size_t>(bit / kByteBits)] |=
            static_cast<std::byte>(1U << static_cast<unsigned>(bit % kByteBits));
    }
  });
  return bytes;
}

bool is_in_place(const Bytes& bytes, const Bytes& expected, std::int64_t position, int bits) {
  for (std::int64_t bit = position * bits; bit < (position + 1) * bits; ++bit) {
    const auto mask = static_cast<std::byte>(1U << static_cast<unsigned>(bit % kByteBits));
    const auto i = static_cast<std::size_t>(bit / kByteBits);
    if ((bytes[i] & mask) != (expected[i] & mask)) return false;
  }
  return true;
}

/// A misplaced element of few bits may equal the one that belongs there; in several passes, each with
/// other values, it does so with a chance of 2^-16 at most.
std::uint64_t passes_of(const Resharding& resharding) {
  std::uint64_t passes = 1;
  for (const Array& array : resharding.arrays()) {
    passes = std::max(passes, kCheckedBits / static_cast<std::uint64_t>(array.element_bits));
  }
  return passes;
}

/// All tiles of all ranks.
struct Rehearsal {
  std::vector<TileBuffers> had = {};
  std::vector<TileBuffers> wanted = {};
  std::vector<std::vector<Bytes>> sources = {};
  std::vector<std::vector<Bytes>> targets = {};
};

core::Error too_large(std::int64_t most_bytes) {
  return {{.code = "reshard.simulate",
           .message = fmt::format("the buffers of all ranks have more than {} bytes", most_bytes),
           .help = "simulate smaller extents with the same cuts"}};
}

core::Result<Rehearsal> laid_out(const Resharding& resharding, std::int64_t most_bytes) {
  Rehearsal all;
  const std::vector<Array>& arrays = resharding.arrays();
  std::int64_t bytes = core::saturating_mul(resharding.ranks(), kBytesOfARank);
  if (bytes > most_bytes) return core::fail(too_large(most_bytes));
  for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
    TILEGLOT_TRY(had, TileBuffers::of_sources(arrays, rank));
    TILEGLOT_TRY(wanted, TileBuffers::of_targets(arrays, rank));
    bytes = core::saturating_add(bytes, core::saturating_add(had.bytes(), wanted.bytes()));
    if (bytes > most_bytes) return core::fail(too_large(most_bytes));
    all.had.push_back(std::move(had));
    all.wanted.push_back(std::move(wanted));
  }
  return all;
}

void fill(const Resharding& resharding, Rehearsal& all, std::uint64_t pass) {
  all.sources.clear();
  all.targets.clear();
  const std::vector<Array>& arrays = resharding.arrays();
  for (std::size_t rank = 0; rank < all.had.size(); ++rank) {
    std::vector<Bytes>& sources = all.sources.emplace_back();
    std::vector<Bytes>& targets = all.targets.emplace_back();
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      for (const TileBuffer& tile : all.had[rank].of_array(i))
        sources.push_back(filled(tile, i, arrays[i].element_bits, pass));
      for (const TileBuffer& tile : all.wanted[rank].of_array(i))
        targets.emplace_back(static_cast<std::size_t>(tile.bytes), kStale);
    }
  }
}

template <class Spans>
Spans spans_of(std::vector<std::vector<Bytes>>& buffers) {
  Spans spans;
  for (std::vector<Bytes>& of_rank : buffers) {
    auto& row = spans.emplace_back();
    for (Bytes& bytes : of_rank) row.emplace_back(bytes);
  }
  return spans;
}

/// The first element of the tile that is not in place; none where padding is not zero.
std::optional<map::Coordinate> first_lost(const TileBuffer& tile, const Bytes& bytes,
                                          const Bytes& expected, int element_bits) {
  std::optional<map::Coordinate> lost;
  for_each_element(tile.box, [&](const map::Coordinate& x, const map::Coordinate& local) {
    if (!lost && !is_in_place(bytes, expected, tile.map(local), element_bits)) lost = x;
  });
  return lost;
}

core::Status check_tile(const TileBuffer& tile, std::size_t number, const Array& array,
                        const Bytes& bytes, std::size_t rank, std::uint64_t pass) {
  const Bytes expected = filled(tile, number, array.element_bits, pass);
  if (bytes == expected) return {};
  const auto lost = first_lost(tile, bytes, expected, array.element_bits);
  return core::fail(
      {.code = "reshard.lost",
       .message =
           lost ? fmt::format("rank {} does not have element ({}) of array {}", rank,
                              fmt::join(*lost, ","), number)
                : fmt::format("rank {} has padding of array {} that is not zero", rank, number),
       .help = "this is a bug of tileglot; please report it with the shardings"});
}

core::Status check_all(const Resharding& resharding, const Rehearsal& all, std::uint64_t pass) {
  for (std::size_t rank = 0; rank < all.wanted.size(); ++rank) {
    for (std::size_t i = 0; i < resharding.arrays().size(); ++i) {
      for (const TileBuffer& tile : all.wanted[rank].of_array(i)) {
        TILEGLOT_TRY_STATUS(check_tile(tile, i, resharding.arrays()[i],
                                       all.targets[rank][tile.number], rank, pass));
      }
    }
  }
  return {};
}

}  // namespace

core::Result<Simulation> rehearse(const Resharding& resharding, const SimulateOptions& options,
                                  std::int64_t most_bytes) {
  TILEGLOT_TRY(all, laid_out(resharding, most_bytes));
  Simulation report;
  for (std::uint64_t pass = 0; pass < passes_of(resharding); ++pass) {
    fill(resharding, all, pass);
    TILEGLOT_TRY(of_pass, simulate(resharding, spans_of<SourceBuffers>(all.sources),
                                   spans_of<TargetBuffers>(all.targets), options));
    TILEGLOT_TRY_STATUS(check_all(resharding, all, pass));
    report = of_pass;
  }
  return report;
}

}  // namespace tileglot::relayout::reshard
