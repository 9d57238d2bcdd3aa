// SPDX-License-Identifier: Apache-2.0
// small_vector_test.cc: every operation against std::vector, inside and on the heap.
#include "tileglot/core/small_vector.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"

namespace tileglot::core {
namespace {

using Small = SmallVector<int, 2>;

Small counting_to(int size) {
  Small result;
  for (int i = 0; i < size; ++i) result.push_back(i);
  return result;
}

void expect_holds(const Small& v, const std::vector<int>& expected) {
  EXPECT_EQ(std::vector<int>(v.begin(), v.end()), expected);
  EXPECT_EQ(v.size(), expected.size());
  EXPECT_EQ(v.empty(), expected.empty());
}

TEST(SmallVector, GrowingPastTheInlineCapacityKeepsTheElements) {
  Small v{7, 8};
  v.push_back(9);
  expect_holds(v, {7, 8, 9});
  expect_holds(counting_to(5), {0, 1, 2, 3, 4});
}

TEST(SmallVector, RoomForMoreIsFilledInPlace) {
  for (int size = 0; size <= 5; ++size) {
    Small v = counting_to(size);
    int* more = v.extend(3);
    for (int i = 0; i < 3; ++i) more[i] = size + i;
    EXPECT_EQ(v, counting_to(size + 3));
    v.extend(0);
    EXPECT_EQ(v, counting_to(size + 3));
  }
}

TEST(SmallVector, APartIsCopiedAndCutOff) {
  for (int size = 0; size <= 5; ++size) {
    for (int kept = 0; kept <= size; ++kept) {
      Small v = counting_to(size);
      const Small tail(v.begin() + kept, v.end());
      v.truncate(v.begin() + kept);
      EXPECT_EQ(v, counting_to(kept));
      for (const int number : tail) v.push_back(number);
      EXPECT_EQ(v, counting_to(size));
    }
  }
}

TEST(SmallVector, CopiesAreEqualAndIndependent) {
  for (int size = 0; size <= 5; ++size) {
    const Small original = counting_to(size);
    for (int before = 0; before <= 5; ++before) {
      Small copy = counting_to(before);
      copy = original;
      EXPECT_EQ(copy, original);
      copy.push_back(-1);
      EXPECT_NE(copy, original);
      EXPECT_EQ(original, counting_to(size));
    }
  }
}

TEST(SmallVector, MovingTakesAllAndLeavesAnEmptyUsableVector) {
  for (int size = 0; size <= 5; ++size) {
    for (int before = 0; before <= 5; ++before) {
      Small from = counting_to(size);
      Small to = counting_to(before);
      to = std::move(from);
      EXPECT_EQ(to, counting_to(size));
      EXPECT_TRUE(from.empty());  // NOLINT(bugprone-use-after-move)
      for (int i = 0; i < 4; ++i) from.push_back(i);
      EXPECT_EQ(from, counting_to(4));
      EXPECT_EQ(to, counting_to(size));
      for (int i = size; i < 20; ++i) to.push_back(i);
      EXPECT_EQ(to, counting_to(20)) << "the capacity came along";
    }
  }
}

TEST(SmallVector, AssigningToItselfChangesNothing) {
  for (int size = 0; size <= 5; ++size) {
    Small v = counting_to(size);
    Small& same = v;
    v = same;
    EXPECT_EQ(v, counting_to(size));
    v = std::move(same);
    EXPECT_EQ(v, counting_to(size));
  }
}

TEST(SmallVector, AnElementOfTheVectorItselfCanBeInserted) {
  for (int size = 1; size <= 5; ++size) {
    Small v = counting_to(size);
    v.push_back(v[0]);
    v.insert(v.begin(), v.back());
    EXPECT_EQ(v[0], 0);
    EXPECT_EQ(v.size(), static_cast<std::size_t>(size) + 2);
  }
}

/// One random operation on both.
void step(Small& v, std::vector<int>& model) {
  const int number = *rc::gen::inRange(0, 100);
  const auto at = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(v.size()) + 1));
  const auto where = static_cast<std::ptrdiff_t>(at);
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      if (!model.empty()) {
        v.pop_back();
        model.pop_back();
      }
      return;
    case 1:
      if (at < model.size()) {
        v.erase(v.begin() + at);
        model.erase(model.begin() + where);
      }
      return;
    case 2:
      v.insert(v.begin() + at, number);
      model.insert(model.begin() + where, number);
      return;
    case 3:
      if (number == 0) {
        v.clear();
        model.clear();
      }
      return;
    default:
      v.push_back(number);
      model.push_back(number);
      return;
  }
}

TEST(SmallVector, BehavesAsAVectorUnderRandomOperations) {
  check_law("small_vector_is_a_vector", 2000, [] {
    Small v;
    std::vector<int> model;
    for (int i = 0; i < 20; ++i) {
      step(v, model);
      expect_holds(v, model);
    }
  });
}

}  // namespace
}  // namespace tileglot::core
