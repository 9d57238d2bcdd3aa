// SPDX-License-Identifier: Apache-2.0
// Layouts in constant expressions: for each operation a nested case and one at an edge, from CuTe's
// own answers.
#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/fragment.h"
#include "tileglot/notation/cute/algebra/identity_layout.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/algebra/ordered_layout.h"
#include "tileglot/notation/cute/inverse/domain_distribute.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/max_common.h"
#include "tileglot/notation/cute/inverse/nullspace.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/layout/codomain.h"
#include "tileglot/notation/cute/layout/literal.h"

namespace tileglot::notation::cute {
namespace {

consteval IntTuple t(std::string_view text) { return *read_int_tuple(text); }
consteval Integer i(std::string_view text) { return t(text).at(0); }

template <class T>
consteval bool refused(const Outcome<T>& outcome) {
  return !outcome.ok();
}

// make_layout
static_assert(*make_layout(t("(_6,((_16,_2)))")) == "(_6,((_16,_2))):(_1,((_6,_96)))"_layout);
static_assert(*make_layout(t("(_1,_6)")) == "(_1,_6):(_0,_1)"_layout &&
              refused(make_layout(t("(2,3)"), t("(1,(2))"))));

// make_layout_right
static_assert(*make_layout_right(t("((_16,_8),(_2,_1))")) ==
              "((_16,_8),(_2,_1)):((_16,_2),(_1,_0))"_layout);
static_assert(*make_layout_right(t("(_1,_6)")) == "(_1,_6):(_0,_1)"_layout);

// make_layout_concat
static_assert(*make_layout("((_8,_2),_2):((_1,_8),_16)"_layout, "_4:_1"_layout) ==
              "(((_8,_2),_2),_4):(((_1,_8),_16),_1)"_layout);
static_assert(*make_layout("_1:_0"_layout) == "(_1):(_0)"_layout);

// make_ordered_layout
static_assert(*make_ordered_layout(t("(_2,(_5,_8),(_2))"), t("(_3,(_2,_1),(_0))")) ==
              "(_2,(_5,_8),(_2)):(_80,(_16,_2),(_1))"_layout);
static_assert(*make_ordered_layout(t("(_2,_3,_4)"), t("(_0,_0,_0)")) ==
                  "(_2,_3,_4):(_1,_1,_1)"_layout &&
              refused(make_ordered_layout(t("(2,3)"), t("(0,(1,2))"))));

// make_layout_like
static_assert(*make_layout_like("((_1,_3,_4),_5):((_0,_60,_1),_12)"_layout) ==
              "((_1,_3,_4),_5):((_0,_20,_1),_4)"_layout);
static_assert(*make_layout_like("(_1,_4):(_0,_1)"_layout) == "(_1,_4):(_0,_1)"_layout);

// make_fragment_like
static_assert(*make_fragment_like("(_2,(_1,_6)):(_1,(_6,_2))"_layout) ==
              "(_2,((_1,_6))):(_1,((_0,_2)))"_layout);
static_assert(*make_fragment_like("(_4,_1):(_1,_0)"_layout) == "(_4,(_1)):(_1,(_0))"_layout &&
              *make_fragment_like("_8:_16"_layout) == "_8:_1"_layout);

// make_identity_layout
static_assert(*make_identity_layout(t("((_2,_2),(_3,(_2,_2)))")) ==
              "((_2,_2),(_3,(_2,_2))):((_1@0@0,_1@1@0),(_1@0@1,(_1@0@1@1,_1@1@1@1)))"_layout);
static_assert(*make_identity_layout(t("_8")) == "_8:_1"_layout &&
              *make_identity_layout(t("(_1)")) == "(_1):(_1@0)"_layout);

// rank and depth
static_assert(rank("(_1,(_2,_6,_2)):(_0,(_12,_2,_1))"_layout) == 2 &&
              depth("(_1,(_2,_6,_2)):(_0,(_12,_2,_1))"_layout) == 2);
static_assert(rank("_2:_2"_layout) == 1 && depth("_2:_1"_layout) == 0);

// size
static_assert(*size("((_4,_5,_2)):((_0,_4,_32))"_layout) == i("_40"));
static_assert(*size("(_1,_4):(_0,_1)"_layout) == i("_4") && *size("(0,4)"_layout) == i("0"));

// cosize
static_assert(*cosize("(_2,(_2,_3)):(_1,(_-1,_2))"_layout) == i("_7"));
static_assert(*cosize("(_8):(_16)"_layout) == i("_113") && *cosize("0:1"_layout) == i("0"));

// coshape
static_assert(*coshape("(((_16,_2))):(((_1@0@0@0,_1@1@0@0)))"_layout) == t("(((_16,_2)))"));
static_assert(*coshape("(_8,_1):(_0,_8)"_layout) == t("_1") &&
              refused(coshape("(2,3):(1,1@0)"_layout)));

// coprofile
static_assert(*coprofile("(_5,(_1)):(_1@0,(_1@0@1))"_layout) == t("(_0,(_0))"));
static_assert(*coprofile("_8:_1"_layout) == t("_0") && refused(coprofile("(2,3):(1,1@0)"_layout)));

// get
static_assert(*get("(((_5,_4),_2)):(((_1,_5),_20))"_layout, t("0")) ==
              "((_5,_4),_2):((_1,_5),_20)"_layout);
static_assert(*get("(_1,_4):(_0,_1)"_layout, t("0")) == "_1:_0"_layout &&
              refused(get("(_1,_4):(_0,_1)"_layout, t("2"))));

// take
static_assert(*take("(((_2,_8)),_6,_2):(((_96,_6)),_1,_48)"_layout, 0, 2) ==
              "(((_2,_8)),_6):(((_96,_6)),_1)"_layout);
static_assert(*take("(_4,_4):(_1,_4)"_layout, 0, 1) == "(_4):(_1)"_layout &&
              refused(take("(_4,_4):(_1,_4)"_layout, 1, 3)));

// select
static_assert(*select("((_1,_4),_6):((_12,_12),_1)"_layout, t("(1,0)")) ==
              "(_6,(_1,_4)):(_1,(_12,_12))"_layout);
static_assert(refused(select("(2,3)"_layout, t("(2)"))));

// append and append_n
static_assert(*append("((_2,_8),_1):((_8,_1),_0)"_layout, "_2:_99"_layout) ==
              "((_2,_8),_1,_2):((_8,_1),_0,_99)"_layout);
static_assert(*append_n(3, "_7:_0"_layout) == "(_7,_1,_1):(_0,_0,_0)"_layout &&
              refused(append_n(1, "(2,3)"_layout)));

// prepend and prepend_n
static_assert(*prepend("(((_5,_4),_2)):(((_1,_5),_20))"_layout, "_2:_99"_layout) ==
              "(_2,((_5,_4),_2)):(_99,((_1,_5),_20))"_layout);
static_assert(*prepend_n(3, "_7:_0"_layout) == "(_1,_1,_7):(_0,_0,_0)"_layout &&
              refused(prepend_n(1, "(2,3)"_layout)));

// insert
static_assert(*insert("((_1,_4),_6):((_12,_12),_1)"_layout, 1, "(_2,_2):(_5,_7)"_layout) ==
              "((_1,_4),(_2,_2),_6):((_12,_12),(_5,_7),_1)"_layout);
static_assert(refused(insert("(2)"_layout, 2, "7:1"_layout)));

// remove
static_assert(*remove("((_1,_4),_6):((_12,_12),_1)"_layout, 1) == "((_1,_4)):((_12,_12))"_layout);
static_assert(refused(remove("(2)"_layout, 1)));

// replace
static_assert(*replace("((_1,_4),_6):((_12,_12),_1)"_layout, 0, "(_2,_2):(_5,_7)"_layout) ==
              "((_2,_2),_6):((_5,_7),_1)"_layout);
static_assert(refused(replace("(2)"_layout, 1, "7:1"_layout)));

// reverse
static_assert(*reverse("((_1,_4),_6):((_12,_12),_1)"_layout) ==
              "(_6,(_1,_4)):(_1,(_12,_12))"_layout);
static_assert(*reverse("_1:_0"_layout) == "_1:_0"_layout);

// group
static_assert(*group("((_5,_4),_4,_2):((_12,_5),_12,_1)"_layout, 1, 3) ==
              "((_5,_4),(_4,_2)):((_12,_5),(_12,_1))"_layout);
static_assert(*group("(2,3)"_layout, 1, 1) == "(2,3)"_layout &&
              refused(group("(2,3)"_layout, 1, 3)));

// flatten
static_assert(flatten("(((_2,_8,_1))):(((_1,_2,_1)))"_layout) == "(_2,_8,_1):(_1,_2,_1)"_layout);
static_assert(flatten("_1:_0"_layout) == "_1:_0"_layout);

// unflatten
static_assert(*unflatten("(_5,_4,_2):(_1,_5,_20)"_layout, t("(((_5,_4),_2))")) ==
              "(((_5,_4),_2)):(((_1,_5),_20))"_layout);
static_assert(refused(unflatten("(2,3)"_layout, t("(1,(2,3))"))));

// wrap
static_assert(*wrap("((_2,_8),_1):((_8,_1),_0)"_layout) == "(((_2,_8),_1)):(((_8,_1),_0))"_layout);
static_assert(*wrap("_1:_0"_layout) == "(_1):(_0)"_layout);

// zip
static_assert(*zip("((_2,(_3)),(_4,_5)):((_1,(_2)),(_6,_24))"_layout) ==
              "((_2,_4),((_3),_5)):((_1,_6),((_2),_24))"_layout);
static_assert(*zip("_1:_0"_layout) == "_1:_0"_layout && refused(zip("((1,2),(3))"_layout)));

// zip_layouts
static_assert(*zip("(_2,(_3)):(_1,(_2))"_layout, "(_4,_5):(_6,_24)"_layout) ==
              "((_2,_4),((_3),_5)):((_1,_6),((_2),_24))"_layout);
static_assert(*zip("(_1):(_0)"_layout, "(_4):(_0)"_layout) == "((_1,_4)):((_0,_0))"_layout &&
              refused(zip("(1,2)"_layout, "(3)"_layout)));

// zip2_by
static_assert(*zip2_by("((_2,_3),((_4),_5),_6):((_1,_2),((_6),_24),_120)"_layout, t("(_1,_1)")) ==
              "((_2,(_4)),(_3,_5,_6)):((_1,(_6)),(_2,_24,_120))"_layout);
static_assert(refused(zip2_by("(1,2,3)"_layout, t("1"))));

// coalesce
static_assert(coalesce("(_2,(_1,_6)):(_1,(_6,_2))"_layout) == "_12:_1"_layout &&
              coalesce("((_8,_3),_8):((_24,_1),_0)"_layout) == "(_8,_3,_8):(_24,_1,_0)"_layout);
static_assert(coalesce("_1:_1"_layout) == "_1:_0"_layout);

// coalesce_by_mode
static_assert(*coalesce("(((_3,_16)),_4,_1):(((_4,_12)),_1,_4)"_layout, t("(_1,_1)")) ==
              "(_48,_4,_1):(_4,_1,_4)"_layout);
static_assert(*coalesce("((_4,_1,_3)):((_3,_0,_1))"_layout, t("(_1)")) ==
                  "((_4,_3)):((_3,_1))"_layout &&
              refused(coalesce("(2,3)"_layout, t("(1,1,1)"))));

// filter
static_assert(filter("(((_2)),_4):(((_1)),_2)"_layout) == "_8:_1"_layout);
static_assert(filter("_4:_0"_layout) == "_1:_0"_layout &&
              filter("(_8,_1,_1):(_1,_0,_0)"_layout) == "_8:_1"_layout);

// filter_by_mode
static_assert(*filter("(_8,(_3,_8)):(_24,(_8,_1))"_layout, t("(_1,_1)")) ==
              "(_8,(_3,_8)):(_24,(_8,_1))"_layout);
static_assert(*filter("(_4,_3):(_0,_1)"_layout, t("(1,1)")) == "(_1,_3):(_0,_1)"_layout &&
              refused(filter("(2,3)"_layout, t("(1,1,1)"))));

// filter_zeros of a layout
static_assert(filter_zeros("((_4,_3),_2):((_0,_1),_0)"_layout) ==
              "((_1,_3),_1):((_0,_1),_0)"_layout);
static_assert(filter_zeros("_1:_0"_layout) == "_1:_0"_layout);

// complement
static_assert(*complement("((_2,_2),(_2,_2)):((_1,_32),(_8,_4))"_layout, t("_1")) ==
              "(_2,_2):(_2,_16)"_layout);
static_assert(*complement("_4:_0"_layout, t("_24")) == "_24:_1"_layout &&
              *complement("_1:_0"_layout, t("_460")) == "_460:_1"_layout &&
              refused(complement("(4,4):(1,2)"_layout, t("24"))));

// right_inverse
static_assert(*right_inverse("(_4,(_2,_2)):(_2,(_1,_8))"_layout) == "(_2,_4,_2):(_4,_1,_8)"_layout);
static_assert(*right_inverse("_4:_2"_layout) == "_1:_0"_layout &&
              refused(right_inverse("4:1@0"_layout)));

// left_inverse
static_assert(*left_inverse("((_8,(_2,_2))):((_48,(_1,_8)))"_layout) ==
              "(_8,_6,_8):(_8,_16,_1)"_layout);
static_assert(*left_inverse("_4:_2"_layout) == "(_2,_4):(_0,_1)"_layout &&
              refused(left_inverse("4:1@0"_layout)));

// nullspace
static_assert(*nullspace("(_4,(_2,_3)):(_0,(_1,_0))"_layout) == "(_4,_3):(_1,_8)"_layout);
static_assert(*nullspace("_4:_1"_layout) == "_1:_0"_layout);

// max_common_layout
static_assert(*max_common_layout("(((_8),_1)):(((_1),_8))"_layout,
                                 "(((_8),_1)):(((_1),_8))"_layout) == "_8:_1"_layout &&
              *max_common_layout("(_4,_8):(_8,_1)"_layout, "(_4,_8):(_8,_1)"_layout) ==
                  "(_8,_4):(_4,_1)"_layout);
static_assert(*max_common_layout("_4:_2"_layout, "_4:_1"_layout) == "_1:_0"_layout &&
              refused(max_common_layout("4:1@0"_layout, "4:1"_layout)));

// max_common_vector
static_assert(*max_common_vector("(_2,((_16,_2))):(_32,((_2,_1)))"_layout,
                                 "(_2,((_16,_2))):(_1,((_2,_32)))"_layout) == i("_1") &&
              *max_common_vector("(_16,(_2)):(_1,(_16))"_layout, "(_16,_2):(_1,_16)"_layout) ==
                  i("_32"));
static_assert(*max_common_vector("_4:_0"_layout, "_4:_0"_layout) == i("_1") &&
              refused(max_common_vector("4:1@0"_layout, "4:1"_layout)));

// domain_distribute
static_assert(*domain_distribute(t("((_64,_3),(_8,_8))"), i("_128")) ==
              "(_64,_2):(_1,_192)"_layout);
static_assert(*domain_distribute(t("_4"), i("_128")) == "_4:_1"_layout &&
              *domain_distribute(t("_4"), i("_1")) == "_1:_0"_layout &&
              refused(domain_distribute(t("4"), i("0"))));

// upcast
static_assert(*upcast(2, "(((_4,_4))):(((_1,_12)))"_layout) == "(((_2,_4))):(((_1,_6)))"_layout);
static_assert(*upcast(1, "_4:_0"_layout) == "_4:_0"_layout &&
              refused(upcast(3, "((_8,_8)):((_8,_1))"_layout)));

// downcast
static_assert(*downcast(4, "((_4),_1):((_1),_4)"_layout) == "((_16),_1):((_1),_16)"_layout);
static_assert(*downcast(2, "_1:_1"_layout) == "_2:_1"_layout &&
              refused(downcast(16, "(_4,_1):(_16,_4)"_layout)));

// recast_layout
static_assert(*recast_layout(8, 64, "(((_8,_8,_2))):(((_2,_16,_1)))"_layout) ==
              "(((_2,_8,_1))):(((_1,_2,_1)))"_layout);
static_assert(*recast_layout(8, 8, "_1:_0"_layout) == "_1:_0"_layout &&
              refused(recast_layout(0, 8, "8:1"_layout)));

// max_alignment
static_assert(*max_alignment("((_4,_2),_3):((_1,_4),_16)"_layout) == i("_8"));
static_assert(*max_alignment("_2:_2"_layout) == i("_1") && refused(max_alignment("4:1@0"_layout)));

TEST(CuteStatic, LayoutsHoldInConstantExpressions) { SUCCEED(); }

}  // namespace
}  // namespace tileglot::notation::cute
