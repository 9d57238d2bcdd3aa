// SPDX-License-Identifier: Apache-2.0
// plan_cache_test.cc: plans that are kept, dropped, and shared by threads.
#include "tileglot/relayout/cpu/plan_cache.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::relayout::cpu {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

PreparedPlan of(PlanCache& cache, std::string_view source, std::string_view target, int bits) {
  return *cache.prepared(map_of(source), map_of(target), bits);
}

TEST(PlanCache, APlanIsMadeOnce) {
  PlanCache cache;
  const PreparedPlan first = of(cache, "f32[8,24]{1,0}", "f32[8,24]{0,1:T(8,128)}", 32);
  const PreparedPlan again = of(cache, "f32[8,24]{1,0}", "f32[8,24]{0,1:T(8,128)}", 32);
  EXPECT_EQ(&first.plan(), &again.plan());
  EXPECT_EQ(cache.size(), 1U);
}

TEST(PlanCache, WhateverDiffersIsAnotherPlan) {
  PlanCache cache;
  const PreparedPlan first = of(cache, "f32[8,24]{1,0}", "f32[8,24]{0,1}", 32);
  EXPECT_NE(&of(cache, "f32[8,24]{1,0}", "f32[8,24]{0,1}", 64).plan(), &first.plan());
  EXPECT_NE(&of(cache, "f32[8,24]{0,1}", "f32[8,24]{1,0}", 32).plan(), &first.plan());
  EXPECT_NE(&of(cache, "f32[8,25]{1,0}", "f32[8,25]{0,1}", 32).plan(), &first.plan());
  EXPECT_GT(of(cache, "f32[8,24]{1,0}", "f32[8,24]{0,1:T(1024)}", 32).plan().target_size, 192);
  EXPECT_EQ(cache.size(), 5U);
}

TEST(PlanCache, TheOneAskedForLeastLatelyIsDropped) {
  PlanCache cache(2);
  const PreparedPlan a = of(cache, "f32[2,3]{1,0}", "f32[2,3]{0,1}", 32);
  const PreparedPlan b = of(cache, "f32[2,4]{1,0}", "f32[2,4]{0,1}", 32);
  EXPECT_EQ(&of(cache, "f32[2,3]{1,0}", "f32[2,3]{0,1}", 32).plan(), &a.plan());
  of(cache, "f32[2,5]{1,0}", "f32[2,5]{0,1}", 32);
  EXPECT_EQ(cache.size(), 2U);
  EXPECT_EQ(&of(cache, "f32[2,3]{1,0}", "f32[2,3]{0,1}", 32).plan(), &a.plan());
  EXPECT_NE(&of(cache, "f32[2,4]{1,0}", "f32[2,4]{0,1}", 32).plan(), &b.plan());
}

TEST(PlanCache, ARefusalIsNotKept) {
  PlanCache cache;
  EXPECT_FALSE(cache.prepared(map_of("f32[2,3]{1,0}"), map_of("f32[3,2]{1,0}"), 32).has_value());
  EXPECT_EQ(cache.size(), 0U);
}

TEST(PlanCache, ThreadsAskAtATime) {
  PlanCache cache(3);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 200; ++i) {
        const std::string shape = "f32[4," + std::to_string(2 + (i * (t + 1)) % 6) + "]";
        const PreparedPlan plan = of(cache, shape + "{1,0}", shape + "{0,1}", 32);
        std::vector<std::byte> source(static_cast<std::size_t>(plan.plan().source_bytes()));
        std::vector<std::byte> target(source.size());
        ASSERT_TRUE(plan.execute(source, target).has_value());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(cache.size(), 3U);
}

}  // namespace
}  // namespace tileglot::relayout::cpu
