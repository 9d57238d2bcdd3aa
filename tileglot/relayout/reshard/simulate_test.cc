// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/simulate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/any_f2_matrix.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/rehearse.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

namespace linear = notation::linear;

placement::Side side(std::string_view text, const std::vector<std::int64_t>& extents) {
  return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
}

constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;

TEST(Simulate, RowsBecomeColumns) {
  const std::vector<std::int64_t> extents{8, 6};
  Resharding resharding;
  ASSERT_TRUE(
      resharding.add({.element_bits = 32,
                      .source = side("{devices=[4,1]<=[4]}", extents),
                      .target = side("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", extents)}));
  const auto report = rehearse(resharding, {}, kMostBytes);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->chunks, 12);
  EXPECT_EQ(report->carried_bytes, 288);
  EXPECT_EQ(rehearse(resharding, {}, 500).error()->code, "reshard.simulate");
}

TEST(Simulate, BuffersOfAllTilesAreNeeded) {
  const std::vector<std::int64_t> extents{8};
  Resharding resharding;
  ASSERT_TRUE(resharding.add({.source = side("{devices=[2]<=[2]}", extents),
                              .target = side("{devices=[2]1,0}", extents)}));
  std::vector<std::byte> four(4);
  SourceBuffers sources{{four}, {std::span(four).first(3)}};
  const TargetBuffers targets{{four}, {four}};
  const auto report = simulate(resharding, sources, targets);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error()->message, "rank 1: source buffer 0 has 3 bytes and its tile needs 4");
  sources[1].clear();
  EXPECT_EQ(simulate(resharding, sources, targets).error()->code, "reshard.buffers");
  sources.pop_back();
  EXPECT_EQ(simulate(resharding, sources, targets).error()->code, "reshard.buffers");
}

TEST(Simulate, ALayoutThatLosesElementsIsRefused) {
  const std::vector<std::int64_t> extents{8};
  Resharding resharding;
  const auto all_at_one = [](std::span<const std::int64_t> tile) {
    map::MapBuilder builder(std::vector<map::Dim>{{tile[0]}});
    return builder.finish(builder.constant(0), std::vector<map::Dim>{{1}});
  };
  ASSERT_TRUE(resharding.add({.source = side("{devices=[2]<=[2]}", extents),
                              .target = side("{devices=[2]1,0}", extents),
                              .target_layout = all_at_one}));
  const auto report = rehearse(resharding, {}, kMostBytes);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error()->code, "relayout.not_injective");
}

/// Column-major, each column followed by `padding` positions of each stride.
TileLayout column_major(std::int64_t padding) {
  return [padding](std::span<const std::int64_t> extents) -> core::Result<map::IndexMap> {
    std::vector<map::Dim> dims;
    for (const std::int64_t extent : extents) dims.push_back({extent});
    map::MapBuilder builder(std::move(dims));
    map::Value offset = builder.constant(0);
    std::int64_t stride = 1;
    for (std::size_t k = 0; k < extents.size(); ++k) {
      builder.add_to(offset, builder.scale(builder.dim(k), stride));
      stride *= extents[k] + padding;
    }
    return builder.finish(std::move(offset), {{stride, "offset"}});
  };
}

/// XLA's tiles, which may be larger than the array and cut it unevenly.
TileLayout any_tiles(std::size_t rank) {
  using Texts = std::vector<const char*>;
  static const std::vector<Texts> of_rank = {
      {"{}"},
      {"{0:T(4)}", "{0:T(3)}"},
      {"{1,0:T(2,4)}", "{1,0:T(2,4)(2,1)}", "{0,1:T(4,2)}", "{1,0:T(3,2)}"},
      {"{2,1,0:T(2,4)(2,1)}", "{0,2,1:T(2,2)}", "{2,0,1:T(4,4)(4,1)}", "{1,2,0:T(2,2,2)}"}};
  const auto layout = *notation::xla::parse_layout(*rc::gen::elementOf(of_rank[rank]));
  return [layout](std::span<const std::int64_t> extents) {
    notation::xla::Shape tile;
    tile.type = notation::xla::PrimitiveType::kS8;
    for (const std::int64_t extent : extents) tile.dimensions.push_back({extent, false});
    tile.layout = layout;
    return bridge::to_map(tile);
  };
}

/// Extents rounded up to powers of two, and each bit of the position xored into any lower ones.
TileLayout any_swizzle() {
  constexpr int kMostBits = 9;  // three extents of at most 6
  std::vector<std::uint64_t> xors;
  xors.reserve(kMostBits);
  for (int bit = 0; bit < kMostBits; ++bit)
    xors.push_back((std::uint64_t{1} << bit) | *core::any_word(bit));
  const bool is_row_major = *rc::gen::arbitrary<bool>();
  return [=](std::span<const std::int64_t> extents) -> core::Result<map::IndexMap> {
    std::vector<int> bits;
    std::vector<map::Slice> slices;
    for (const std::int64_t extent : extents) {
      bits.push_back(std::countr_zero(std::bit_ceil(static_cast<std::uint64_t>(extent))));
      slices.push_back({0, extent, 1});
    }
    const int all = std::accumulate(bits.begin(), bits.end(), 0);
    linear::Layout swizzle;
    swizzle.add_out(linear::kOffset, all);
    int before = 0;
    for (std::size_t k = 0; k < extents.size(); ++k) {
      const auto first = static_cast<std::size_t>(is_row_major ? all - before - bits[k] : before);
      swizzle.add_in(linear::standard_out(k),
                     std::span(xors).subspan(first, static_cast<std::size_t>(bits[k])));
      before += bits[k];
    }
    TILEGLOT_TRY(map, bridge::to_map(swizzle));
    return map::subarray(map, slices);
  };
}

TileLayout any_layout(std::size_t rank) {
  switch (*rc::gen::inRange(0, 5)) {
    case 0: return {};
    case 1: return column_major(0);
    case 2: return column_major(3);
    case 3: return any_tiles(rank);
    default: return any_swizzle();
  }
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
                          .source_layout = any_layout(extents.size()),
                          .target_layout = any_layout(extents.size())})
                    .has_value());
    }
    const std::int64_t chunk_bytes = *rc::gen::element<std::int64_t>(16, 24, 1000);
    const std::size_t window = *rc::gen::element<std::size_t>(1, 2, 4);
    const auto report = rehearse(resharding,
                                 {.move = {.chunk_bytes = chunk_bytes, .window = window},
                                  .seed = *rc::gen::arbitrary<std::uint64_t>(),
                                  .delayed_percent = *rc::gen::element(0, 50, 90)},
                                 kMostBytes);
    RC_ASSERT(report.has_value());
    RC_ASSERT(report->peak_bytes <= 2 * static_cast<std::int64_t>(window) * chunk_bytes);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
