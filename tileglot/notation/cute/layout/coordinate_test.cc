// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/coordinate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

std::int64_t offset(std::string_view coordinate, std::string_view layout) {
  return crd2idx(tuple(coordinate), *read_layout(layout))->value;
}
std::string natural(std::string_view coordinate, std::string_view shape) {
  return print(*idx2crd(tuple(coordinate), tuple(shape)), Marks::kShow);
}
Reason refused(std::string_view coordinate, std::string_view layout) {
  return crd2idx(tuple(coordinate), *read_layout(layout)).refusal.reason;
}

/// The definition without a division: steps through the domain, the first leaf fastest.
class Odometer {
 public:
  explicit Odometer(const Layout<>& layout) : layout_(layout), natural_(layout.shape) {
    for (int slot = 0; slot < natural_.slots; ++slot) natural_.values[slot] = 0;
  }
  const IntTuple& natural() const { return natural_; }
  std::int64_t offset() const {
    std::int64_t sum = 0;
    for (int slot = 0; slot < natural_.slots; ++slot) {
      sum += natural_.values[slot] * layout_.stride.values[slot];
    }
    return sum;
  }
  void step() {
    for (int slot = 0; slot < natural_.slots; ++slot) {
      if (natural_.is_empty(slot)) continue;
      if (++natural_.values[slot] < layout_.shape.values[slot]) return;
      natural_.values[slot] = 0;
    }
  }

 private:
  Layout<> layout_;
  IntTuple natural_;
};

/// The index of a coordinate inside its shape, by the recursive definition.
std::int64_t index_of(const IntTuple& coordinate, const IntTuple& shape) {
  if (coordinate.is_scalar) return coordinate.values[0];
  std::int64_t index = 0;
  std::int64_t below = 1;
  for (int i = 0; i < rank(shape); ++i) {
    index += below * index_of(*mode(coordinate, i), *mode(shape, i));
    below *= size(*mode(shape, i))->value;
  }
  return index;
}

static_assert(crd2idx(tuple("(1,5)"), "(3,(2,3)):(3,(12,1))"_layout)->value == 17);
static_assert(*idx2crd(16, tuple("(3,(2,3))")) == tuple("(1,(1,2))"));

TEST(Coordinate, ThreeCoordinatesOfOneElement) {
  EXPECT_EQ(offset("16", "(3,(2,3)):(3,(12,1))"), 17);
  EXPECT_EQ(offset("(1,5)", "(3,(2,3)):(3,(12,1))"), 17);
  EXPECT_EQ(offset("(1,(1,2))", "(3,(2,3)):(3,(12,1))"), 17);
  EXPECT_EQ(offset("22", "((3,2),(2,3)):((4,1),(2,100))"), 107);
}

TEST(Coordinate, TheLastModeTakesTheWholeRest) {
  EXPECT_EQ(offset("100", "(3,4):(1,3)"), 100);
  EXPECT_EQ(offset("-1", "4:2"), -2);
  EXPECT_EQ(natural("100", "(3,4)"), "(1,33)");
  EXPECT_EQ(natural("5", "4"), "5");
  EXPECT_EQ(natural("(7,9)", "(3,(2,3))"), "(7,(1,4))");
}

TEST(Coordinate, StaticMarksCombineAsInCuTe) {
  EXPECT_EQ(natural("_57", "(((_4,_4,_6)))"), "(((_1,_2,_3)))");
  EXPECT_EQ(natural("57", "(((_4,_4,_6)))"), "(((1,2,3)))");
  EXPECT_EQ(natural("_0", "(_1,_5)"), "(_0,_0)");
  EXPECT_EQ(natural("3", "(_1,5)"), "(_0,3)");
  EXPECT_EQ(*crd2idx(3, *read_layout("4:_0")), core::static_integer(0));
}

TEST(Coordinate, ATupleMustHaveTheRankOfItsShape) {
  EXPECT_EQ(refused("(1,2,3)", "(3,4):(1,3)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("(1)", "(3,4):(1,3)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("((1,2),3)", "((3,4,5),6):((1,3,12),60)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("((1,2,3),3)", "((3,4),6):((1,3),12)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("((1,2),3,4)", "((3,4,5),6):((1,3,12),60)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("((1,2,3),4)", "((3,4),5,6):((1,3),12,60)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("()", "(3):(1)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("((),1)", "((3),4):((1),3)"), Reason::kCoordinateRank);
  EXPECT_EQ(refused("(1,2)", "():()"), Reason::kCoordinateRank);
  EXPECT_EQ(offset("()", "():()"), 0);
}

TEST(Coordinate, ATupleOverAnIntegerIsRefused) {
  EXPECT_EQ(refused("(3)", "4:2"), Reason::kCoordinateIsTuple);
  EXPECT_EQ(refused("((3),1)", "(4,2):(1,4)"), Reason::kCoordinateIsTuple);
}

TEST(Coordinate, AnIntegerCanStandOverAnythingEvenNothing) {
  EXPECT_EQ(offset("0", "():()"), 0);
  EXPECT_EQ(refused("1", "():()"), Reason::kCoordinateOverNothing);
  EXPECT_EQ(offset("(0,3)", "((),4):((),2)"), 6);
  EXPECT_EQ(natural("7", "(3,())"), "(7,())");
}

TEST(Coordinate, AnExtentOfZeroDividesOnlyZero) {
  EXPECT_EQ(offset("0", "(0,4):(1,1)"), 0);
  EXPECT_EQ(refused("1", "(0,4):(1,1)"), Reason::kDivisionByZero);
  EXPECT_EQ(offset("3", "(4,0):(1,4)"), 3);
}

TEST(Coordinate, AnOffsetThatDoesNotFitIsRefused) {
  EXPECT_EQ(refused("5", "2:4611686018427387904"), Reason::kProductTooLarge);
  EXPECT_EQ(refused("(5,5)", "(2,2):(1537228672809129301,1537228672809129301)"),
            Reason::kSumTooLarge);
}

void expect_counts_like_an_odometer(const Layout<>& layout) {
  Odometer odometer(layout);
  for (std::int64_t i = 0; i < size(layout)->value; ++i, odometer.step()) {
    ASSERT_EQ(crd2idx(i, layout)->value, odometer.offset()) << print(layout) << " at " << i;
    ASSERT_TRUE(equal_values(*idx2crd(i, layout.shape), odometer.natural())) << print(layout);
    ASSERT_EQ(crd2idx(odometer.natural(), layout)->value, odometer.offset()) << print(layout);
  }
}

TEST(Coordinate, IndicesCountLikeAnOdometer) {
  core::check_law("indices_count_like_an_odometer", 10000,
                  [] { expect_counts_like_an_odometer(*any_layout()); });
}

TEST(Coordinate, EveryCoordinateOfAnElementHasItsOffset) {
  core::check_law("coordinates_of_one_element_agree", 10000, [] {
    const Layout<> layout = *any_layout();
    if (size(layout)->value == 0) return;
    const IntTuple coordinate = *any_coordinate(layout.shape);
    const std::int64_t index = index_of(coordinate, layout.shape);
    ASSERT_EQ(crd2idx(coordinate, layout)->value, crd2idx(index, layout)->value)
        << print(coordinate) << " in " << print(layout);
    ASSERT_TRUE(equal_values(*idx2crd(coordinate, layout.shape), *idx2crd(index, layout.shape)));
    ASSERT_TRUE(weakly_congruent(coordinate, layout.shape));
  });
}

/// weakly_congruent by its definition, mode by mode.
bool is_coordinate_structure(const IntTuple& a, const IntTuple& b) {
  if (a.is_scalar) return true;
  if (b.is_scalar || rank(a) != rank(b)) return false;
  for (int i = 0; i < rank(a); ++i) {
    if (!is_coordinate_structure(*mode(a, i), *mode(b, i))) return false;
  }
  return true;
}

/// Every tuple and integer of `slots` slots and depth at most `depth`, with all integers 1.
std::vector<IntTuple> all_trees(int slots, int depth);

/// Every tuple whose modes have `slots` slots together; each mode has depth at most `depth`.
std::vector<IntTuple> all_tuples(int slots, int depth) {
  if (slots == 0) return {IntTuple{}};
  std::vector<IntTuple> tuples;
  for (int last = 1; last <= slots; ++last) {
    for (const IntTuple& begin : all_tuples(slots - last, depth)) {
      for (const IntTuple& mode : all_trees(last, depth)) tuples.push_back(*append(begin, mode));
    }
  }
  return tuples;
}

std::vector<IntTuple> all_trees(int slots, int depth) {
  std::vector<IntTuple> trees;
  if (slots == 1) trees.emplace_back(1);
  if (depth == 0) return trees;
  if (slots == 1) trees.emplace_back();
  for (const IntTuple& tuple : all_tuples(slots, depth - 1)) trees.push_back(tuple);
  return trees;
}

TEST(Coordinate, WeakCongruenceIsDecidedModeByMode) {
  std::vector<IntTuple> trees;
  for (int slots = 1; slots <= 3; ++slots) {
    for (const IntTuple& tree : all_trees(slots, 3)) trees.push_back(tree);
  }
  int congruent_pairs = 0;
  for (const IntTuple& a : trees) {
    for (const IntTuple& b : trees) {
      ASSERT_EQ(weakly_congruent(a, b), is_coordinate_structure(a, b))
          << print(a) << ", " << print(b);
      congruent_pairs += weakly_congruent(a, b) ? 1 : 0;
    }
  }
  EXPECT_GT(trees.size(), 100U);
  EXPECT_GT(congruent_pairs, 500);
}

}  // namespace
}  // namespace tileglot::notation::cute
