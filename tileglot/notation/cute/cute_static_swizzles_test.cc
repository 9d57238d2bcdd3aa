// SPDX-License-Identifier: Apache-2.0
// Swizzles, composed layouts and instructions in constant expressions: for each operation a nested
// case and one at an edge, from CuTe's own answers.
#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/composed/composition.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/inverse.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/recast.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/composed/swizzled_product.h"
#include "tileglot/notation/cute/layout/literal.h"

namespace tileglot::notation::cute {
namespace {

consteval IntTuple t(std::string_view text) { return *read_int_tuple(text); }
consteval Integer i(std::string_view text) { return t(text).at(0); }
consteval IntTuple c(std::string_view text) { return *read_coordinate(text); }

/// s o offset o layout.
consteval ComposedLayout behind(const Swizzle& s, std::string_view offset,
                                std::string_view layout) {
  return {s, i(offset), *read_layout(layout)};
}
consteval ComposedLayout behind(const Swizzle& s, std::string_view layout) {
  return behind(s, "_0", layout);
}
consteval CuteLayout plain(std::string_view layout) { return *read_layout(layout); }

consteval bool is_slice(const Outcome<ComposedSlice>& slice, const CuteLayout& layout,
                        Integer offset) {
  return slice.ok() && slice->layout == layout && slice->offset == offset;
}

template <class T>
consteval bool refused(const Outcome<T>& outcome) {
  return !outcome.ok();
}

// swizzle_ctor
static_assert(*make_swizzle(3, 2, -4) == Swizzle{3, 2, -4});
static_assert(*make_swizzle(0, 0, 0) == Swizzle{} && refused(make_swizzle(3, 3, -1)));

// make_swizzle
static_assert(*swizzle_of_masks(0x1c0, 0xe) == Swizzle{3, 1, 5} &&
              *swizzle_of_masks(0x3, 0x30) == Swizzle{2, 0, -4});
static_assert(*swizzle_of_masks(0, 0) == Swizzle{} && refused(swizzle_of_masks(0x30, 0x4)));

// swizzle_apply
static_assert(apply(Swizzle{3, 3, 4}, 1492) == 1484 && apply(Swizzle{3, 4, -3}, 34) == 290);
static_assert(apply(Swizzle{0, 3, 2}, 45) == 45 && apply(Swizzle{3, 3, 3}, 0) == 0);

// swizzle_swizzle_composition
static_assert(*composition(Swizzle{1, 0, 3}, Swizzle{1, 1, 3}) == Swizzle{2, 0, 3});
static_assert(*composition(Swizzle{2, 0, 3}, Swizzle{2, 0, 3}) == Swizzle{} &&
              refused(composition(Swizzle{1, 0, 3}, Swizzle{1, 2, 3})));

// swizzle_composition
static_assert(composition(Swizzle{2, 2, 3}, "((_8,_2,_4),_8):((_64,_32,_8),_1)"_layout) ==
              CuteLayout(behind({2, 2, 3}, "((_8,_2,_4),_8):((_64,_32,_8),_1)")));
static_assert(composition(Swizzle{0, 4, 3}, "(_8,_8):(_8,_1)"_layout) == plain("(_8,_8):(_8,_1)"));

// layout_swizzle_composition
static_assert(*composition("(_8,_8,((_2,_2))):(_32,_4,((_2,_1)))"_layout, Swizzle{1, 1, 2}) ==
              CuteLayout(behind({1, 2, -4}, "(_8,_8,((_2,_2))):(_32,_4,((_2,_1)))")));
static_assert(*composition("_1:_0"_layout, Swizzle{1, 2, 2}) == plain("_1:_0") &&
              refused(composition("4:1@0"_layout, Swizzle{1, 0, 1})));

// logical_product_swizzled
static_assert(*logical_product("_2:_1"_layout, behind({1, 1, 1}, "(_16,(_8,_2)):(_16,(_2,_1))")) ==
              CuteLayout(behind({1, 3, 1}, "(_2,(_16,(_8,_2))):(_1,(_32,(_4,_2)))")));
static_assert(*logical_product("_2:_1"_layout, behind({3, 2, 4}, "_4:_1")) ==
                  plain("(_2,_4):(_1,_2)") &&
              refused(logical_product("_2:_1"_layout, behind({3, 2, 4}, "_1", "_4:_1"))));

// composition of a composed layout
static_assert(*composition(behind({2, 3, 2}, "(_8):(_1)"), "((_2,_4)):((_4,_1))"_layout) ==
              CuteLayout(behind({2, 3, 2}, "((_2,_4)):((_4,_1))")));
static_assert(*composition(behind({2, 3, 2}, "_8:_1"), "_1:_0"_layout) ==
                  CuteLayout(behind({2, 3, 2}, "_1:_0")) &&
              refused(composition(behind({2, 3, 2}, "(6,4):(1,10)"), "4:4"_layout)));

// with_shape of a composed layout
static_assert(*with_shape(behind({2, 3, 2}, "((_2,_8)):((_8,_1))"), t("(_2,_8)")) ==
              CuteLayout(behind({2, 3, 2}, "(_2,_8):(_8,_1)")));
static_assert(refused(with_shape(behind({2, 3, 2}, "(6,4):(1,10)"), t("(4,6)"))));

// size, cosize, rank and depth of a composed layout
static_assert(*size(behind({1, 1, 1}, "(_16,(_8,_2)):(_16,(_2,_1))")) == i("_256") &&
              *cosize(behind({2, 0, 2}, "((_8,_16),_4):((_64,_4),_1)")) == i("_512") &&
              *rank(behind({2, 0, 2}, "((_8,_16),_4):((_64,_4),_1)")) == i("_2") &&
              *depth(behind({2, 0, 2}, "((_8,_16),_4):((_64,_4),_1)")) == i("_2"));
static_assert(*cosize(behind({2, 0, 2}, "_4:_0")) == i("_1") &&
              refused(size(ComposedLayout{"4:1"_layout, i("_0"), Swizzle{1, 0, 1}})));

// crd2idx of a composed layout
static_assert(*crd2idx(t("(1,(2,1))"), behind({1, 1, 1}, "(_16,(_8,_2)):(_16,(_2,_1))")) ==
              i("23"));
static_assert(*crd2idx(t("_0"), behind({1, 0, 1}, "_2", "_1:_0")) == i("_3") &&
              refused(crd2idx(t("(0)"), behind({1, 0, 1}, "4:1"))));

// coalesce of a composed layout
static_assert(*coalesce(behind({2, 0, 2}, "((_8,_16),_4):((_64,_4),_1)")) ==
              CuteLayout(behind({2, 0, 2}, "(_8,_16,_4):(_64,_4,_1)")));
static_assert(*coalesce(behind({3, 0, 3}, "_1:_1")) == CuteLayout(behind({3, 0, 3}, "_1:_0")));

// coalesce_by_mode of a composed layout
static_assert(*coalesce(behind({2, 0, 2}, "((_8,_16),_4):((_1,_8),_128)"), t("(_1,_1)")) ==
              CuteLayout(behind({2, 0, 2}, "(_128,_4):(_1,_128)")));
static_assert(refused(coalesce(behind({2, 0, 2}, "4:1"), t("(1,1)"))));

// filter of a composed layout
static_assert(*filter(behind({2, 0, 2}, "((_8,_2),_4):((_4,_0),_1)")) ==
              CuteLayout(behind({2, 0, 2}, "(_8,_4):(_4,_1)")));
static_assert(*filter(behind({2, 0, 2}, "_4:_0")) == CuteLayout(behind({2, 0, 2}, "_1:_0")));

// flatten of a composed layout
static_assert(*flatten(behind({2, 0, 3}, "((_2,_4),_4):((_1,_2),_8)")) ==
              CuteLayout(behind({2, 0, 3}, "(_2,_4,_4):(_1,_2,_8)")));
static_assert(*flatten(behind({1, 2, 2}, "_4:_1")) == CuteLayout(behind({1, 2, 2}, "_4:_1")));

// get of a composed layout
static_assert(*mode(behind({2, 0, 2}, "((_8,_16),_4):((_64,_4),_1)"), 0) ==
              CuteLayout(behind({2, 0, 2}, "(_8,_16):(_64,_4)")));
static_assert(refused(mode(behind({2, 0, 2}, "(_8,_4):(_4,_1)"), 2)));

// slice of a composed layout
static_assert(*slice(c("(_,(2,_))"), behind({0, 4, 3}, "(_8,(_4,_2)):(_8,(_2,_1))")) ==
              plain("(_8,_2):(_8,_1)"));
static_assert(*slice(c("(_,_1)"), behind({3, 3, 3}, "(_8,_64):(_64,_1)")) == plain("(_8):(_72)") &&
              refused(slice(c("(_)"), behind({3, 3, 3}, "(_8,_64):(_64,_1)"))));

// slice_and_offset of a composed layout
static_assert(is_slice(slice_and_offset(c("(_3,_)"), behind({3, 0, 3}, "(_8,_8):(_8,_1)")),
                       plain("((_4,_2)):((_-1,_4))"), i("_27")) &&
              is_slice(slice_and_offset(c("(_,_11)"),
                                        behind({1, 1, 1}, "(_16,(_8,_2)):(_16,(_2,_1))")),
                       plain("(_16):(_16)"), i("_5")));
static_assert(is_slice(slice_and_offset(c("(_,_)"), behind({3, 0, 4}, "(_4,_8):(_8,_1)")),
                       behind({3, 0, 4}, "(_4,_8):(_8,_1)"), i("_0")) &&
              refused(slice_and_offset(c("(_)"), behind({3, 0, 4}, "(_4,_8):(_8,_1)"))));

// domain_offset of a composed layout
static_assert(is_slice(domain_offset(c("(_0,_4)"), behind({3, 0, 4}, "((_2,_2),_8):((_16,_8),_1)")),
                       behind({3, 0, 4}, "_4", "((_2,_2),_8):((_16,_8),_1)"), i("_0")));
static_assert(is_slice(domain_offset(c("(_0)"), behind({2, 3, 2}, "(_4):(_1)")),
                       behind({2, 3, 2}, "(_4):(_1)"), i("_0")) &&
              refused(domain_offset(c("(0,0)"), behind({2, 3, 2}, "(_4):(_1)"))));

// right_inverse of a composed layout
static_assert(*right_inverse(behind({2, 3, 3}, "(_4,(_4,_4)):(_1,(_4,_16))")) ==
              CuteLayout(behind({2, 3, 3}, "_64:_1")));
static_assert(*right_inverse(behind({1, 2, 2}, "_16:_1")) ==
                  CuteLayout(behind({1, 2, 2}, "_16:_1")) &&
              right_inverse(Swizzle{2, 0, 2}) == Swizzle{2, 0, 2});

// left_inverse of a composed layout
static_assert(*left_inverse(behind({1, 0, 2}, "(_4,_2,(_2)):(_4,_2,(_1))")) ==
              CuteLayout(behind({1, 0, -3}, "(_2,_2,_4):(_8,_4,_1)")));
static_assert(*left_inverse(behind({3, 2, 4}, "_4:_1")) == CuteLayout(behind({3, 2, 4}, "_4:_1")) &&
              left_inverse(Swizzle{2, 0, 2}) == Swizzle{2, 0, 2});

// complement of a composed layout
static_assert(*complement(behind({2, 3, 2}, "((_2,_2)):((_1,_6))"), t("_24")) ==
              "(_3,_2):(_2,_12)"_layout);
static_assert(*complement(behind({2, 3, 2}, "_1:_0"), t("_24")) == "_24:_1"_layout);

// upcast of a swizzle and of a composed layout
static_assert(*upcast(2, behind({2, 0, 3}, "((_8,_4)):((_1,_8))")) ==
                  behind({1, 0, 3}, "((_4,_4)):((_1,_4))") &&
              *upcast(2, Swizzle{1, 2, 2}) == Swizzle{1, 1, 2});
static_assert(*upcast(1, behind({2, 3, 3}, "_8:_1")) == behind({2, 3, 3}, "_8:_1") &&
              refused(upcast(2, behind({2, 0, 3}, "_1", "_8:_1"))) &&
              refused(upcast(3, Swizzle{1, 2, 2})));

// downcast of a swizzle and of a composed layout
static_assert(*downcast(16, behind({3, 0, -3}, "((_8),_8):((_8),_1)")) ==
                  behind({3, 4, -3}, "((_8),_128):((_128),_1)") &&
              *downcast(8, Swizzle{2, 2, -4}) == Swizzle{2, 5, -4});
static_assert(*downcast(2, behind({1, 1, 1}, "(_2):(_1)")) == behind({1, 2, 1}, "(_4):(_1)") &&
              refused(downcast(3, Swizzle{1, 2, 2})));

// recast_layout of a composed layout
static_assert(*recast_layout(8, 16, behind({2, 1, 3}, "((_8),_4):((_1),_8)")) ==
              behind({2, 0, 3}, "((_4),_4):((_1),_4)"));
static_assert(*recast_layout(8, 8, behind({2, 1, 3}, "_8:_1")) == behind({2, 1, 3}, "_8:_1") &&
              refused(recast_layout(0, 8, behind({2, 1, 3}, "_8:_1"))));

// max_alignment of a swizzle and of a composed layout
static_assert(*max_alignment(behind({2, 1, 2}, "((_8,_2),_2):((_1,_8),_16)")) == i("_2") &&
              max_alignment(Swizzle{1, 2, 2}) == i("_4"));
static_assert(*max_alignment(behind({2, 3, 2}, "_8:_1")) == i("_8") &&
              *max_alignment(behind({2, 3, 2}, "_1", "_8:_1")) == i("_1"));

// max_common_vector of composed layouts
static_assert(*max_common_vector(behind({2, 3, 3}, "(_4,_8,((_4,_2))):(_64,_8,((_2,_1)))"),
                                 plain("(_4,_8,((_4,_2))):(_64,_8,((_2,_1)))")) == i("_8") &&
              *max_common_vector(behind({1, 0, 2}, "(_4,_2,(_2)):(_4,_2,(_1))"),
                                 plain("(_4,_2,(_2)):(_4,_2,(_1))")) == i("_1"));
static_assert(*max_common_vector(plain("_1:_0"), behind({2, 3, 3}, "_1:_0")) == i("_1") &&
              refused(max_common_vector(plain("4:1@0"), plain("4:1"))));

// mma_traits
constexpr Layout<> mma(std::string_view name, MmaLayout which) {
  return layout_of(*mma_atom(name), which);
}
static_assert(mma("SM80_16x8x16_F32F16F16F32_TN", MmaLayout::kC) ==
                  *read_layout("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))") &&
              shape_mnk(*mma_atom("SM80_8x8x4_F64F64F64F64_TN")) == *read_int_tuple("(_8,_8,_4)"));
static_assert(!mma_atom("SM80_0x0x0") &&
              mma("SM80_16x8x8_F32F16F16F32_TN", MmaLayout::kE) == Layout<>{});

// copy_traits
constexpr Layout<> copy(std::string_view name, CopyLayout which) {
  return layout_of(*copy_atom(name), which);
}
static_assert(copy("SM75_U16x4_LDSM_T", CopyLayout::kRef) ==
                  *read_layout("((_4,_8),(_16,_2,_2)):((_256,_16),(_1,_128,_1024))") &&
              copy("SM75_U16x4_LDSM_T", CopyLayout::kThrId) == *read_layout("_32:_1"));
static_assert(!copy_atom("SM75_U16x3_LDSM_T") &&
              copy("SM75_U32x1_LDSM_N", CopyLayout::kValId) == Layout<>{});

TEST(CuteStatic, SwizzlesHoldInConstantExpressions) { SUCCEED(); }

}  // namespace
}  // namespace tileglot::notation::cute
