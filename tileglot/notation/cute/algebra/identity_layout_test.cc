// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/identity_layout.h"

#include <gtest/gtest.h>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Layout<> kNested = *make_identity_layout(*tuple_of(4, *tuple_of(2, 3)));
static_assert(kNested.stride.at(2) == Integer(1, true, core::BasisPath{}.inside(1).inside(1)));
static_assert(*make_identity_layout(core::static_integer(4)) == "_4:_1"_layout);
static_assert(
    !make_identity_layout(*tuple_of(*tuple_of(*tuple_of(*tuple_of(*tuple_of(*tuple_of(1)))))))
         .ok());

TEST(IdentityLayout, AnIdentityHasItsOwnCoordinatesAsValues) {
  EXPECT_EQ(print(kNested), "(4,(2,3)):(1@0,(1@0@1,1@1@1))");
  EXPECT_EQ(print(*make_identity_layout(*tuple_of(*tuple_of(8, *tuple_of(5)), 1))),
            "((8,(5)),1):((1@0@0,(1@0@1@0)),1@1)");
}

TEST(IdentityLayout, TheValueOfACoordinateIsTheCoordinate) {
  core::check_law("identity_is_identity", 10000, [] {
    const IntTuple shape = (*any_layout()).shape;
    if (has_zero(shape) || shape.slots == 0 || shape.is_scalar || shape.empty_mask != 0) return;
    const auto identity = make_identity_layout(shape);
    ASSERT_TRUE(identity.ok());
    const IntTuple natural = *idx2crd(*any_coordinate(shape), shape);
    ASSERT_TRUE(equal_values(*coordinate_of(natural, *identity), natural)) << print(*identity);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
