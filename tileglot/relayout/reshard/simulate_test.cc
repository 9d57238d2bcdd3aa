// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/simulate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/tile_buffers.h"

namespace tileglot::relayout::reshard {
namespace {

using Bytes = std::vector<std::byte>;
using Coordinate = std::vector<std::int64_t>;

/// Buffers of every rank and tile of one side.
struct Buffers {
  std::vector<std::vector<Bytes>> of_rank = {};

  template <class Spans>
  Spans spans() {
    Spans spans;
    for (auto& buffers : of_rank) {
      spans.emplace_back();
      for (Bytes& buffer : buffers) spans.back().emplace_back(buffer);
    }
    return spans;
  }
};

void set_bits(Bytes& bytes, std::int64_t position, int bits, std::uint64_t value) {
  for (int i = 0; i < bits; ++i) {
    const std::int64_t bit = position * bits + i;
    auto& byte = bytes[static_cast<std::size_t>(bit / 8)];
    const auto mask = static_cast<std::byte>(1U << static_cast<unsigned>(bit % 8));
    byte = ((value >> static_cast<unsigned>(i % 64)) & 1U) != 0 ? byte | mask : byte & ~mask;
  }
}

/// What element x of an array holds: a mixing of its array and coordinate.
std::uint64_t content(std::size_t array, const Coordinate& x) {
  std::uint64_t value = 0x9e3779b97f4a7c15ULL * (array + 1);
  for (const std::int64_t i : x)
    value = (value ^ static_cast<std::uint64_t>(i)) * 0xff51afd7ed558ccdULL;
  return value ^ (value >> 29U);
}

void for_each_element(const map::Box& box, const std::function<void(const Coordinate&)>& visit) {
  if (box.size() == 0) return;
  Coordinate x = box.begin;
  while (true) {
    visit(x);
    std::size_t dim = x.size();
    while (dim > 0 && ++x[dim - 1] == box.end[dim - 1]) {
      x[dim - 1] = box.begin[dim - 1];
      --dim;
    }
    if (dim == 0) return;
  }
}

/// What a side's buffers hold when all is in place: by the map of each tile, element by element.
Buffers filled(const Resharding& resharding, bool source) {
  Buffers all;
  for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
    auto& buffers = all.of_rank.emplace_back();
    for (std::size_t i = 0; i < resharding.arrays().size(); ++i) {
      const Array& array = resharding.arrays()[i];
      const placement::Side& side = source ? array.source : array.target;
      for (const std::int64_t tile : side.held_by(rank)) {
        const auto map =
            *stored_map(side, tile, source ? array.source_layout : array.target_layout);
        Bytes bytes(static_cast<std::size_t>((map.codomain_size() * array.element_bits + 7) / 8));
        const map::Box box = side.box(tile);
        for_each_element(box, [&](const Coordinate& x) {
          Coordinate local = x;
          for (std::size_t k = 0; k < x.size(); ++k) local[k] -= box.begin[k];
          set_bits(bytes, map(local), array.element_bits, content(i, x));
        });
        buffers.push_back(std::move(bytes));
      }
    }
  }
  return all;
}

Buffers empty_like(const Buffers& other) {
  Buffers empty = other;
  for (auto& buffers : empty.of_rank) {
    for (Bytes& bytes : buffers) std::ranges::fill(bytes, std::byte{0xa5});
  }
  return empty;
}

placement::Side side(std::string_view text, const std::vector<std::int64_t>& extents) {
  return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
}

TEST(Simulate, RowsBecomeColumns) {
  const std::vector<std::int64_t> extents{8, 6};
  Resharding resharding;
  ASSERT_TRUE(
      resharding.add({.element_bits = 32,
                      .source = side("{devices=[4,1]<=[4]}", extents),
                      .target = side("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", extents)}));
  Buffers sources = filled(resharding, true);
  const Buffers expected = filled(resharding, false);
  Buffers targets = empty_like(expected);
  const auto report =
      simulate(resharding, sources.spans<SourceBuffers>(), targets.spans<TargetBuffers>());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->chunks, 12);
  EXPECT_EQ(report->carried_bytes, 288);
  EXPECT_EQ(targets.of_rank, expected.of_rank);
}

TEST(Simulate, BuffersOfAllTilesAreNeeded) {
  const std::vector<std::int64_t> extents{8};
  Resharding resharding;
  ASSERT_TRUE(resharding.add({.source = side("{devices=[2]<=[2]}", extents),
                              .target = side("{devices=[2]1,0}", extents)}));
  Buffers buffers = filled(resharding, true);
  Buffers targets = filled(resharding, false);
  auto sources = buffers.spans<SourceBuffers>();
  sources[1][0] = sources[1][0].first(3);
  const auto report = simulate(resharding, sources, targets.spans<TargetBuffers>());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error()->message, "rank 1: source buffer 0 has 3 bytes and its tile needs 4");
  sources[1].clear();
  EXPECT_EQ(simulate(resharding, sources, targets.spans<TargetBuffers>()).error()->code,
            "reshard.buffers");
  sources.pop_back();
  EXPECT_EQ(simulate(resharding, sources, targets.spans<TargetBuffers>()).error()->code,
            "reshard.buffers");
}

/// Row-major, column-major, padded or shuffled by a swizzle.
TileLayout any_layout() {
  const int kind = *rc::gen::inRange(0, 3);
  if (kind == 0) return {};
  return [kind](std::span<const std::int64_t> extents) -> core::Result<map::IndexMap> {
    // The strides of columns, each padded in the second kind.
    std::vector<map::Dim> dims;
    for (const std::int64_t extent : extents) dims.push_back({extent});
    map::MapBuilder builder(std::move(dims));
    map::Value offset = builder.constant(0);
    std::int64_t stride = 1;
    for (std::size_t k = 0; k < extents.size(); ++k) {
      builder.add_to(offset, builder.scale(builder.dim(k), stride));
      stride *= extents[k] + (kind == 2 ? 3 : 0);
    }
    return builder.finish(std::move(offset), {{stride, "offset"}});
  };
}

TEST(SimulateLaw, EveryRankHasWhatItWants) {
  core::check_law("every_rank_has_what_it_wants", 3000, [] {
    Resharding resharding({.ranks_per_node = *rc::gen::element<std::int64_t>(0, 2, 3),
                           .split_bytes = *rc::gen::element<std::int64_t>(1, 1000)});
    for (int arrays = *rc::gen::inRange(1, 4); arrays > 0; --arrays) {
      const auto extents = placement::any_extents(3, 6);
      RC_ASSERT(resharding
                    .add({.element_bits = *rc::gen::element(1, 4, 8, 32),
                          .source = placement::any_side(extents, 8),
                          .target = placement::any_side(extents, 8),
                          .source_layout = any_layout(),
                          .target_layout = any_layout()})
                    .has_value());
    }
    Buffers sources = filled(resharding, true);
    const Buffers expected = filled(resharding, false);
    Buffers targets = empty_like(expected);
    const std::int64_t chunk_bytes = *rc::gen::element<std::int64_t>(16, 24, 1000);
    const std::size_t window = *rc::gen::element<std::size_t>(1, 2, 4);
    const auto report =
        simulate(resharding, sources.spans<SourceBuffers>(), targets.spans<TargetBuffers>(),
                 {.move = {.chunk_bytes = chunk_bytes, .window = window},
                  .seed = *rc::gen::arbitrary<std::uint64_t>(),
                  .delayed_percent = *rc::gen::element(0, 50, 90)});
    RC_ASSERT(report.has_value());
    RC_ASSERT(targets.of_rank == expected.of_rank);
    RC_ASSERT(report->peak_bytes <= 2 * static_cast<std::int64_t>(window) * chunk_bytes);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
