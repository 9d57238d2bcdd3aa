// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/segments.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

std::vector<Segment> received(const Resharding& resharding, std::int64_t rank) {
  std::vector<Segment> all;
  resharding.receives(rank, [&](const Transfer& transfer) {
    const auto segments = segments_of(resharding, transfer);
    ASSERT_TRUE(segments);
    all.insert(all.end(), segments->begin(), segments->end());
  });
  return all;
}

Resharding of(int bits, std::string_view from, std::string_view to,
              const std::vector<std::int64_t>& extents) {
  const auto side = [&](std::string_view text) {
    return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
  };
  Resharding resharding;
  EXPECT_TRUE(resharding.add({.element_bits = bits, .source = side(from), .target = side(to)}));
  return resharding;
}

TEST(Segments, ColumnsOfARowMajorTile) {
  const Resharding resharding = of(32, "{devices=[2,1]<=[2]}", "{devices=[1,2]<=[2]}", {4, 6});
  EXPECT_EQ(received(resharding, 0), (std::vector<Segment>{{0, 24, 12, {{2, 24, 12}}}}));
}

TEST(Segments, WholeRowsAreOnePiece) {
  const Resharding resharding = of(32, "{devices=[2,1]<=[2]}", "{maximal device=0}", {4, 6});
  EXPECT_EQ(received(resharding, 0), (std::vector<Segment>{{0, 48, 48, {}}}));
}

TEST(Segments, ElementsWithinAByteHaveNone) {
  const Resharding resharding = of(4, "{devices=[2,1]<=[2]}", "{devices=[1,2]<=[2]}", {2, 6});
  resharding.receives(0, [&](const Transfer& transfer) {
    const auto segments = segments_of(resharding, transfer);
    ASSERT_FALSE(segments);
    EXPECT_EQ(segments.error()->code, "reshard.bits");
  });
}

/// Every byte range that a segment stands for.
void for_each_range(const Segment& segment, std::size_t loop, std::int64_t source,
                    std::int64_t target,
                    const std::function<void(std::int64_t, std::int64_t)>& visit) {
  if (loop == segment.loops.size()) {
    for (std::int64_t i = 0; i < segment.bytes; ++i) visit(source + i, target + i);
    return;
  }
  for (std::int64_t i = 0; i < segment.loops[loop].count; ++i) {
    for_each_range(segment, loop + 1, source + i * segment.loops[loop].source_step_bytes,
                   target + i * segment.loops[loop].target_step_bytes, visit);
  }
}

using Pair = std::pair<std::int64_t, std::int64_t>;

/// The bytes that the maps of both tiles name, element by element; both row-major.
std::set<Pair> bytes_of(const Array& array, const Transfer& transfer) {
  std::set<Pair> bytes;
  const map::Box from = array.source.box(transfer.source_tile);
  const map::Box to = array.target.box(transfer.target_tile);
  const auto stored_from = *stored_map(array.source, transfer.source_tile, {});
  const auto stored_to = *stored_map(array.target, transfer.target_tile, {});
  std::vector<std::int64_t> x = transfer.box.begin;
  const std::int64_t size = array.element_bits / 8;
  for (std::int64_t left = transfer.box.size(); left > 0; --left) {
    std::vector<std::int64_t> a = x;
    std::vector<std::int64_t> b = x;
    for (std::size_t k = 0; k < x.size(); ++k) {
      a[k] -= from.begin[k];
      b[k] -= to.begin[k];
    }
    for (std::int64_t i = 0; i < size; ++i)
      bytes.emplace(stored_from(a) * size + i, stored_to(b) * size + i);
    for (std::size_t k = x.size(); k-- > 0;) {
      if (++x[k] < transfer.box.end[k]) break;
      x[k] = transfer.box.begin[k];
    }
  }
  return bytes;
}

TEST(SegmentsLaw, SegmentsAreTheBytesOfTheBox) {
  core::check_law("segments_are_the_bytes_of_the_box", 3000, [] {
    Resharding resharding;
    const auto extents = placement::any_extents(3, 6);
    RC_ASSERT(resharding
                  .add({.element_bits = *rc::gen::element(8, 32),
                        .source = placement::any_side(extents, 6),
                        .target = placement::any_side(extents, 6)})
                  .has_value());
    const Array& array = resharding.arrays()[0];
    for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
      resharding.receives(rank, [&](const Transfer& transfer) {
        const auto segments = segments_of(resharding, transfer);
        RC_ASSERT(segments.has_value());
        std::set<Pair> bytes;
        for (const Segment& segment : *segments) {
          for_each_range(segment, 0, segment.source_byte, segment.target_byte,
                         [&](std::int64_t from, std::int64_t to) {
                           RC_ASSERT(bytes.emplace(from, to).second);
                         });
        }
        RC_ASSERT(bytes == bytes_of(array, transfer));
      });
    }
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
