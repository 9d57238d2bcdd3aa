// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/basis_arithmetic.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"

namespace tileglot::notation::cute {
namespace {

using core::BasisPath;

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }
constexpr IntTuple basis(std::int64_t value, BasisPath path) { return Integer(value, true, path); }
constexpr BasisPath kMode0 = BasisPath{}.inside(0);
constexpr BasisPath kMode1 = BasisPath{}.inside(1);

std::string text_of(const Outcome<IntTuple>& t) { return t ? marked_text(*t) : "refused"; }

static_assert(*basis_add(basis(1, kMode0), basis(1, kMode1)) == tuple("(_1,_1)"));
static_assert(*basis_add(basis(1, kMode0), basis(2, kMode0)) == tuple("(_3)"));
static_assert(*basis_add(basis(2, kMode1), tuple("_0")) == basis(2, kMode1));
static_assert(*basis_add(tuple("(1,(2,3))"), basis(4, kMode1.inside(1))) == tuple("(1,(2,7))"));
static_assert(basis_add(basis(1, kMode1.inside(0)), basis(3, kMode1)).refusal.reason ==
              Reason::kBasisArithmetic);
static_assert(basis_add(2, tuple("(1)")).refusal.reason == Reason::kBasisArithmetic);
static_assert(*basis_add(2, tuple("_3")) == tuple("5"));
static_assert(basis_mul(core::static_integer(3), basis(1, kMode1.inside(0)).at(0)).value ==
              Integer(3, true, kMode1.inside(0)));
static_assert(basis_mul(core::static_integer(0), basis(5, kMode1).at(0)).value ==
              core::static_integer(0));
static_assert(basis_mul(basis(5, kMode1).at(0), basis(5, kMode1).at(0)).refusal.reason ==
              Reason::kBasisArithmetic);
static_assert(*inner_product(tuple("(_2,(3,_4))"), tuple("(_5,(6,_7))")) == tuple("56"));
static_assert(*inner_product(tuple("()"), tuple("()")) == tuple("_0"));
static_assert(inner_product(tuple("(2,3)"), tuple("((2),3)")).refusal ==
              Refusal{Reason::kProfilesDiffer, 0, 0});

TEST(BasisArithmetic, DifferentBasesAddUpToATuple) {
  EXPECT_EQ(text_of(basis_add(basis(1, kMode0), basis(1, kMode1))), "(_1,_1)");
  EXPECT_EQ(text_of(basis_add(tuple("(1,2)"), Integer(3, false, kMode1))), "(1,5)");
}

TEST(BasisArithmetic, AnInnerProductIsTheSumOfTheProducts) {
  EXPECT_EQ(text_of(inner_product(tuple("(2,(3,4))"), tuple("(5,(6,7))"))), "56");
  core::check_law("inner_product_is_the_sum_of_the_products", 10000, [] {
    const IntTuple a = *any_int_tuple();
    const IntTuple b = *any_like(a, -50, 50);
    const auto as = leaf_values(a);
    const auto bs = leaf_values(b);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < as.size(); ++i) sum += as[i] * bs[i];
    ASSERT_EQ(inner_product(a, b)->values[0], sum) << marked_text(a) << " " << marked_text(b);
  });
}

/// The coordinate c is the sum of c_i times the basis of leaf i. Empty modes at the end have no
/// basis, so the shape has none.
TEST(BasisArithmetic, ACoordinateIsItsInnerProductWithTheBases) {
  core::check_law("a_coordinate_is_a_sum_of_bases", 10000, [] {
    IntTuple c = *any_shape();
    if (c.empty_mask != 0 || c.slots == 0) return;
    c.static_mask = 0;
    ASSERT_TRUE(equal_values(
        *inner_product(c, *make_basis_like(c)),
        c.slots == 1 && !c.is_scalar ? IntTuple(*multiply(c.at(0), make_basis_like(c)->at(0))) : c))
        << marked_text(c);
  });
}

TEST(BasisArithmetic, SumsOfTuplesAreSumsOfLeaves) {
  core::check_law("basis_add_adds_leaves", 10000, [] {
    const IntTuple a = *any_int_tuple();
    const IntTuple b = *any_like(a, -50, 50);
    const auto sum = basis_add(a, b);
    ASSERT_TRUE(sum.ok() && congruent(*sum, a)) << marked_text(a) << " " << marked_text(b);
    const auto sums = leaf_values(*sum);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      ASSERT_EQ(sums[i], leaf_values(a)[i] + leaf_values(b)[i]);
    }
    // What the shorter tuple has not counts as 0.
    if (a.is_scalar) return;
    const IntTuple longer = *append(b, tuple("(7)"));
    ASSERT_EQ(leaf_values(*basis_add(a, longer)).back(), 7) << marked_text(a);
    ASSERT_EQ(*basis_add(a, longer), *basis_add(longer, a));
  });
}

TEST(BasisArithmetic, AMultipleOfABasisIsARepeatedSum) {
  core::check_law("basis_mul_is_a_repeated_sum", 10000, [] {
    const std::int64_t n = *rc::gen::inRange<std::int64_t>(1, 9);
    const std::int64_t v = *rc::gen::inRange<std::int64_t>(1, 9);
    const BasisPath path =
        BasisPath{}.inside(*rc::gen::inRange(0, 4)).inside(*rc::gen::inRange(0, 4));
    Integer sum(0, false, path);
    for (std::int64_t i = 0; i < n; ++i) sum = *add(sum, Integer(v, false, path));
    ASSERT_EQ(*basis_mul(Integer(n), Integer(v, false, path)), sum);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
