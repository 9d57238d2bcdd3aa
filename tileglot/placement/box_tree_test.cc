// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/box_tree.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/any_side.h"

namespace tileglot::placement {
namespace {

TEST(BoxTree, BoxesThatShareAnElementMeet) {
  const BoxTree tree({{{0}, {3}}, {{3}, {8}}, {{2}, {4}}});
  std::vector<std::size_t> met;
  tree.for_each_meeting({{0}, {2}}, [&](std::size_t i) { met.push_back(i); });
  EXPECT_EQ(met, (std::vector<std::size_t>{0}));
}

TEST(BoxTree, ATreeOfNothingMeetsNothing) {
  const BoxTree tree;
  EXPECT_EQ(tree.for_each_meeting({{0}, {2}}, [](std::size_t) { FAIL(); }), 0);
}

TEST(BoxTree, ASearchComparesFewOfManyBoxes) {
  std::vector<map::Box> boxes;
  boxes.reserve(std::size_t{1} << 16U);
  for (std::int64_t i = 0; i < 256; ++i) {
    for (std::int64_t j = 0; j < 256; ++j) boxes.push_back({{i, j}, {i + 1, j + 1}});
  }
  const BoxTree tree(std::move(boxes));
  EXPECT_LT(tree.for_each_meeting({{3, 7}, {4, 8}}, [](std::size_t) {}), 100);
}

TEST(BoxTreeLaw, MeetingsAreTheBoxesThatShareAnElement) {
  core::check_law("meetings_of_boxes", 10000, [] {
    const std::vector<std::int64_t> extents = any_extents(3, 7);
    std::vector<map::Box> boxes(*rc::gen::inRange<std::size_t>(0, 40));
    for (map::Box& box : boxes) box = any_box(extents);
    const BoxTree tree(boxes);
    const map::Box wanted = any_box(extents);
    std::set<std::size_t> met;
    tree.for_each_meeting(wanted, [&](std::size_t i) { RC_ASSERT(met.insert(i).second); });
    for (std::size_t i = 0; i < boxes.size(); ++i)
      RC_ASSERT(map::intersection(boxes[i], wanted).has_value() == met.contains(i));
  });
}

}  // namespace
}  // namespace tileglot::placement
