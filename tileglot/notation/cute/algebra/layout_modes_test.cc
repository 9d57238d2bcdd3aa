// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/layout_modes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"

namespace tileglot::notation::cute {
namespace {

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

std::string text_of(const Outcome<Layout<>>& layout) {
  return layout ? print(*layout, Marks::kShow) : "refused";
}

static_assert(*get("(2,(3,4)):(1,(2,6))"_layout, tuple("(1,0)")) == "3:2"_layout);
static_assert(get("4:1"_layout, 1).refusal == Refusal{Reason::kNoSuchMode, 1, 1});
static_assert(*take("(2,(3,4)):(1,(2,6))"_layout, 1) == "((3,4)):((2,6))"_layout);
static_assert(take("4:1"_layout, 0, 2).refusal == Refusal{Reason::kNoSuchRange, 0, 2});
static_assert(*select("(2,(3,4)):(12,(4,1))"_layout, tuple("(1,0)")) ==
              "((3,4),2):((4,1),12)"_layout);
static_assert(*select("1:0"_layout, 0) == "(1):(0)"_layout);
static_assert(*insert("(2,(3)):(1,(2))"_layout, 1, "5:0"_layout) == "(2,5,(3)):(1,0,(2))"_layout);
static_assert(insert("2:1"_layout, 2, "5:0"_layout).refusal.reason == Reason::kNoSuchRange);
static_assert(*remove("(2,(3,4)):(1,(2,6))"_layout, 0) == "((3,4)):((2,6))"_layout);
static_assert(*remove("2:1"_layout, 0) == "():()"_layout);
static_assert(*replace("((2,3),4):((1,2),6)"_layout, 0, "5:0"_layout) == "(5,4):(0,6)"_layout);
static_assert(*replace("_7:_1"_layout, 0, "_1:_0"_layout) == "_1:_0"_layout);
static_assert(*reverse("(2,(3,4)):(1,(2,6))"_layout) == "((3,4),2):((2,6),1)"_layout);
static_assert(*append("(2,(3)):(1,(2))"_layout) == "(2,(3),_1):(1,(2),_0)"_layout);
static_assert(append("4294967296:1"_layout, "4294967296:0"_layout).refusal.reason ==
              Reason::kProductTooLarge);
static_assert(*prepend("4:1"_layout, "(2,3):(0,4)"_layout) == "((2,3),4):((0,4),1)"_layout);
static_assert(*append_n(3, "4:1"_layout) == "(4,_1,_1):(1,_0,_0)"_layout);
static_assert(*prepend_n(2, "((4)):((1))"_layout) == "(_1,(4)):(_0,(1))"_layout);
static_assert(append_n(0, "4:1"_layout).refusal == Refusal{Reason::kRanksDiffer, 1, 0});
static_assert(*group("(2,3,4):(1,2,6)"_layout, 1, 3) == "(2,(3,4)):(1,(2,6))"_layout);
static_assert(flatten("(2,((3),4)):(1,((2),6))"_layout) == "(2,3,4):(1,2,6)"_layout);
static_assert(*unflatten("(2,3,4):(1,2,6)"_layout, tuple("(0,(0,0))")) ==
              "(2,(3,4)):(1,(2,6))"_layout);
static_assert(*wrap("(2,3):(1,2)"_layout) == "((2,3)):((1,2))"_layout);
static_assert(*zip("((2,3),(4,5)):((1,2),(6,24))"_layout) == "((2,4),(3,5)):((1,6),(2,24))"_layout);
static_assert(*zip("(2,(3)):(1,(2))"_layout, "(4,5):(0,0)"_layout) ==
              "((2,4),((3),5)):((1,0),((2),0))"_layout);
static_assert(zip("(2,3):(1,2)"_layout, "(4):(0)"_layout).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(*zip2_by("((2,3),(4,5)):((1,2),(6,24))"_layout, tuple("(0,0)")) ==
              "((2,4),(3,5)):((1,6),(2,24))"_layout);

static_assert(*reverse("4:1"_layout) == "4:1"_layout);
static_assert(*prepend("()"_layout) == "(_1):(_0)"_layout);
static_assert(prepend_n(65, "4:1"_layout).refusal.reason == Reason::kTooManyLeaves);
static_assert(*group("4:1"_layout, 0, 1) == "((4)):((1))"_layout);
static_assert(group("4:1"_layout, 0, 2).refusal == Refusal{Reason::kNoSuchRange, 0, 2});
static_assert(flatten("(_1,()):(_0,())"_layout) == "(_1):(_0)"_layout);
static_assert(unflatten("(2,3):(1,2)"_layout, tuple("(0)")).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(zip2_by("4:1"_layout, 0).refusal == Refusal{Reason::kRanksDiffer, 1, 2});

TEST(LayoutModes, ShapeAndStrideMoveTogether) {
  EXPECT_EQ(text_of(select("(2,(3,4)):(12,(4,1))"_layout, tuple("(1,0)"))), "((3,4),2):((4,1),12)");
  EXPECT_EQ(text_of(append_n(3, "4:1"_layout)), "(4,_1,_1):(1,_0,_0)");
}

/// A layout as the list of the texts of its modes.
std::vector<std::string> modes_of(const Layout<>& layout) {
  std::vector<std::string> texts;
  for (int i = 0; i < rank(layout); ++i) texts.push_back(text_of(mode(layout, i)));
  return texts;
}

TEST(LayoutModes, TheListOfModesIsWhatTheVerbsSay) {
  core::check_law("verbs_act_on_the_list_of_modes", 10000, [] {
    const Layout<> layout = *any_layout();
    const Layout<> x = *rc::gen::element("_1:_0"_layout, "(1,(1)):(5,(0))"_layout, "1:3"_layout);
    const auto modes = modes_of(layout);
    const int n = rank(layout);
    const int cut = *rc::gen::inRange(0, n + 1);
    auto inserted = modes;
    inserted.insert(inserted.begin() + cut, text_of(x));
    ASSERT_EQ(modes_of(*insert(layout, cut, x)), inserted) << print(layout);
    auto appended = modes;
    appended.push_back(text_of(x));
    ASSERT_EQ(modes_of(*append(layout, x)), appended) << print(layout);
    auto prepended = modes;
    prepended.insert(prepended.begin(), text_of(x));
    ASSERT_EQ(modes_of(*prepend(layout, x)), prepended) << print(layout);
    ASSERT_EQ(modes_of(*reverse(layout)), (std::vector<std::string>{modes.rbegin(), modes.rend()}));
    ASSERT_EQ(modes_of(*take(layout, 0, cut)),
              (std::vector<std::string>{modes.begin(), modes.begin() + cut}));
    ASSERT_EQ(modes_of(*take(layout, cut)),
              (std::vector<std::string>{modes.begin() + cut, modes.end()}));
    if (cut == n) return;
    ASSERT_EQ(modes_of(*select(layout, *tuple_of(n - 1, cut))),
              (std::vector<std::string>{modes.back(), modes[std::size_t(cut)]}));
    auto removed = modes;
    removed.erase(removed.begin() + cut);
    ASSERT_EQ(modes_of(*remove(layout, cut)), removed) << print(layout);
    ASSERT_EQ(text_of(get(layout, cut)), modes[std::size_t(cut)]) << print(layout);
    if (layout.shape.is_scalar) return;
    auto replaced = modes;
    replaced[std::size_t(cut)] = text_of(x);
    ASSERT_EQ(modes_of(*replace(layout, cut, x)), replaced) << print(layout);
  });
}

TEST(LayoutModes, BracketsDoNotChangeTheFunction) {
  core::check_law("brackets_do_not_change_the_function", 10000, [] {
    const Layout<> layout = *any_layout();
    const int begin = *rc::gen::inRange(0, rank(layout) + 1);
    const int end = *rc::gen::inRange(begin, rank(layout) + 1);
    const Layout<> grouped = *group(layout, begin, end);
    const Layout<> longer = *append_n(rank(layout) + 2, layout);
    const Layout<> shifted = *prepend_n(rank(layout) + 2, layout);
    const Layout<> nested = *unflatten(flatten(*wrap(layout)), layout.shape);
    ASSERT_EQ(nested, layout);
    const int fewer = begin == end ? 0 : end - begin - 1;
    ASSERT_EQ(rank(grouped), rank(layout) - fewer) << print(layout);
    if (begin < end) {
      ASSERT_EQ(mode(grouped, begin)->shape, *take(layout.shape, begin, end));
    }
    ASSERT_EQ(rank(longer), rank(layout) + 2);
    ASSERT_EQ(rank(shifted), rank(layout) + 2);
    ASSERT_LE(depth(flatten(layout)), 1);
    for (std::int64_t i = 0; i < size(layout)->value; ++i) {
      const std::int64_t offset = crd2idx(i, layout)->value;
      ASSERT_EQ(crd2idx(i, grouped)->value, offset) << print(layout);
      ASSERT_EQ(crd2idx(i, longer)->value, offset) << print(layout);
      ASSERT_EQ(crd2idx(i, shifted)->value, offset) << print(layout);
      ASSERT_EQ(crd2idx(i, flatten(layout))->value, offset) << print(layout);
    }
  });
}

TEST(LayoutModes, ZippedLayoutsPairTheirModes) {
  core::check_law("zip_pairs_modes", 10000, [] {
    Layout<> a = *any_layout();
    Layout<> b = *any_layout();
    if (rank(a) == 0 || rank(b) == 0) return;
    while (rank(a) < rank(b)) a = *append(a);
    while (rank(b) < rank(a)) b = *append(b);
    if (a.shape.is_scalar != b.shape.is_scalar) return;
    if (a.shape.is_scalar) {
      ASSERT_EQ(text_of(get(*zip(a, b), tuple("(0,1)"))), text_of(b));
      return;
    }
    const Layout<> zipped = *zip(a, b);
    ASSERT_EQ(rank(zipped), rank(a));
    IntTuple guide;
    for (int i = 0; i < rank(a); ++i) {
      ASSERT_EQ(text_of(get(zipped, *tuple_of(i, 0))), text_of(mode(a, i)));
      ASSERT_EQ(text_of(get(zipped, *tuple_of(i, 1))), text_of(mode(b, i)));
      guide = *append(guide, 0);
    }
    ASSERT_EQ(*mode(*zip2_by(zipped, guide), 0), a) << print(zipped);
    ASSERT_EQ(*mode(*zip2_by(zipped, guide), 1), b) << print(zipped);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
