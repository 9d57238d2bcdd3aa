// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/codomain.h"

#include <gtest/gtest.h>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/algebra/identity_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Layout<> kIdentity = *make_identity_layout(*tuple_of(4, *tuple_of(2, 3)));
static_assert(*coshape(kIdentity) == kIdentity.shape);
static_assert(*coprofile(kIdentity) ==
              *tuple_of(core::static_integer(0),
                        *tuple_of(core::static_integer(0), core::static_integer(0))));
static_assert(*coprofile("_8:_1"_layout) == IntTuple(core::static_integer(0)));
static_assert(coshape("(0,2):(1,5)"_layout).refusal == Refusal{Reason::kNoElements, 0, 0});
static_assert(*coshape("(2,(2,3)):(1,(-1,2))"_layout) == IntTuple(7));

TEST(Codomain, TheCodomainOfAnIdentityLayoutIsItsShape) {
  EXPECT_EQ(print(*coshape(kIdentity)), "(4,(2,3))");
  EXPECT_EQ(print(*coprofile(kIdentity)), "(0,(0,0))");
  EXPECT_EQ(print(*coshape("(2,3):(1,-2)"_layout)), "6");
}

TEST(Codomain, ANumberAndATupleInOnePlaceAreRefused) {
  const core::BasisPath outer = core::BasisPath{}.inside(0);
  const auto mixed = make_layout(
      *tuple_of(2, 2), *tuple_of(Integer(1, true, outer), Integer(1, true, outer.inside(0))));
  EXPECT_EQ(coshape(*mixed).refusal.reason, Reason::kBasisArithmetic);
}

TEST(Codomain, TheSizeOfTheCodomainIsTheCosize) {
  core::check_law("coshape_is_cosize", 10000, [] {
    const Layout<> layout = *any_layout();
    if (has_zero(layout.shape)) return;
    ASSERT_EQ(size(*coshape(layout)), cosize(layout)) << print(layout);
    const auto identity = make_identity_layout(layout.shape);
    if (!identity || layout.shape.is_scalar) return;
    ASSERT_EQ(size(*coshape(*identity))->value, cosize(*identity)->value) << print(*identity);
    ASSERT_EQ(size(*coshape(*identity))->value, size(layout)->value) << print(*identity);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
