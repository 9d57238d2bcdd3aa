// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/compose_by_mode.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(composition("(12,(4,8)):(59,(13,1))"_layout, *tiler_of(*tuple_of(3, 8))).value ==
              "(3,(4,2)):(59,(13,1))"_layout);
static_assert(composition("(12,8):(1,12)"_layout, *tiler_of(*tuple_of(core::Underscore{}, 1)))
                  .value == "(12,1):(1,12)"_layout);
static_assert(composition("12:1"_layout, *tiler_of(*tuple_of(3, 8))).refusal.reason ==
              Reason::kTilerRank);

std::string composed(std::string_view layout, std::string_view tiler) {
  const auto r = composition(*read_layout(layout), *parse_tiler(tiler));
  return r ? print(*r, Marks::kShow) : "refused";
}

TEST(ComposeByMode, EachModeIsComposedWithItsEntry) {
  EXPECT_EQ(composed("(_12,(_4,_8)):(_59,(_13,_1))", "<_3:_4>"), "(_3):(_236)");
  EXPECT_EQ(composed("(_12,(_4,_8)):(_59,(_13,_1))", "<_3:_4,_8:_2>"),
            "(_3,(_2,_4)):(_236,(_26,_1))");
  EXPECT_EQ(composed("(_12,(_4,_8)):(_59,(_13,_1))", "<_,<_2,_>>"), "(_12,(_2,_8)):(_59,(_13,_1))");
  EXPECT_EQ(composed("(_12,_8):(_1,_12)", "_"), "(_12,_8):(_1,_12)");
  EXPECT_EQ(composed("(_12,_8):(_8,_1)", "_24"), "(_12,_2):(_8,_1)");
  EXPECT_EQ(composed("((6,4),3):((1,10),100)", "<4:4>"), "refused");
}

TEST(ComposeByMode, ATilerComposesModeByMode) {
  core::check_law("tiler_composes_by_mode", 10000, [] {
    const Layout<> a = *any_layout();
    const Layout<> first = *any_layout();
    const Layout<> second = *any_layout();
    if (a.shape.is_scalar || rank(a) < 2) return;
    const auto tiler = append(*append(Tiler{}, *tiler_of(first)), *tiler_of(second));
    const auto r = composition(a, *tiler);
    const auto one = composition(*mode(a, 0), first);
    const auto other = composition(*mode(a, 1), second);
    ASSERT_EQ(r.ok(), one.ok() && other.ok()) << print(a);
    if (!r) return;
    ASSERT_EQ(rank(*r), 2);
    ASSERT_EQ(*mode(*r, 0), *one) << print(a) << " by " << print(first);
    ASSERT_EQ(*mode(*r, 1), *other) << print(a) << " by " << print(second);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
