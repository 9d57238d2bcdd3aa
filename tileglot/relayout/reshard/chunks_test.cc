// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/chunks.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

Resharding from_one_to_another(const std::vector<std::int64_t>& extents) {
  const auto at = [&](const char* text) {
    return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
  };
  Resharding resharding;
  EXPECT_TRUE(
      resharding.add({.source = at("{maximal device=0}"), .target = at("{maximal device=1}")}));
  return resharding;
}

TEST(Chunks, ALargeBoxIsCutIntoRows) {
  const Resharding resharding = from_one_to_another({8, 100});
  const auto chunks = chunks_of(resharding, 1, 256);
  ASSERT_TRUE(chunks);
  ASSERT_EQ(chunks->received.size(), 4U);
  EXPECT_TRUE(chunks->sent.empty());
  EXPECT_EQ(chunks->received[3].parts.front().box, (map::Box{{6, 0}, {8, 100}}));
  EXPECT_EQ(chunks->received[3].number, 3);
  const auto fine = chunks_of(resharding, 1, 16);
  ASSERT_TRUE(fine);
  EXPECT_EQ(fine->received.front().parts.front().box, (map::Box{{0, 0}, {1, 16}}));
}

TEST(Chunks, AChunkHoldsAnElement) {
  const Resharding resharding = from_one_to_another({8});
  EXPECT_EQ(chunks_of(resharding, 1, 15).error()->code, "reshard.chunk");
  EXPECT_EQ(chunks_of(resharding, 1, std::int64_t{1} << 62).error()->code, "reshard.chunk");
}

TEST(Chunks, TooManyPartsAreRefused) {
  const Resharding resharding = from_one_to_another({std::int64_t{1} << 40});
  EXPECT_EQ(chunks_of(resharding, 1, 16).error()->code, "reshard.too_many");
}

using Key = std::tuple<std::int64_t, std::int64_t, bool, std::int64_t, std::int64_t>;

TEST(ChunksLaw, BothEndsCutAlike) {
  core::check_law("both_ends_cut_alike", 5000, [] {
    Resharding resharding({.ranks_per_node = *rc::gen::element<std::int64_t>(0, 2),
                           .split_bytes = *rc::gen::element<std::int64_t>(1, 1000)});
    const int bits = *rc::gen::element(1, 8, 64);
    const auto extents = placement::any_extents(3, 8);
    RC_ASSERT(resharding
                  .add({.element_bits = bits,
                        .source = placement::any_side(extents, 8),
                        .target = placement::any_side(extents, 8)})
                  .has_value());
    const std::int64_t chunk_bytes = *rc::gen::element<std::int64_t>(16, 50);
    std::vector<Key> sent;
    std::vector<Key> received;
    for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
      const auto chunks = chunks_of(resharding, rank, chunk_bytes);
      RC_ASSERT(chunks.has_value());
      for (const Chunk& c : chunks->sent)
        sent.emplace_back(c.from, c.to, c.forwarded, c.number, c.bytes);
      std::int64_t bytes = 0;
      for (const Chunk& c : chunks->received) {
        received.emplace_back(c.from, c.to, c.forwarded, c.number, c.bytes);
        RC_ASSERT(c.bytes <= chunk_bytes);
        for (const Part& part : c.parts) bytes += part.box.size() * bits;
      }
      RC_ASSERT(bytes == resharding.bound(rank));
    }
    std::ranges::sort(sent);
    std::ranges::sort(received);
    RC_ASSERT(sent == received);
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
