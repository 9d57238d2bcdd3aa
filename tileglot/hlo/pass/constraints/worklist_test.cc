// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/worklist.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <tuple>
#include <vector>

#include "tileglot/core/law.h"

namespace tileglot::hlo::pass {
namespace {

WorkItem item(std::uint32_t i) { return {WorkItem::Kind::kValue, i}; }

std::vector<std::uint32_t> taken(Worklist& list) {
  std::vector<std::uint32_t> result;
  while (const auto next = list.take()) result.push_back(next->index);
  return result;
}

TEST(Worklist, WhatWasAddedLastGoesDeepestFirst) {
  Worklist list;
  list.add(item(0), true, 0);
  list.add(item(1), false, 0);
  list.add(item(2), true, 0);
  list.drain([](const WorkItem& i) { return i.index != 1; });
  EXPECT_EQ(taken(list), (std::vector<std::uint32_t>{2, 0, 1}));
}

/// The definition: an item goes after the last whose priority is not lower.
TEST(Worklist, StrongerRequestsComeBeforeWeakerOnes) {
  core::check_law("worklist_order", 2000, [] {
    const auto added = *rc::gen::container<std::vector<std::tuple<bool, int>>>(
        rc::gen::tuple(rc::gen::arbitrary<bool>(), rc::gen::inRange(-2, 4)));
    Worklist list;
    std::vector<std::tuple<std::uint32_t, int>> slow;
    for (std::uint32_t i = 0; i < added.size(); ++i) {
      const auto [depth_first, priority] = added[i];
      list.add(item(i), depth_first, priority);
      auto place = slow.end();
      if (!depth_first) {
        const auto last =
            std::find_if(slow.rbegin(), slow.rend(),
                         [p = priority](const auto& other) { return std::get<1>(other) >= p; });
        place = last.base();
      }
      slow.insert(place, {i, priority});
    }
    list.drain([](const WorkItem&) { return false; });
    std::vector<std::uint32_t> wanted;
    wanted.reserve(slow.size());
    for (const auto& [i, priority] : slow) wanted.push_back(i);
    RC_ASSERT(taken(list) == wanted);
  });
}

}  // namespace
}  // namespace tileglot::hlo::pass
