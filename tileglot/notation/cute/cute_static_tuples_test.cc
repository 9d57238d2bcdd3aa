// SPDX-License-Identifier: Apache-2.0
// Integers and tuples in constant expressions: for each operation a nested case and one at an edge,
// from CuTe's own answers.
#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/filter.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/arithmetic.h"
#include "tileglot/notation/cute/tuple/basis_arithmetic.h"
#include "tileglot/notation/cute/tuple/division.h"
#include "tileglot/notation/cute/tuple/modes.h"
#include "tileglot/notation/cute/tuple/profile.h"

namespace tileglot::notation::cute {
namespace {

consteval IntTuple t(std::string_view text) { return *read_int_tuple(text); }
consteval Integer i(std::string_view text) { return t(text).at(0); }

template <class T>
consteval bool refused(const Outcome<T>& outcome) {
  return !outcome.ok();
}

// rank
static_assert(rank(t("(2,(3,4))")) == 2);
static_assert(rank(t("()")) == 0 && rank(t("7")) == 1);

// depth
static_assert(depth(t("(2,(3,4))")) == 2);
static_assert(depth(t("((2),4)")) == 2 && depth(t("7")) == 0);

// size
static_assert(*size(t("((_4,_5),_2)")) == i("_40"));
static_assert(*size(t("()")) == i("_1") && refused(size(t("(4611686018427387904,2)"))));

// get
static_assert(*get(t("(2,(3,4))"), t("(1,0)")) == t("3"));
static_assert(*get(t("((_2))"), t("0")) == t("(_2)") && refused(get(t("(2,3)"), t("2"))));

// front
static_assert(*front(t("((_5,_8),_5,((_8,_8)))")) == i("_5"));
static_assert(*front(t("_8")) == i("_8") && refused(front(t("()"))));

// back
static_assert(*back(t("((_5,_5),(_6,(_2,_2)))")) == i("_2"));
static_assert(*back(t("(_6)")) == i("_6") && refused(back(t("()"))));

// flatten
static_assert(flatten(t("(3,(6,2),())")) == t("(3,6,2)"));
static_assert(flatten(t("7")) == t("7") && flatten(t("()")) == t("()"));

// flatten_to_tuple
static_assert(flatten_to_tuple(t("((_5,_8),_5,((_8,_8)))")) == t("(_5,_8,_5,_8,_8)"));
static_assert(flatten_to_tuple(t("_4")) == t("(_4)"));

// wrap
static_assert(as_tuple(t("(_8,(_5),((_12,_2)))")) == t("(_8,(_5),((_12,_2)))"));
static_assert(as_tuple(t("_1")) == t("(_1)"));

// unwrap
static_assert(unwrap(t("((_3))")) == t("_3"));
static_assert(unwrap(t("(_1,_4)")) == t("(_1,_4)") && unwrap(t("()")) == t("()"));

// append
static_assert(*append(t("((_2),(_3),(_1))"), t("(_7,_9)")) == t("((_2),(_3),(_1),(_7,_9))"));
static_assert(*append(t("7"), t("1")) == t("(7,1)") && *append(t("()"), t("1")) == t("(1)"));

// append_n
static_assert(*append_n(4, t("((_6,(_12)),(_4),(_5,(_1)))"), t("(_7,_9)")) ==
              t("((_6,(_12)),(_4),(_5,(_1)),(_7,_9))"));
static_assert(*append_n(3, t("_7"), t("_1")) == t("(_7,_1,_1)") &&
              refused(append_n(1, t("(2,3)"), t("1"))));

// prepend
static_assert(*prepend(t("((_3),(_12,_6))"), t("_7")) == t("(_7,(_3),(_12,_6))"));
static_assert(*prepend(t("7"), t("1")) == t("(1,7)"));

// prepend_n
static_assert(*prepend_n(5, t("((_2),(_3),(_1))"), t("(_7,_9)")) ==
              t("((_7,_9),(_7,_9),(_2),(_3),(_1))"));
static_assert(*prepend_n(1, t("7"), t("1")) == t("7") && refused(prepend_n(1, t("(2,3)"), t("1"))));

// insert
static_assert(*insert(t("((_8),(_2,_12),(_8))"), 1, t("(_7,_9)")) ==
              t("((_8),(_7,_9),(_2,_12),(_8))"));
static_assert(*insert(t("(1)"), 0, t("7")) == t("(7,1)") && refused(insert(t("(2)"), 2, t("7"))));

// remove
static_assert(*remove(t("((_8),(_2,_12),(_8))"), 1) == t("((_8),(_8))"));
static_assert(refused(remove(t("(2)"), 1)));

// replace
static_assert(*replace(t("((_8),(_2,_12),(_8))"), 1, t("(_7,_9)")) == t("((_8),(_7,_9),(_8))"));
static_assert(*replace(t("_7"), 0, t("_1")) == t("_1") && refused(replace(t("7"), 1, t("1"))));

// reverse
static_assert(*reverse(t("(_8,(_5),((_12,_2)))")) == t("(((_12,_2)),(_5),_8)"));
static_assert(*reverse(t("_2")) == t("_2"));

// repeat
static_assert(*repeat(3, t("(_7,_9)")) == t("((_7,_9),(_7,_9),(_7,_9))"));
static_assert(*repeat(1, t("7")) == t("7"));

// repeat_like
static_assert(*repeat_like(t("((5,5),(6,(2,2)))"), t("_7")) == t("((_7,_7),(_7,(_7,_7)))"));
static_assert(*repeat_like(t("_3"), t("_7")) == t("_7"));

// take
static_assert(*take(t("((_3),(_12,_6),((_3,_6)))"), 1, 3) == t("((_12,_6),((_3,_6)))"));
static_assert(*take(t("(2,3)"), 1, 1) == t("()") && refused(take(t("(2,3)"), 1, 3)));

// select
static_assert(*select(t("((_6,(_12)),(_4),(_5,(_1)))"), t("(0,2)")) == t("((_6,(_12)),(_5,(_1)))"));
static_assert(refused(select(t("(2,3)"), t("(2)"))));

// group
static_assert(*group(t("((_12,_4),(_1),((_12,_6),(_6,_1)))"), 1, 3) ==
              t("((_12,_4),((_1),((_12,_6),(_6,_1))))"));
static_assert(*group(t("(2,3)"), 1, 1) == t("(2,3)") && refused(group(t("(2,3)"), 1, 3)));

// unflatten
static_assert(*unflatten(t("(_1,_1,_2)"), t("(((_5,_5),_2))")) == t("(((_1,_1),_2))"));
static_assert(*unflatten(t("(_1)"), t("_2")) == t("_1") &&
              refused(unflatten(t("(1,2)"), t("(1,(2,3))"))));

// zip
static_assert(*zip(t("(((_4),(_1)),((_6),(_1)),((_5),(_8)))")) ==
              t("(((_4),(_6),(_5)),((_1),(_1),(_8)))"));
static_assert(*zip(t("7")) == t("7") && refused(zip(t("((1,2),(3))"))));

// zip2_by
static_assert(*zip2_by(t("(((_1),(_1)),((_5),(_1)),((_6),(_6)))"), t("(_1,_1)")) ==
              t("(((_1),(_5)),((_1),(_1),((_6),(_6))))"));
static_assert(*zip2_by(t("(1,2)"), t("1")) == t("(1,2)") && refused(zip2_by(t("(1,2,3)"), t("1"))));

// product
static_assert(*product(t("(8,(5),((12,2)))")) == i("960"));
static_assert(*product(t("()")) == i("_1"));

// product_each
static_assert(*product_each(t("(((6,5),(1)),((6,1)))")) == t("(30,6)"));
static_assert(*product_each(t("8")) == t("(8)"));

// product_like
static_assert(*product_like(t("(_8,((_5,_1)),(((_6,_2),_2)))"), t("(_8,(_5),((_12,_2)))")) ==
              t("(_8,(_5),((_12,_2)))"));
static_assert(*product_like(t("(_1,_4)"), t("_1")) == t("_4") &&
              refused(product_like(t("(2,3)"), t("(1,1,1)"))));

// sum
static_assert(*sum(t("((_5,_5),(_6,(_2,_2)))")) == i("_20"));
static_assert(*sum(t("()")) == i("_0") && *sum(t("_2")) == i("_2"));

// max
static_assert(*max(t("(((_5,_5),_2))")) == i("_5") && *max(t("(1,2)"), t("(_7)")) == i("7"));
static_assert(*max(t("(_6)")) == i("_6") && refused(max(t("()"))));

// min
static_assert(*min(t("((_5,_8),_5,((_8,_8)))")) == i("_5"));
static_assert(*min(t("_3")) == i("_3") && refused(min(t("(1@0,2)"))));

// gcd
static_assert(*gcd(t("((8),(_4,12))")) == i("4"));
static_assert(*gcd(t("(_0,_6)")) == i("_6") && *gcd(t("((_8),_1,_12)")) == i("_1"));

// elem_scale
static_assert(*elem_scale(t("((_5,_8),_5,((_8,_8)))"), t("((_2,_1),_1,((_3,_6)))")) ==
              t("((_10,_8),_5,((_24,_48)))"));
static_assert(*elem_scale(t("_4"), t("_1")) == t("_4") &&
              refused(elem_scale(t("(2,3)"), t("(2)"))));

// inner_product
static_assert(*inner_product(t("((_5,_5),(_6,(_2,_2)))"), t("((_3,_2),(_1,(_3,_3)))")) == t("_43"));
static_assert(*inner_product(t("(_1,_4)"), t("(_1@0,_1@1)")) == t("(_1,_4)") &&
              refused(inner_product(t("(1,2)"), t("(1,(2))"))));

// basis_add
static_assert(*basis_add(t("_1@0@1"), t("(_1,(_2,_3))")) == t("(_1,(_3,_3))") &&
              *basis_add(t("_1@0"), t("_1@1")) == t("(_1,_1)"));
static_assert(*basis_add(t("_2@1"), t("_0")) == t("_2@1") &&
              refused(basis_add(t("_2@1"), t("_1"))));

// basis_mul
static_assert(*basis_mul(i("_3"), i("_1@0@1")) == i("_3@0@1"));
static_assert(*basis_mul(i("_1"), i("_2@1")) == i("_2@1") &&
              refused(basis_mul(i("1@0"), i("1@1"))));

// ceil_div
static_assert(*ceil_div(t("(_8,(_5),((_12,_2)))"), t("(_3,(_6),((_4,_6)))")) ==
              t("(_3,(_1),((_3,_1)))"));
static_assert(*ceil_div(t("(_6,_2)"), t("_12")) == t("(_1,_1)") &&
              refused(ceil_div(t("6"), t("0"))));

// ceil_div_layout
static_assert(*ceil_div(t("_100"), *read_layout("(_2,_5):(_1,_4)")) == t("(_2,_5)") &&
              *ceil_div(t("_100"), *read_layout("_8:_3")) == t("(_3,_5)"));
static_assert(*ceil_div(t("_24"), *read_layout("_1:_0")) == t("_24") &&
              refused(ceil_div(t("24"), *read_layout("(4,4):(1,2)"))));

// shape_div
static_assert(*shape_div(t("_12"), t("((_2,_1),_1,((_3,_6)))")) == t("_1") &&
              *shape_div(t("(_3,_6,_2,_8)"), t("_72")) == t("(_1,_1,_1,_4)"));
static_assert(*shape_div(t("_12"), t("(_1)")) == t("_12") && refused(shape_div(t("_6"), t("_4"))) &&
              refused(shape_div(t("((_5,_5),(_6,(_2,_2)))"), t("_2"))));

// round_up
static_assert(*round_up(t("(((5,5),2))"), t("(((6,3),1))")) == t("(((6,6),2))"));
static_assert(*round_up(t("_6"), t("_4")) == t("_8") && *round_up(t("_4"), t("_1")) == t("_4") &&
              refused(round_up(t("6"), t("0"))));

// coalesce_shape
static_assert(*coalesce_shape(t("((_8),_1,_12)")) == t("_96") &&
              *coalesce_shape(t("(_2,(2,3),_4)")) == t("(_2,6,_4)"));
static_assert(*coalesce_shape(t("()")) == t("_1") && *coalesce_shape(t("(_2)")) == t("_2"));

// filter_zeros of a shape
static_assert(*filter_zeros(t("(_1,(_0),((_0,_0)))"), t("(_8,(_5),((_12,_2)))")) ==
              t("(_8,(_1),((_1,_1)))"));
static_assert(*filter_zeros(t("_1"), t("_8")) == t("_8") &&
              refused(filter_zeros(t("(1,1)"), t("8"))));

TEST(CuteStatic, TuplesHoldInConstantExpressions) { SUCCEED(); }

}  // namespace
}  // namespace tileglot::notation::cute
