// SPDX-License-Identifier: Apache-2.0
// The algebra in constant expressions: for each operation a nested case and one at an edge, from
// CuTe's own answers.
#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/cute/compact_strides.h"
#include "tileglot/notation/cute/composition.h"
#include "tileglot/notation/cute/divide.h"
#include "tileglot/notation/cute/division.h"
#include "tileglot/notation/cute/tuple_arithmetic.h"
#include "tileglot/notation/cute/vocabulary.h"

namespace tileglot::notation::cute {
namespace {

consteval IntTuple t(std::string_view text) { return *read_int_tuple(text); }
consteval Layout<> l(std::string_view text) { return *read_layout(text); }

template <class T>
consteval bool refused(const Outcome<T>& outcome) {
  return !outcome.ok();
}

// rank, depth, size, flatten, wrap, unwrap
static_assert(rank(t("(2,(3,4))")) == 2 && rank(t("()")) == 0 && rank(t("7")) == 1);
static_assert(depth(t("(2,(3,4))")) == 2 && depth(t("((2),4)")) == 2 && depth(t("7")) == 0);
static_assert(size(t("((_4,_5),_2)"))->value == 40 && *size(t("()")) == core::static_integer(1));
static_assert(flatten(t("(3,(6,2),())")) == t("(3,6,2)") && flatten(t("7")) == t("7"));
static_assert(unwrap(t("((_3))")) == t("_3") && unwrap(t("(_1,_4)")) == t("(_1,_4)"));
static_assert(size(l("(_2,_1,_6):(_4,_7,_8)"))->value == 12 && size(l("(0,4)"))->value == 0);
static_assert(cosize(l("(_2,(_2,_3)):(_1,(_-1,_2))"))->value == 7 && cosize(l("0:1"))->value == 0);

// append, prepend, insert, remove, replace, reverse, repeat
static_assert(*append(t("((_2),(_3))"), t("(_7,_9)")) == t("((_2),(_3),(_7,_9))"));
static_assert(*append(t("7"), t("1")) == t("(7,1)"));
static_assert(*append(l("(_2,_8):(_8,_1)"), l("_2:_99")) == l("(_2,_8,_2):(_8,_1,_99)"));
static_assert(*prepend(l("(((_5,_4),_2)):(((_1,_5),_20))"), l("_2:_99")) ==
              l("(_2,((_5,_4),_2)):(_99,((_1,_5),_20))"));
static_assert(*prepend(t("7"), t("1")) == t("(1,7)"));
static_assert(*append_n(3, t("_7"), t("_1")) == t("(_7,_1,_1)") &&
              refused(append_n(1, t("(2,3)"), t("1"))));
static_assert(*prepend_n(5, t("((_2),(_3),(_1))"), t("(_7,_9)")) ==
              t("((_7,_9),(_7,_9),(_2),(_3),(_1))"));
static_assert(*prepend_n(1, t("7"), t("1")) == t("7"));
static_assert(*remove(t("((_8),(_2,_12),(_8))"), 1) == t("((_8),(_8))") &&
              refused(remove(t("(2)"), 1)));
static_assert(*replace(t("((_8),(_2,_12),(_8))"), 1, t("(_7,_9)")) == t("((_8),(_7,_9),(_8))"));
static_assert(*replace(t("_7"), 0, t("_1")) == t("_1") && refused(replace(t("7"), 1, t("1"))));
static_assert(*reverse(t("(_8,(_5),((_12,_2)))")) == t("(((_12,_2)),(_5),_8)") &&
              *reverse(t("_2")) == t("_2"));
static_assert(*repeat(2, t("(_7,_9)")) == t("((_7,_9),(_7,_9))") && *repeat(1, t("7")) == t("7"));
static_assert(*repeat_like(t("((5,5),(6,(2,2)))"), t("_7")) == t("((_7,_7),(_7,(_7,_7)))") &&
              *repeat_like(t("_3"), t("_7")) == t("_7"));

// take, select, group, unflatten, zip
static_assert(*take(t("((_3),(_12,_6),((_3,_6)))"), 1, 3) == t("((_12,_6),((_3,_6)))"));
static_assert(*take(t("(2,3)"), 1, 1) == t("()") && refused(take(t("(2,3)"), 1, 3)));
static_assert(*select(l("((_1,_4),_6):((_12,_12),_1)"), t("(1,0)")) ==
              l("(_6,(_1,_4)):(_1,(_12,_12))"));
static_assert(refused(select(t("(2,3)"), t("(2)"))));
static_assert(*group(l("(2,3,5)"), 0, 2) == l("((2,3),5)") &&
              *group(t("(2,3)"), 1, 1) == t("(2,3)"));
static_assert(*unflatten(l("(_5,_4,_2):(_1,_5,_20)"), t("(((5,4),2))")) ==
              l("(((_5,_4),_2)):(((_1,_5),_20))"));
static_assert(refused(unflatten(t("(1,2)"), t("(1,(2,3))"))));
static_assert(*zip(t("((1,2),(3,4))")) == t("((1,3),(2,4))") && *zip(t("7")) == t("7"));

// congruent, weakly_congruent, compatible, evenly_divides
static_assert(congruent(t("((4),6)"), t("((1),2)")) && !congruent(t("24"), t("(24)")));
static_assert(weakly_congruent(t("(4,6)"), t("((2,2),6)")) &&
              !weakly_congruent(t("(24)"), t("24")));
static_assert(compatible(t("(4,6)"), t("(4,(2,3))")) && !compatible(t("(24)"), t("24")));
static_assert(*evenly_divides(t("((2,2),6)"), t("(4,6)")) && !*evenly_divides(t("24"), t("(4,6)")));

// product, ceil_div, shape_div, round_up
static_assert(product(t("(8,(5),((12,2)))"))->value == 960 && product(t("()"))->value == 1);
static_assert(*product_each(t("(((6,5),(1)),((6,1)))")) == t("(30,6)") &&
              *product_each(t("8")) == t("(8)"));
static_assert(*ceil_div(t("(_6,_2)"), t("_12")) == t("(_1,_1)") &&
              refused(ceil_div(t("6"), t("0"))));
static_assert(*shape_div(t("(_3,_6,_2,_8)"), t("_72")) == t("(_1,_1,_1,_4)") &&
              refused(shape_div(t("_6"), t("_4"))));
static_assert(*round_up(t("_6"), t("_4")) == t("_8") &&
              *round_up(t("(((5,5),2))"), t("(((6,3),1))")) == t("(((6,6),2))"));

// compact strides
static_assert(*compact_col_major(t("(_8,(_2,(_8),_2))")) == t("(_1,(_8,(_16),_128))"));
static_assert(*compact_row_major(t("(_1,_2)")) == t("(_0,_1)"));
static_assert(*make_layout_right(t("((_16,_8),(_2,_1))")) ==
              l("((_16,_8),(_2,_1)):((_16,_2),(_1,_0))"));

// coordinates
static_assert(*idx2crd(t("16"), t("(3,(2,3))")) == t("(1,(1,2))") &&
              *idx2crd(t("9"), t("4")) == t("9"));
static_assert(crd2idx(t("(1,5)"), l("(3,(2,3)):(3,(12,1))"))->value == 17 &&
              refused(crd2idx(t("((3),4)"), l("(4,2)"))));

// coalesce, filter, complement, inverses, nullspace
static_assert(coalesce(l("(_2,(_1,_6)):(_1,(_6,_2))")) == l("_12:_1") &&
              coalesce(l("_1:_1")) == l("_1:_0"));
static_assert(filter(l("(_4,_3):(_0,_1)")) == l("_3:_1") && filter(l("_4:_0")) == l("_1:_0"));
static_assert(*complement(l("(_2,_2):(_1,_6)"), t("_24")) == l("(_3,_2):(_2,_12)") &&
              *complement(l("_4:_0"), t("_24")) == l("_24:_1") &&
              refused(complement(l("(4,4):(1,2)"), t("24"))));
static_assert(*right_inverse(l("(_4,(_2,_2)):(_2,(_1,_8))")) == l("(_2,_4,_2):(_4,_1,_8)") &&
              *right_inverse(l("_4:_2")) == l("_1:_0"));
static_assert(*left_inverse(l("_4:_2")) == l("(_2,_4):(_0,_1)"));
static_assert(*nullspace(l("(_4,(_2,_3)):(_0,(_1,_0))")) == l("(_4,_3):(_1,_8)") &&
              *nullspace(l("_4:_1")) == l("_1:_0"));
static_assert(*upcast(2, l("(((_4,_4))):(((_1,_12)))")) == l("(((_2,_4))):(((_1,_6)))") &&
              refused(upcast(3, l("8:8"))));
static_assert(*downcast(2, l("(_4,_8):(_8,_1)")) == l("(_4,_16):(_16,_1)") &&
              refused(downcast(2, l("4:2"))));

// composition, divides
static_assert(*composition(l("(_6,_2):(_8,_2)"), l("(_4,_3):(_3,_1)")) ==
                  l("((_2,_2),_3):((_24,_2),_8)") &&
              *composition(l("_1:_0"), l("_4:_1")) == l("_4:_0") &&
              refused(composition(l("(6,4):(1,10)"), l("4:4"))) &&
              refused(composition(l("(4,2):(1,8)"), l("(2,2):(3,1)"))));
static_assert(*logical_divide(l("(_4,_2,_3):(_2,_1,_8)"), l("_4:_2")) ==
                  l("((_2,_2),(_2,_3)):((_4,_1),(_2,_8))") &&
              *logical_divide(l("_4:_1"), l("_8:_1")) == l("(_8,_1):(_1,_0)"));
static_assert(*zipped_divide(l("(_8,_8):(_1,_8)"), l("_4:_3")) ==
              *logical_divide(l("(_8,_8):(_1,_8)"), l("_4:_3")));

TEST(CuteStatic, TheAlgebraHoldsInConstantExpressions) { SUCCEED(); }

}  // namespace
}  // namespace tileglot::notation::cute
