// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/notation.h"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>
#include <vector>

namespace tileglot::bridge {
namespace {

TEST(Notation, EachSpellingFindsItsNotation) {
  for (const std::string_view text : {"f32[3,5]{1,0}", " F32[3]", "{1,0:T(8,128)}",
                                      "(f32[2], s32[])", "b(f32[2])", "f33[2]", "token[]"}) {
    EXPECT_EQ(detect(text), Notation::kXla) << text;
  }
  for (const std::string_view text :
       {"(4,2):(2,1)", "4:2", "_4:_1", "Layout<Shape<_4>,Stride<_1>>{}",
        "!cute.layout<\"(2):(1)\">", "make_layout(make_shape(4))",
        "cute.make_layout((4,2), stride=(2,1))", "Sw<3,3,3> o 0 o (8,64):(64,1)", "()", "((2,2),3)",
        "?:1"}) {
    EXPECT_EQ(detect(text), Notation::kCute) << text;
  }
}

TEST(Notation, LinearLayoutsBeginWithANameOrAWordOfTriton) {
  for (const std::string_view text :
       {"{register: [[0,1]]} -> {dim0: 1, dim1: 2}", " { lane : [] } -> {}", "{} -> {dim0: 1}",
        "#ttg.blocked<{sizePerThread = [1]}>", "#ttng.tensor_memory_encoding<>",
        "#triton_gpu.slice<{dim = 0}>", "\n - register=1 -> (1)\nwhere out dims are: []",
        "(empty layout)", "LinearLayout.from_bases([])", "LinearLayout({})"}) {
    EXPECT_EQ(detect(text), Notation::kLinear) << text;
  }
  for (const std::string_view text : {"{}", "{replicated}", "{:T(8)}", "{devices=[2]<=[2]}"}) {
    EXPECT_EQ(detect(text), Notation::kXla) << text;
  }
  EXPECT_EQ(detect("-1:4"), Notation::kCute);
}

TEST(Notation, StridesTagsAndMemrefsHaveTheirWords) {
  for (const auto& [text, notation] : std::vector<std::pair<std::string_view, Notation>>{
           {"shape=(2,3) strides=(12,4) bytes", Notation::kTorch},  // the unit makes it NumPy's
           {"C", Notation::kNumpy},
           {"contiguous", Notation::kTorch},
           {"std::layout_right::mapping(std::extents(3,5))", Notation::kMdspan},
           {"AB4a128b2a", Notation::kOnednn},
           {"f32::blocked:aBcd16b::f0", Notation::kOnednn},
           {"NCHW16c", Notation::kTvm},
           {"4cNCHW", Notation::kTvm},
           {"memref<16x8xf32>", Notation::kMlir},
           {"affine_map<(d0) -> (d0)>", Notation::kMlir}}) {
    EXPECT_EQ(detect(text), notation) << text;
  }
  EXPECT_EQ(detect("C<4>:C<1>"), Notation::kCute);
  EXPECT_EQ(detect("S<2>"), Notation::kCute);
  EXPECT_EQ(detect("BF16[3]"), Notation::kXla);
  EXPECT_EQ(detect("BF16").error()->help, "write BF16[3,5], or BF16[] for a scalar");
}

TEST(Notation, AnythingElseIsUnknown) {
  for (const std::string_view text : {"", "hello", "@", "\xff", "=1"}) {
    const auto notation = detect(text);
    ASSERT_FALSE(notation.has_value()) << text;
    EXPECT_EQ(notation.error()->code, "notation.unknown");
  }
}

TEST(Notation, ATileAloneIsToldWhereItStands) {
  EXPECT_EQ(detect("T(8,128)").error()->help,
            "a tile is a part of a layout, as in f32[16,256]{1,0:T(8,128)}");
}

TEST(Notation, ATypeAloneIsToldWhatIsMissing) {
  const auto notation = detect("f32");
  ASSERT_FALSE(notation.has_value());
  EXPECT_EQ(notation.error()->message, "f32 is an element type; a shape needs its extents too");
  EXPECT_EQ(notation.error()->help, "write f32[3,5], or f32[] for a scalar");
}

TEST(Notation, NamesReadBack) {
  for (int i = 0; i <= static_cast<int>(Notation::kMlir); ++i) {
    const auto notation = static_cast<Notation>(i);
    EXPECT_EQ(notation_named(name_of(notation)), notation);
  }
  EXPECT_EQ(notation_named("cutee").error()->help, "did you mean 'cute'?");
}

}  // namespace
}  // namespace tileglot::bridge
