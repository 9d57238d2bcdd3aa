// SPDX-License-Identifier: Apache-2.0
// Relations of tuples, coordinates and strides in constant expressions: for each operation a nested
// case and one at an edge, from CuTe's own answers.
#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/cute/algebra/slice.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"
#include "tileglot/notation/cute/tuple/coordinate_conversion.h"
#include "tileglot/notation/cute/tuple/relations.h"

namespace tileglot::notation::cute {
namespace {

consteval IntTuple t(std::string_view text) { return *read_int_tuple(text); }
consteval Integer i(std::string_view text) { return t(text).at(0); }
consteval IntTuple c(std::string_view text) { return *read_coordinate(text); }

template <class T>
consteval bool refused(const Outcome<T>& outcome) {
  return !outcome.ok();
}

// congruent
static_assert(congruent(t("((_5,_8),_5,((_8,_8)))"), t("((_2,_1),_1,((_3,_6)))")));
static_assert(congruent(t("_4"), t("_1")) && !congruent(t("24"), t("(24)")));

// weakly_congruent
static_assert(weakly_congruent(t("(4,6)"), t("((2,2),6)")) &&
              !weakly_congruent(t("((2,2),6)"), t("(4,6)")));
static_assert(weakly_congruent(t("_3"), t("_3")) && !weakly_congruent(t("(24)"), t("24")));

// compatible
static_assert(compatible(t("(4,6)"), t("(4,(2,3))")) && !compatible(t("(4,(2))"), t("((12),12)")));
static_assert(compatible(t("1"), t("()")) && !compatible(t("(24)"), t("24")));

// evenly_divides
static_assert(*evenly_divides(t("((2,2),6)"), t("(4,6)")));
static_assert(*evenly_divides(t("(_1,_4)"), t("_4")) && !*evenly_divides(t("24"), t("(4,6)")));

// elem_less
static_assert(*elem_less(t("(1,(1,1))"), t("(2,(2,2))")) &&
              !*elem_less(t("((8),1,12)"), t("((4),3,6)")));
static_assert(*elem_less(t("(0)"), t("(1,2)")) && refused(elem_less(t("0"), t("(1)"))));

// elem_leq
static_assert(*elem_leq(t("(1,(1,1))"), t("(2,(2,2))")));
static_assert(*elem_leq(t("(1,2)"), t("(1,2)")) && refused(elem_leq(t("0"), t("(1)"))));

// elem_gtr
static_assert(*elem_gtr(t("(2,(2,2))"), t("(1,(1,1))")));
static_assert(!*elem_gtr(t("(1,2)"), t("(1,2)")) && refused(elem_gtr(t("0"), t("(1)"))));

// elem_geq
static_assert(!*elem_geq(t("(1,(1,1))"), t("(2,(2,2))")));
static_assert(*elem_geq(t("(1,2)"), t("(1,2)")) && refused(elem_geq(t("0"), t("(1)"))));

// lex_less
static_assert(*lex_less(t("((1,9),9)"), t("((2,0),0)")) &&
              !*lex_less(t("(((6,5),(1)),((6,1)))"), t("(((6,2),(1)),((6,6)))")));
static_assert(!*lex_less(t("(1,2)"), t("(1,2)")) && refused(lex_less(t("0"), t("(1)"))));

// lex_leq
static_assert(*lex_leq(t("((1,9),9)"), t("((2,0),0)")));
static_assert(*lex_leq(t("(1,2)"), t("(1,2)")) && !*lex_leq(t("(2,0)"), t("(1,1)")));

// lex_gtr
static_assert(*lex_gtr(t("((2,0),0)"), t("((1,9),9)")));
static_assert(!*lex_gtr(t("(1,2)"), t("(1,2)")) && refused(lex_gtr(t("0"), t("(1)"))));

// lex_geq
static_assert(*lex_geq(t("((2,0),0)"), t("((1,9),9)")));
static_assert(*lex_geq(t("(1,2)"), t("(1,2)")) && refused(lex_geq(t("0"), t("(1)"))));

// colex_less
static_assert(*colex_less(t("(9,(9,1))"), t("(0,(0,2))")) &&
              !*colex_less(t("((5,8),5,((8,8)))"), t("((2,1),1,((3,6)))")));
static_assert(!*colex_less(t("2"), t("2")) && refused(colex_less(t("0"), t("(1)"))));

// colex_leq
static_assert(*colex_leq(t("(9,(9,1))"), t("(0,(0,2))")));
static_assert(*colex_leq(t("2"), t("2")) && refused(colex_leq(t("0"), t("(1)"))));

// colex_gtr
static_assert(*colex_gtr(t("(0,(0,2))"), t("(9,(9,1))")));
static_assert(!*colex_gtr(t("2"), t("2")) && refused(colex_gtr(t("0"), t("(1)"))));

// colex_geq
static_assert(!*colex_geq(t("(1,(1,1))"), t("(2,(2,2))")));
static_assert(*colex_geq(t("2"), t("2")) && !*colex_geq(t("(0)"), t("(1,2)")));

// compact_col_major
static_assert(*compact_col_major(t("(_8,(_2,(_8),_2))")) == t("(_1,(_8,(_16),_128))"));
static_assert(*compact_col_major(t("(_1,_6)")) == t("(_0,_1)") &&
              *compact_col_major(t("_2"), i("_3")) == t("_3"));

// compact_row_major
static_assert(*compact_row_major(t("(_8,(_2,(_8),_2))")) == t("(_32,(_16,(_2),_1))"));
static_assert(*compact_row_major(t("(_1,_2)")) == t("(_0,_1)") &&
              *compact_row_major(t("_2")) == t("_1"));

// compact_order
static_assert(*compact_order(t("(((_2),_2,_2))"), t("(((_4),_2,_0))")) == t("(((_4),_2,_1))"));
static_assert(*compact_order(t("(_1,_6)"), t("(_1,_0)")) == t("(_0,_1)") &&
              refused(compact_order(t("(2,3)"), t("(0,(1,2))"))));

// make_basis_like
static_assert(*make_basis_like(t("(_8,(_5),((_12,_2)))")) ==
              t("(_1@0,(_1@0@1),((_1@0@0@2,_1@1@0@2)))"));
static_assert(*make_basis_like(t("_4")) == t("_1") && *make_basis_like(t("(_1)")) == t("(_1@0)"));

// idx2crd
static_assert(*idx2crd(t("16"), t("(3,(2,3))")) == t("(1,(1,2))") &&
              *idx2crd(t("_6"), t("((_5,_4),_4,_2)")) == t("((_1,_1),_0,_0)"));
static_assert(*idx2crd(t("_0"), t("(_1,_5)")) == t("(_0,_0)") &&
              *idx2crd(t("9"), t("4")) == t("9"));

// idx2crd_stride
static_assert(*idx2crd(t("_57"), t("(((_4,_4,_6)))"), t("(((_24,_6,_1)))")) == t("(((_2,_1,_3)))"));
static_assert(*idx2crd(t("_6"), t("(_1,_8,_3)"), t("(_0,_1,_8)")) == t("(_0,_6,_0)") &&
              refused(idx2crd(t("6"), t("(2,8)"), t("(0,1)"))));

// crd2idx
static_assert(*crd2idx(t("(1,5)"), "(3,(2,3)):(3,(12,1))"_layout) == i("17") &&
              *crd2idx(t("(((_2,_3,_2)))"), "(((_4,_4,_6))):(((_24,_6,_1)))"_layout) == i("_68"));
static_assert(*crd2idx(t("_3"), "_4:_0"_layout) == i("_0") &&
              refused(crd2idx(t("((3),4)"), "(4,2)"_layout)));

// crd2idx_shape
static_assert(*crd2idx(t("(((_0,_1),_1))"), t("(((_5,_4),_2))")) == i("_25"));
static_assert(*crd2idx(t("_4"), t("_1")) == i("_4") &&
              *crd2idx(t("(_0,_5,_1)"), t("(_1,_8,_3)")) == i("_13"));

// crd2crd
static_assert(*crd2crd(t("(((_3,_1,_1)))"), t("(((_4,_4,_3)))"), t("(_48)")) == t("(_23)") &&
              *crd2crd(t("_6"), t("_160"), t("((_5,_4),_4,_2)")) == t("((_1,_1),_0,_0)"));
static_assert(*crd2crd(t("(_0,_0)"), t("(_1,_5)"), t("(_1,_5)")) == t("(_0,_0)") &&
              refused(crd2crd(t("(1,(2))"), t("(4,8)"), t("32"))));

// slice
static_assert(*slice(c("((_,1),(2,_))"), "((_2,_2),(_4,_2)):((_1,_8),(_2,_16))"_layout) ==
              "(_2,_2):(_1,_16)"_layout);
static_assert(*slice(c("(0,_)"), "(_1,_5):(_0,_1)"_layout) == "(_5):(_1)"_layout &&
              refused(slice(c("(_)"), "(4,8)"_layout)));

// dice
static_assert(*dice(c("((1),(1),(_,1),((0,_)),(_,1))"),
                    t("((_3),(_3),(_12,_6),((_3,_6)),(_8,_2))")) == t("(_3,_3,_6,_3,_2)") &&
              *dice(c("(_,5)"), "(_3,(_2,_3)):(_3,(_12,_1))"_layout) ==
                  "((_2,_3)):((_12,_1))"_layout);
static_assert(*dice(c("(0,_,1)"), "(_1,_8,_3):(_0,_1,_8)"_layout) == "(_1,_3):(_0,_8)"_layout &&
              refused(dice(c("(_)"), "(4,8)"_layout)));

// slice_and_offset
static_assert(*slice_and_offset(c("(_1,_)"), "(_3,(_16)):(_1@0,(_1@0@1))"_layout) ==
              Slice{"((_16)):((_1@0@1))"_layout, t("(_1,(_0))")});
static_assert(*slice_and_offset(c("_"), "_4:_0"_layout) == Slice{"_4:_0"_layout, t("_0")} &&
              refused(slice_and_offset(c("(_)"), "(4,8)"_layout)));

// domain_offset
static_assert(*domain_offset(c("(_17,_1,_1)"), "((_5,_4),_4,_2):((_12,_5),_12,_1)"_layout) ==
              Slice{"((_5,_4),_4,_2):((_12,_5),_12,_1)"_layout, t("_52")});
static_assert(*domain_offset(c("_3"), "_4:_0"_layout) == Slice{"_4:_0"_layout, t("_0")} &&
              refused(domain_offset(c("((3),4)"), "(4,2)"_layout)));

TEST(CuteStatic, CoordinatesHoldInConstantExpressions) { SUCCEED(); }

}  // namespace
}  // namespace tileglot::notation::cute
