// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/linear_plan.h"

#include <gtest/gtest.h>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/relayout/warp/plan.h"

namespace tileglot::value {
namespace {

TEST(LinearPlan, APlanHasItsClassAndItsCounts) {
  const auto from =
      notation::linear::parse("{register: [1], lane: [2,4,8,16,32]} -> {dim0: 64}").value();
  const auto to =
      notation::linear::parse("{register: [32], lane: [1,2,4,8,16]} -> {dim0: 64}").value();
  EXPECT_EQ(plan_to_json(relayout::warp::plan_conversion(from, to, 32).value()).dump(),
            R"({"class":"warp_shuffle","dims":["register","lane"],"shuffles":2,"selects":4,)"
            R"("byte_permutes":0,"shared_stores":{},"shared_loads":{},"cta_barriers":0,)"
            R"("warp_barriers":0,"cluster_barriers":0,"shared_bytes":0})");
}

}  // namespace
}  // namespace tileglot::value
