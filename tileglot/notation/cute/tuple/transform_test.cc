// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/transform.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"

namespace tileglot::notation::cute {
namespace {

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

std::string text_of(const Outcome<IntTuple>& t) { return t ? marked_text(*t) : "refused"; }

constexpr Outcome<IntTuple> size_of(const IntTuple& t) {
  TILEGLOT_TRY_VALUE(elements, size(t));
  return IntTuple(elements);
}
constexpr Outcome<IntTuple> twice(const IntTuple& t) { return tuple_of(t, t); }
constexpr Outcome<IntTuple> joined(const IntTuple& a, const IntTuple& b) { return append(a, b); }
constexpr bool is_tuple(const IntTuple& t) { return !t.is_scalar; }

static_assert(*transform(size_of, tuple("(2,(3,(4)))")) == tuple("(2,12)"));
static_assert(*transform(joined, tuple("()"), tuple("()")) == tuple("()"));
static_assert(transform(joined, tuple("(1,2)"), tuple("(1)")).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(*transform_leaf(twice, tuple("(2,(_3))")) == tuple("((2,2),((_3,_3)))"));
static_assert(*transform_leaf(twice, tuple("(())")) == tuple("(())"));
static_assert(*filter_tuple(twice, tuple("(2,(3))")) == tuple("(2,2,(3),(3))"));
static_assert(filter_tuple(joined, tuple("(1)"), 1).refusal.reason == Reason::kProfilesDiffer);
static_assert(*fold(tuple("(2,(3,4))"), tuple("(1)"), joined) == tuple("(1,2,(3,4))"));
static_assert(*fold(tuple("()"), tuple("(1)"), joined) == tuple("(1)"));
static_assert(*escan(tuple("(2,(3))"), tuple("()"), joined) == tuple("((),(2))"));
static_assert(*iscan(tuple("(2,(3))"), tuple("()"), joined) == tuple("((2),(2,(3)))"));
static_assert(*iscan(tuple("()"), 1, joined) == tuple("()"));
static_assert(find_if(tuple("(2,(3),4)"), is_tuple) == 1 && find_if(tuple("()"), is_tuple) == 0);
static_assert(any_of(tuple("(2,(3))"), is_tuple) && !any_of(tuple("()"), is_tuple));
static_assert(!all_of(tuple("(2,(3))"), is_tuple) && all_of(tuple("()"), is_tuple));

TEST(TupleTransform, ModesAreTransformedInParallel) {
  EXPECT_EQ(text_of(transform(joined, tuple("(1,(2,3))"), tuple("((4),(5,6))"))),
            "((1,(4)),(2,3,(5,6)))");
}

TEST(TupleTransform, TransformsAndFoldsGoThroughTheListOfModes) {
  core::check_law("transforms_and_folds_go_through_the_list", 10000, [] {
    const IntTuple t = *any_int_tuple();
    std::vector<std::string> doubled;
    std::vector<std::string> twice_each;
    std::vector<std::string> before;
    std::vector<std::string> so_far;
    std::vector<std::string> after;
    std::size_t first_tuple = 0;
    for (const std::string& mode : mode_texts(t)) {
      doubled.push_back("(" + mode + "," + mode + ")");
      twice_each.insert(twice_each.end(), {mode, mode});
      before.push_back(tuple_text(so_far));
      so_far.push_back(mode);
      after.push_back(tuple_text(so_far));
      if (first_tuple + 1 == so_far.size() && mode[0] != '(') ++first_tuple;
    }
    ASSERT_EQ(text_of(transform(twice, t)), tuple_text(doubled));
    ASSERT_EQ(text_of(filter_tuple(twice, t)), tuple_text(twice_each));
    ASSERT_EQ(text_of(fold(t, IntTuple{}, joined)), tuple_text(so_far));
    ASSERT_EQ(text_of(escan(t, IntTuple{}, joined)), tuple_text(before));
    ASSERT_EQ(text_of(iscan(t, IntTuple{}, joined)), tuple_text(after));
    ASSERT_EQ(std::size_t(find_if(t, is_tuple)), first_tuple) << marked_text(t);
    ASSERT_EQ(any_of(t, is_tuple), first_tuple < so_far.size());
  });
}

TEST(TupleTransform, TransformLeafKeepsTheProfile) {
  core::check_law("transform_leaf_keeps_the_profile", 10000, [] {
    const IntTuple t = *any_int_tuple();
    const auto negated = [](const IntTuple& x) {
      return Outcome<IntTuple>(IntTuple(-x.values[0]));
    };
    const IntTuple other = *transform_leaf(negated, t);
    ASSERT_TRUE(congruent(other, t)) << marked_text(t);
    auto values = leaf_values(t);
    for (auto& value : values) value = -value;
    ASSERT_EQ(leaf_values(other), values) << marked_text(t);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
