// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/profile.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
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

static_assert(*get(tuple("(2,(3,4))"), tuple("(1,0)")) == tuple("3"));
static_assert(*get(7, tuple("()")) == tuple("7") && *get(7, 0) == tuple("7"));
static_assert(get(tuple("(2,3)"), tuple("(1,1)")).refusal == Refusal{Reason::kNoSuchMode, 1, 1});
static_assert(front(tuple("((2,3),4)"))->value == 2 && back(tuple("(2,(3,4))"))->value == 4);
static_assert(front(tuple("_7"))->is_static && back(7)->value == 7);
static_assert(front(tuple("((),2)")).refusal == Refusal{Reason::kNoSuchMode, 0, 0});
static_assert(back(tuple("()")).refusal == Refusal{Reason::kNoSuchMode, 0, 0});
static_assert(flatten_to_tuple(tuple("((5,8),5)")) == tuple("(5,8,5)"));
static_assert(flatten_to_tuple(5) == tuple("(5)"));
static_assert(as_tuple(5) == tuple("(5)") && as_tuple(tuple("((5))")) == tuple("((5))"));
static_assert(unwrap(tuple("((_3))")) == tuple("_3") && unwrap(tuple("((3,4))")) == tuple("(3,4)"));
static_assert(unwrap(tuple("()")) == tuple("()") && unwrap(tuple("(())")) == tuple("()"));
static_assert(*unflatten(tuple("(1)"), 2) == tuple("1"));
static_assert(*unflatten(tuple("(1,2,3)"), tuple("(0,((),0),(0))")) == tuple("(1,((),2),(3))"));
static_assert(unflatten(tuple("(2,3)"), tuple("(0,(0,0))")).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 3});
static_assert(*repeat_like(tuple("(2,(3))"), tuple("_7")) == tuple("(_7,(_7))"));
static_assert(*repeat_like(tuple("()"), 7) == tuple("()"));
static_assert(*zip(tuple("((2,7),((3),8))")) == tuple("((2,(3)),(7,8))"));
static_assert(*zip(tuple("(2,7)")) == tuple("((2,7))") && *zip(7) == tuple("7"));
static_assert(zip(tuple("((2,7),(3))")).refusal == Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(zip(tuple("((2,7),3)")).refusal == Refusal{Reason::kProfilesDiffer, 0, 0});
static_assert(*zip2_by(tuple("((1,2),((3,4),(5,6)),7)"), tuple("(0,(0,0))")) ==
              tuple("((1,(3,5)),(2,(4,6),7))"));
static_assert(*zip2_by(tuple("(1,2)"), 0) == tuple("(1,2)"));
static_assert(zip2_by(tuple("(1,2,3)"), 0).refusal == Refusal{Reason::kRanksDiffer, 3, 2});
static_assert(zip2_by(tuple("((1,2))"), tuple("(0,0)")).refusal ==
              Refusal{Reason::kNoSuchRange, 0, 2});

TEST(TupleProfile, FlatTuplesAreNestedAgain) {
  EXPECT_EQ(text_of(unflatten(tuple("(2,3,4)"), tuple("((0,0),0)"))), "((2,3),4)");
  EXPECT_EQ(text_of(unflatten(tuple("(2,3,4)"), tuple("(0,0)"))), "refused");
}

TEST(TupleProfile, PairsAreSplitByAGuide) {
  EXPECT_EQ(text_of(zip2_by(tuple("((2,7),((3,8),(4,9)),5)"), tuple("(0,(0,0))"))),
            "((2,(3,4)),(7,(8,9),5))");
  EXPECT_EQ(text_of(zip2_by(tuple("(2,7)"), tuple("(0)"))), "refused");
}

TEST(TupleProfile, FlatteningAndNestingAgainIsTheSame) {
  core::check_law("unflatten_undoes_flatten", 10000, [] {
    const IntTuple t = *any_int_tuple();
    const IntTuple flat = flatten_to_tuple(t);
    ASSERT_EQ(leaf_values(flat), leaf_values(t));
    ASSERT_EQ(depth(flat), 1);
    ASSERT_EQ(text_of(as_tuple(t)), t.is_scalar ? "(" + marked_text(t) + ")" : marked_text(t));
    ASSERT_EQ(rank(flat), leaf_count(t));
    ASSERT_EQ(text_of(unflatten(flat, *any_like(t, 0, 9))), marked_text(t));
  });
}

TEST(TupleProfile, FrontAndBackAreTheEndsOfTheText) {
  core::check_law("front_and_back_are_the_ends", 10000, [] {
    const IntTuple t = *any_shape();
    const std::string text = marked_text(t);
    const auto first = text.find_first_not_of('(');
    const auto last = text.find_last_not_of(')');
    const bool empty_front = text[first] == ')';
    const bool empty_back = text[last] == '(';
    ASSERT_EQ(front(t).ok(), !empty_front) << text;
    ASSERT_EQ(back(t).ok(), !empty_back) << text;
    if (!empty_front) {
      ASSERT_EQ(text.find(marked_text(*front(t)), first), first) << text;
    }
    if (!empty_back) {
      const std::string tail = marked_text(*back(t));
      ASSERT_EQ(text.substr(last + 1 - tail.size(), tail.size()), tail) << text;
    }
  });
}

TEST(TupleProfile, GetGoesDownModeByMode) {
  core::check_law("get_goes_down_mode_by_mode", 10000, [] {
    const IntTuple t = *any_int_tuple();
    IntTuple path;
    IntTuple inner = t;
    while (!inner.is_scalar && rank(inner) > 0 && *rc::gen::inRange(0, 4) > 0) {
      const int index = *rc::gen::inRange(0, rank(inner));
      path = *append(path, index);
      const std::string expected = mode_texts(inner)[std::size_t(index)];
      inner = *mode(inner, index);
      ASSERT_EQ(text_of(get(t, path)), expected) << marked_text(t);
    }
  });
}

TEST(TupleProfile, UnwrapTakesAwayPairsOfBrackets) {
  core::check_law("unwrap_takes_away_brackets", 10000, [] {
    IntTuple t = *any_int_tuple();
    if (t.is_scalar || rank(t) == 1) t = *append(t, 3);
    IntTuple wrapped = t;
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) wrapped = *wrap(wrapped);
    ASSERT_EQ(unwrap(wrapped), t);
  });
}

TEST(TupleProfile, RepeatLikePutsOneTextIntoEveryLeaf) {
  core::check_law("repeat_like_is_the_profile_of_one_value", 10000, [] {
    const IntTuple t = *any_int_tuple();
    const IntTuple x = *any_like(IntTuple(0), -9, 9);
    const IntTuple repeated = *repeat_like(t, x);
    ASSERT_TRUE(congruent(repeated, t)) << marked_text(t);
    const auto values = leaf_values(repeated);
    ASSERT_TRUE(std::all_of(values.begin(), values.end(),
                            [&x](std::int64_t v) { return v == x.values[0]; }));
  });
}

TEST(TupleProfile, ZipTransposes) {
  core::check_law("zip_transposes", 10000, [] {
    const int rows = *rc::gen::inRange(1, 4);
    const int columns = *rc::gen::inRange(1, 3);
    IntTuple t;
    std::vector<std::vector<std::string>> transposed(std::size_t(columns),
                                                     std::vector<std::string>{});
    for (int i = 0; i < rows; ++i) {
      IntTuple row;
      for (int j = 0; j < columns; ++j) {
        const IntTuple x =
            *any_like(*rc::gen::element(tuple("1"), tuple("(1)"), tuple("(1,(1,1))")), 0, 9);
        row = *append(row, x);
        transposed[std::size_t(j)].push_back(marked_text(x));
      }
      t = *append(t, row);
    }
    std::vector<std::string> expected;
    for (const auto& column : transposed) expected.push_back(tuple_text(column));
    ASSERT_EQ(text_of(zip(t)), tuple_text(expected)) << marked_text(t);
    ASSERT_EQ(text_of(zip(*zip(t))), marked_text(t));
  });
}

/// A tuple of pairs (1,2), nested as the guide is.
IntTuple paired(const IntTuple& guide) {
  if (guide.is_scalar) return tuple("(1,2)");
  IntTuple t;
  for (int i = 0; i < rank(guide); ++i) t = *append(t, paired(*mode(guide, i)));
  return t;
}

TEST(TupleProfile, Zip2BySplitsFirstsFromSeconds) {
  core::check_law("zip2_by_splits_pairs", 10000, [] {
    int room = 0;
    const IntTuple guide = *any_like(*any_shape(), 0, 2);
    room = *rc::gen::inRange(0, 3);
    IntTuple t = paired(guide);
    IntTuple seconds = *repeat_like(guide, 2);
    if (!guide.is_scalar) {
      for (int i = 0; i < room; ++i) {
        t = *append(t, 9);
        seconds = *append(seconds, 9);
      }
    }
    ASSERT_EQ(text_of(zip2_by(t, guide)), text_of(tuple_of(*repeat_like(guide, 1), seconds)))
        << marked_text(t) << " by " << marked_text(guide);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
