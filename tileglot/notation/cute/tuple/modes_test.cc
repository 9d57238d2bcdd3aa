// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/modes.h"

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

using Texts = std::vector<std::string>;

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

std::string text_of(const Outcome<IntTuple>& t) { return t ? marked_text(*t) : "refused"; }

static_assert(*take(tuple("(2,(3,4),5)"), 1, 3) == tuple("((3,4),5)"));
static_assert(*take(tuple("(2,3)"), 1, 1) == tuple("()"));
static_assert(take(tuple("(2,3)"), 1, 3).refusal == Refusal{Reason::kNoSuchRange, 1, 3});
static_assert(*select(tuple("(2,(3,4),5)"), tuple("(1,1)")) == tuple("((3,4),(3,4))"));
static_assert(select(tuple("(2,3)"), 2).refusal == Refusal{Reason::kNoSuchMode, 2, 2});
static_assert(*insert(tuple("(2,(3,4))"), 1, tuple("(7,9)")) == tuple("(2,(7,9),(3,4))"));
static_assert(*insert(tuple("()"), 0, 1) == tuple("(1)"));
static_assert(*remove(tuple("(2,(3,4),5)"), 1) == tuple("(2,5)"));
static_assert(remove(tuple("(2,3)"), 2).refusal == Refusal{Reason::kNoSuchRange, 3, 2});
static_assert(*replace(tuple("(2,(3,4))"), 1, 9) == tuple("(2,9)"));
static_assert(*replace(tuple("_7"), 0, tuple("_1")) == tuple("_1"));
static_assert(replace(7, 1, 1).refusal == Refusal{Reason::kNoSuchMode, 1, 1});
static_assert(*replace_front(tuple("((2,3),4)"), 9) == tuple("(9,4)"));
static_assert(*replace_back(tuple("(4,(2,3))"), 9) == tuple("(4,9)"));
static_assert(*reverse(tuple("(2,(3,4))")) == tuple("((3,4),2)"));
static_assert(*reverse(8) == tuple("8"));
static_assert(*prepend(tuple("((3),4)"), tuple("(7,9)")) == tuple("((7,9),(3),4)"));
static_assert(*prepend(4, 2) == tuple("(2,4)"));
static_assert(*append_n(3, tuple("_7"), tuple("_1")) == tuple("(_7,_1,_1)"));
static_assert(*append_n(1, 7, 1) == tuple("7"));
static_assert(append_n(1, tuple("(2,3)"), 1).refusal == Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(*prepend_n(3, tuple("((2),3)"), tuple("()")) == tuple("((),(2),3)"));
static_assert(prepend_n(1000000000000, 2, 1).refusal.reason == Reason::kTooManyLeaves);
static_assert(*group(tuple("(2,3,(4,5))"), 1, 3) == tuple("(2,(3,(4,5)))"));
static_assert(*group(tuple("(2,3)"), 1, 1) == tuple("(2,3)"));
static_assert(*group(7, 0, 1) == tuple("((7))"));
static_assert(*repeat(2, tuple("(7,(9))")) == tuple("((7,(9)),(7,(9)))"));
static_assert(*repeat(1, 7) == tuple("7") && *repeat(0, 7) == tuple("()"));
static_assert(*tuple_repeat(1, 7) == tuple("(7)"));
static_assert(tuple_repeat(-1, 7).refusal == Refusal{Reason::kRanksDiffer, 0, -1});
static_assert(*concat(tuple("(2,(3))"), tuple("((4),5)")) == tuple("(2,(3),(4),5)"));
static_assert(*concat(tuple("()"), 2) == tuple("(2)"));

TEST(TupleModes, ModesAreTakenSelectedAndGrouped) {
  EXPECT_EQ(text_of(take(tuple("(2,(3,4),5)"), 1, 3)), "((3,4),5)");
  EXPECT_EQ(text_of(select(tuple("(2,(3,4),5)"), tuple("(2,0)"))), "(5,2)");
  EXPECT_EQ(text_of(group(tuple("(2,3,4)"), 0, 2)), "((2,3),4)");
  EXPECT_EQ(text_of(group(tuple("(2,3,4)"), 0, 3)), "((2,3,4))");
}

TEST(TupleModes, MoreThanTheRoomForLeavesIsRefused) {
  const IntTuple many = *tuple_repeat(core::kMaxLeaves, 1);
  EXPECT_EQ(insert(many, 3, 1).refusal, (Refusal{Reason::kTooManyLeaves, 65, 64}));
  EXPECT_EQ(concat(many, many).refusal, (Refusal{Reason::kTooManyLeaves, 128, 64}));
  EXPECT_EQ(rank(*remove(many, 63)), 63);
}

/// Splits the modes of any tuple at random places, on both sides.
struct Cut {
  IntTuple t = *any_int_tuple();
  Texts modes = mode_texts(t);
  std::int64_t begin = *rc::gen::inRange<std::int64_t>(0, rank(t) + 1);
  std::int64_t end = *rc::gen::inRange<std::int64_t>(begin, rank(t) + 1);
  IntTuple x = *any_int_tuple();

  Texts::iterator at(std::int64_t i) { return modes.begin() + i; }
};

TEST(TupleModes, TakeIsAPartOfTheList) {
  core::check_law("take_is_a_part_of_the_list", 10000, [] {
    Cut cut;
    ASSERT_EQ(text_of(take(cut.t, cut.begin, cut.end)),
              tuple_text(Texts(cut.at(cut.begin), cut.at(cut.end))));
  });
}

TEST(TupleModes, SelectPicksFromTheList) {
  core::check_law("select_picks_from_the_list", 10000, [] {
    Cut cut;
    IntTuple indices;
    Texts picked;
    for (int i = *rc::gen::inRange(0, rank(cut.t) == 0 ? 1 : 4); i > 0; --i) {
      const int index = *rc::gen::inRange(0, rank(cut.t));
      indices = *append(indices, index);
      picked.push_back(*cut.at(index));
    }
    ASSERT_EQ(text_of(select(cut.t, indices)), tuple_text(picked)) << marked_text(cut.t);
  });
}

TEST(TupleModes, InsertPutsOneIntoTheList) {
  core::check_law("insert_puts_one_into_the_list", 10000, [] {
    Cut cut;
    cut.modes.insert(cut.at(cut.begin), marked_text(cut.x));
    ASSERT_EQ(text_of(insert(cut.t, cut.begin, cut.x)), tuple_text(cut.modes));
  });
}

TEST(TupleModes, RemoveTakesOneOutOfTheList) {
  core::check_law("remove_takes_one_out_of_the_list", 10000, [] {
    Cut cut;
    if (cut.begin == rank(cut.t)) return;
    cut.modes.erase(cut.at(cut.begin));
    ASSERT_EQ(text_of(remove(cut.t, cut.begin)), tuple_text(cut.modes));
  });
}

TEST(TupleModes, ReplaceChangesOneOfTheList) {
  core::check_law("replace_changes_one_of_the_list", 10000, [] {
    Cut cut;
    if (cut.begin == rank(cut.t)) return;
    *cut.at(cut.begin) = marked_text(cut.x);
    const std::string expected = cut.t.is_scalar ? cut.modes[0] : tuple_text(cut.modes);
    ASSERT_EQ(text_of(replace(cut.t, cut.begin, cut.x)), expected);
    if (cut.begin == 0) {
      ASSERT_EQ(text_of(replace_front(cut.t, cut.x)), expected);
    }
    if (cut.begin + 1 == rank(cut.t)) {
      ASSERT_EQ(text_of(replace_back(cut.t, cut.x)), expected);
    }
  });
}

TEST(TupleModes, ReverseReversesTheList) {
  core::check_law("reverse_reverses_the_list", 10000, [] {
    Cut cut;
    std::reverse(cut.modes.begin(), cut.modes.end());
    const std::string expected = cut.t.is_scalar ? cut.modes[0] : tuple_text(cut.modes);
    ASSERT_EQ(text_of(reverse(cut.t)), expected);
  });
}

TEST(TupleModes, GroupPutsBracketsIntoTheList) {
  core::check_law("group_puts_brackets_into_the_list", 10000, [] {
    Cut cut;
    std::string expected = marked_text(cut.t);
    if (cut.begin < cut.end) {
      const std::string inner = tuple_text(Texts(cut.at(cut.begin), cut.at(cut.end)));
      cut.modes.erase(cut.at(cut.begin), cut.at(cut.end));
      cut.modes.insert(cut.at(cut.begin), inner);
      expected = tuple_text(cut.modes);
    }
    ASSERT_EQ(text_of(group(cut.t, cut.begin, cut.end)), expected);
  });
}

TEST(TupleModes, PrependPutsOneBeforeTheList) {
  core::check_law("prepend_puts_one_before_the_list", 10000, [] {
    Cut cut;
    cut.modes.insert(cut.modes.begin(), marked_text(cut.x));
    ASSERT_EQ(text_of(prepend(cut.t, cut.x)), tuple_text(cut.modes));
  });
}

TEST(TupleModes, AppendNAndPrependNFillUpTheList) {
  core::check_law("append_n_and_prepend_n_fill_up_the_list", 10000, [] {
    const Cut cut;
    const std::int64_t more = *rc::gen::inRange<std::int64_t>(0, 4);
    const std::int64_t n = rank(cut.t) + more;
    const std::string alone = cut.modes.empty() ? "()" : cut.modes[0];
    const std::string same = cut.t.is_scalar ? alone : tuple_text(cut.modes);
    Texts after = cut.modes;
    Texts before = cut.modes;
    after.insert(after.end(), std::size_t(more), marked_text(cut.x));
    before.insert(before.begin(), std::size_t(more), marked_text(cut.x));
    ASSERT_EQ(text_of(append_n(n, cut.t, cut.x)), more == 0 ? same : tuple_text(after));
    ASSERT_EQ(text_of(prepend_n(n, cut.t, cut.x)), more == 0 ? same : tuple_text(before));
  });
}

TEST(TupleModes, RepeatIsAListOfOne) {
  core::check_law("repeat_is_a_list_of_one", 10000, [] {
    const IntTuple x = *any_int_tuple();
    const std::size_t n = *rc::gen::inRange<std::size_t>(0, 6);
    const std::string all = tuple_text(Texts(n, marked_text(x)));
    ASSERT_EQ(text_of(tuple_repeat(std::int64_t(n), x)), all);
    ASSERT_EQ(text_of(repeat(std::int64_t(n), x)), n == 1 ? marked_text(x) : all);
  });
}

TEST(TupleModes, ConcatJoinsTwoLists) {
  core::check_law("concat_joins_two_lists", 10000, [] {
    const Cut cut;
    Texts all = cut.modes;
    for (const std::string& mode : mode_texts(cut.x)) all.push_back(mode);
    ASSERT_EQ(text_of(concat(cut.t, cut.x)), tuple_text(all));
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
