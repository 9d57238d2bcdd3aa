// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/visits.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

map::IndexMap map_of(const std::string& text) {
  return *bridge::to_map(*bridge::parse_layout(text));
}

std::vector<Move> visits_of(const std::string& source, const std::string& target,
                            std::size_t most = 65536) {
  return visits(*plan(map_of(source), map_of(target), 32), most);
}

TEST(Visits, ATransposeVisitsEachElementOnce) {
  EXPECT_EQ(visits_of("f32[2,2]{1,0}", "f32[2,2]{0,1}"),
            (std::vector<Move>{{0, 0}, {2, 1}, {1, 2}, {3, 3}}));
}

TEST(Visits, EveryElementGoesWhereBothLayoutsSay) {
  for (const char* target :
       {"f32[9,7]{0,1}", "f32[9,7]{1,0:T(4,2)}", "f32[9,7]{1,0:T(2,8)(2,1)}"}) {
    const map::IndexMap from = map_of("f32[9,7]{1,0}");
    const map::IndexMap to = map_of(target);
    std::vector<int> seen(63, 0);
    for (const Move& visit : visits_of("f32[9,7]{1,0}", target)) {
      ASSERT_GE(visit.f, 0);
      ASSERT_LT(visit.f, 63);
      ++seen[static_cast<std::size_t>(visit.f)];
      const map::Coordinate x{visit.f / 7, visit.f % 7};
      EXPECT_EQ(visit.g, to(x)) << target << " " << x[0] << " " << x[1];
    }
    EXPECT_EQ(seen, std::vector<int>(63, 1)) << target;
  }
}

TEST(Visits, OnlyTheFirstAreListed) {
  EXPECT_EQ(visits_of("f32[2,2]{1,0}", "f32[2,2]{0,1}", 2), (std::vector<Move>{{0, 0}, {2, 1}}));
}

}  // namespace
}  // namespace tileglot::relayout::plan
