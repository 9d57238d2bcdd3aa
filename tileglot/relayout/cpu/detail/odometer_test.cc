// SPDX-License-Identifier: Apache-2.0
// odometer_test.cc: an odometer stands at start plus one entry of each loop, however it got there.
#include "tileglot/relayout/cpu/detail/odometer.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "tileglot/relayout/cpu/detail/nest_runner.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr Move kStart{100, 1000};
// The rest of a walk: neither begins at 0 nor ascends.
const std::array<Move, 3> kTable{{{7, 40}, {8, 20}, {9, 60}}};

std::vector<Move> places_of(const std::vector<LoopView>& loops) {
  std::vector<Move> places;
  for (std::int64_t i = 0; i < loops[0].count; ++i) {
    for (std::int64_t j = 0; j < loops[1].count; ++j)
      places.push_back(kStart + loops[0].entry(i) + loops[1].entry(j));
  }
  return places;
}

TEST(Odometer, StepsAndSeeksAgreeWhereTablesDoNotBeginAtZero) {
  const std::vector<LoopView> loops{{2, {1, 500}, {}}, {3, {}, kTable}};
  const std::vector<Move> places = places_of(loops);
  Odometer stepped(loops, kStart);
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(stepped.at(), places[i]) << i;
    Odometer sought(loops, kStart);
    sought.seek(static_cast<std::int64_t>(i));
    EXPECT_EQ(sought.at(), places[i]) << i;
    EXPECT_EQ(stepped.next(), i + 1 < places.size());
  }
  EXPECT_EQ(stepped.at(), places[0]);
}

}  // namespace
}  // namespace tileglot::relayout::cpu
