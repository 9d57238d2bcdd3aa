// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/random_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/relayout/bench/transfer.h"
#include "tileglot/relayout/cpu/execute.h"

namespace tileglot::relayout::bench {
namespace {

std::vector<Case> small_pairs(std::int64_t count, std::uint64_t seed) {
  return random_pairs({.count = count, .seed = seed, .min_bytes = 8 << 10, .max_bytes = 64 << 10});
}

std::vector<std::string> texts(const std::vector<Case>& pairs) {
  std::vector<std::string> texts;
  texts.reserve(pairs.size());
  for (const Case& c : pairs) texts.push_back(c.source + " " + c.target);
  return texts;
}

TEST(RandomPairs, ASeedIsAListOfPairs) {
  EXPECT_EQ(texts(random_pairs({.seed = 3})), texts(random_pairs({.seed = 3})));
  EXPECT_NE(texts(random_pairs({.seed = 3})), texts(random_pairs({.seed = 4})));
}

TEST(RandomPairs, SizesAreInTheirRange) {
  for (const Case& c : random_pairs({.count = 1000})) {
    const auto map = bridge::to_map(*bridge::parse_layout(c.source));
    ASSERT_TRUE(map.has_value()) << c.source;
    const double bytes = static_cast<double>(map->size()) * c.element_bits / 8;
    EXPECT_GE(bytes, 8 << 20) << c.source;
    EXPECT_LE(bytes, 64 << 20) << c.source;
    EXPECT_GE(map->rank(), 2U);
    EXPECT_LE(map->rank(), 5U);
  }
}

/// How many tiles a text has after its T.
std::int64_t tile_levels(const std::string& text) {
  return std::count(text.begin(), text.end(), '(');
}

TEST(RandomPairs, EveryKindIsDrawn) {
  std::set<int> bits;
  std::set<std::int64_t> levels;
  std::set<std::pair<bool, bool>> tiled;
  for (const Case& c : random_pairs({})) {
    if (c.goal.group != kNested) continue;
    bits.insert(c.element_bits);
    levels.insert({tile_levels(c.source), tile_levels(c.target)});
    tiled.insert({tile_levels(c.source) > 0, tile_levels(c.target) > 0});
  }
  EXPECT_EQ(bits, (std::set<int>{8, 16, 32, 64, 128}));
  EXPECT_EQ(levels, (std::set<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(tiled.size(), 4U);
}

TEST(RandomPairs, ThoseApartAreATenth) {
  const std::vector<Case> pairs = random_pairs({.count = 200});
  for (const std::string_view group : kRandomGroups) {
    const auto count = std::count_if(pairs.begin(), pairs.end(),
                                     [&](const Case& c) { return c.goal.group == group; });
    EXPECT_EQ(count, group == kNested ? 200 : 20) << group;
  }
}

TEST(RandomPairs, EveryPairMovesRight) {
  for (const Case& c : small_pairs(100, 1)) {
    const auto transfer = Transfer::of(c, false, 1);
    ASSERT_TRUE(transfer.has_value())
        << transfer.error()->message << ": " << c.source << " to " << c.target;
    transfer->poison_target();
    ASSERT_TRUE(cpu::execute(transfer->plan, transfer->source(), transfer->target()));
    EXPECT_TRUE(transfer->is_moved()) << c.source << " to " << c.target;
  }
}

}  // namespace
}  // namespace tileglot::relayout::bench
