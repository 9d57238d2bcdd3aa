// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/convert.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

std::string answer(const ConvertRequest& request) {
  const Reply reply = convert(request);
  return reply ? reply->text : core::render(reply.error());
}

TEST(Convert, ThePackedTileOfBfloat16ThereAndBack) {
  const std::string xla = "bf16[16,256]{1,0:T(8,128)(2,1)}";
  const std::string cute = "((2,4,2),(128,2)):((1,256,2048),(2,1024))";
  EXPECT_EQ(answer({.layout = xla, .to = "cute"}), cute + "\n");
  EXPECT_EQ(answer({.layout = cute, .to = "xla", .dtype = "bf16"}), xla + "\n");
}

TEST(Convert, AClippedTileIsRefusedAndHasAPaddedAnswer) {
  const Reply refused = convert({.layout = "f32[3,5]{1,0:T(2,2)}", .to = "cute"});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(exit_code_of(refused.error()), kImpossible);
  EXPECT_EQ(refused.error()->witness, "offset 9 is padding");
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .to = "cute", .padded = true}),
            "((2,2),(2,3)):((2,12),(1,4))\n");
  EXPECT_EQ(answer({.layout = "((2,2),(2,3)):((2,12),(1,4))", .to = "xla", .dtype = "f32"}),
            "f32[4,6]{1,0:T(2,2)}\n");
}

TEST(Convert, AMapAndATableAreTexts) {
  EXPECT_EQ(answer({.layout = "f32[3,5]{1,0:T(2,2)}", .to = "map"}),
            "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)\n");
  EXPECT_EQ(answer({.layout = "f32[2,2]{0,1}", .to = "table"}),
            "(0,0) 0\n(0,1) 2\n(1,0) 1\n(1,1) 3\n");
}

TEST(Convert, ASwizzledLayoutIsAMapWithParities) {
  const std::string tile = "Sw<1,0,1> o 0 o 4:1";
  EXPECT_EQ(answer({.layout = tile, .to = "map"}), "2*(x0/2) + [x0_0 ^ x0_1]\n");
  EXPECT_EQ(answer({.layout = tile, .to = "cute"}), tile + "\n");
  EXPECT_EQ(convert({.layout = "(4,5):(1@0,1@1)", .to = "map"}).error()->code,
            "bridge.coordinates");
}

TEST(Convert, StridesTagsAndMemrefsAreTargets) {
  const std::string packed = "bf16[16,256]{1,0:T(8,128)(2,1)}";
  EXPECT_EQ(answer({.layout = packed, .to = "onednn"}), "AB4a128b2a\n");
  EXPECT_EQ(
      answer({.layout = packed, .to = "mlir"}),
      "memref<16x256xbf16, affine_map<(d0, d1) -> (d0 floordiv 8, d1 floordiv 128, (d0 mod 8) "
      "floordiv 2, d1 mod 128, d0 mod 2)>>\n");
  EXPECT_EQ(convert({.layout = packed, .to = "numpy"}).error()->code, "bridge.not_strided");
  EXPECT_EQ(convert({.layout = packed, .to = "tvm"}).error()->code, "bridge.not_tvm");
  EXPECT_EQ(answer({.layout = "(4,6):(1,4)", .to = "mdspan"}),
            "layout_left::mapping(extents(4,6))\n");
  EXPECT_EQ(answer({.layout = "4:-1", .to = "strided"}), "shape=(4,) strides=(-1,) elements\n");
  EXPECT_EQ(convert({.layout = "4:-1", .to = "torch"}).error()->code, "bridge.not_torch");
  EXPECT_EQ(convert({.layout = "4:1", .to = "numpy"}).error()->code, "convert.dtype_missing");
}

TEST(Convert, StridesTagsAndMemrefsAreRead) {
  EXPECT_EQ(answer({.layout = "AB4a128b2a", .to = "xla", .tensor = "bf16[16,256]"}),
            "bf16[16,256]{1,0:T(8,128)(2,1)}\n");
  EXPECT_EQ(answer({.layout = "OIHW16i16o", .to = "onednn", .tensor = "f32[64,32,3,3]"}),
            "ABcd16b16a\n");
  EXPECT_EQ(
      answer(
          {.layout = "shape=(2,3) strides=(12,4)", .to = "cute", .dtype = {}, .notation = "torch"}),
      "(2,3):(12,4)\n");
  EXPECT_EQ(answer({.layout = "order=F", .to = "numpy", .tensor = "f32[2,3]"}),
            "shape=(2,3) strides=(4,8) bytes dtype=float32\n");
  EXPECT_EQ(answer({.layout = "memref<16x8xf32, strided<[8, 1]>, 3>", .to = "mlir"}),
            "memref<16x8xf32, strided<[8, 1]>, 3>\n");
  EXPECT_EQ(convert({.layout = "nChw16c", .to = "cute"}).error()->code, "strided.shape_missing");
  EXPECT_EQ(
      convert({.layout = "memref<2x3xf32>", .to = "cute", .tensor = "bf16[2,3]"}).error()->code,
      "layout.tensor");
}

TEST(Convert, ALinearLayoutOfMemoryIsReadFromElementToOffset) {
  EXPECT_EQ(
      answer({.layout = "{offset: [[1,0],[0,1],[0,2]]} -> {dim0: 2, dim1: 4}", .to = "strided"}),
      "shape=(2,4) strides=(1,2) elements\n");
  EXPECT_EQ(convert({.layout = "{lane: [[1]]} -> {dim0: 2}", .to = "strided"}).error()->code,
            "bridge.no_role");
}

TEST(Convert, WhatIsMissingOrUnknownIsSaid) {
  EXPECT_EQ(convert({.layout = "(4,6):(6,1)", .to = "xla"}).error()->code, "convert.dtype_missing");
  EXPECT_EQ(convert({.layout = "(4,6):(6,1)", .to = "cutee"}).error()->help,
            "did you mean 'cute'?");
  EXPECT_EQ(convert({.layout = "f32[1000,1000]", .to = "table"}).error()->code, "convert.too_long");
}

TEST(Convert, ATypeThatContradictsTheLayoutIsRefused) {
  const auto code_of = [](bool padded) {
    return convert(
               {.layout = "f32[3,5]{1,0:T(2,2)}", .to = "xla", .dtype = "bf16", .padded = padded})
        .error()
        ->code;
  };
  EXPECT_EQ(code_of(false), "layout.type");
  EXPECT_EQ(code_of(true), "layout.type");
  EXPECT_EQ(answer({.layout = "f32[3,5]", .to = "xla", .dtype = "f32"}), "f32[3,5]{1,0}\n");
}

TEST(Convert, NoElementsAreConvertedWhateverTheOtherExtentsAre) {
  EXPECT_EQ(answer({.layout = "f32[0,9223372036854775807,9223372036854775807]", .to = "map"}),
            "0\n");
}

TEST(Convert, ATensorGivesShapesAndTypes) {
  const auto text_of = [](const ConvertRequest& request) {
    const Reply reply = convert(request);
    return reply ? reply->text : reply.error()->message;
  };
  EXPECT_EQ(text_of({.layout = "{1,0:T(2,2)}", .to = "cute", .tensor = "tensor<4x4xf16>"}),
            "((2,2),(2,2)):((2,8),(1,4))\n");
  EXPECT_EQ(text_of({.layout = "(4,4):(4,1)", .to = "xla", .tensor = "4x4xbf16"}),
            "bf16[4,4]{1,0}\n");
  EXPECT_EQ(text_of({.layout = "Layout(major_to_minor=(1,0))", .to = "xla", .tensor = "f32[3,5]"}),
            "f32[3,5]{0,1}\n");
}

TEST(Convert, ToLinearKeepsTheDirection) {
  EXPECT_EQ(answer({.layout = "f32[4,4]{1,0:T(2,2)}", .to = "linear"}),
            "{dim0: [[2],[8]], dim1: [[1],[4]]} -> {offset: 16}\n");
  EXPECT_EQ(answer({.layout = "{dim0: [[2],[8]], dim1: [[1],[4]]} -> {offset: 16}",
                    .to = "xla",
                    .dtype = "f32"}),
            "f32[4,4]{1,0:T(2,2)}\n");
  const Reply reply = convert({.layout = "(4,8):(3,12)", .to = "linear"});
  EXPECT_EQ(reply.error()->message,
            "not F2-linear: L(0,2)=24, L(0,1)=12, but L(0,3)=36, not 24^12=20");
  EXPECT_EQ(reply.error()->witness, "x = (0,2), y = (0,1)");
}

TEST(Convert, UnsignedIntegersComeBackFromMlir) {
  EXPECT_EQ(answer({.layout = "u8[2,3]", .to = "mlir"}), "memref<2x3xui8>\n");
  EXPECT_EQ(answer({.layout = "memref<2x3xui8>", .to = "xla"}), "u8[2,3]{1,0}\n");
}

TEST(Convert, TheTypeThatIsNamedSaysHowLongAnItemIs) {
  EXPECT_EQ(answer({.layout = "shape=(2,3) strides=(12,4) bytes", .to = "cute", .dtype = "f32"}),
            "(2,3):(3,1)\n");
}

TEST(Convert, WhatANotationDoesNotRecordIsSaid) {
  const Reply tail = convert({.layout = "f32[16,1]{1,0:T(8,128)}", .to = "cute"});
  ASSERT_TRUE(tail.has_value());
  EXPECT_EQ(tail->text, "(16,1):(128,0)\n");
  EXPECT_EQ(tail->note,
            "ends at 1921 positions; the buffer's tail padding, up to 2048, is not recorded\n");
  EXPECT_TRUE(tail->json.contains("note"));
  EXPECT_EQ(convert({.layout = "f32[<=5,8]{1,0:S(1)}", .to = "cute"})->note,
            "not recorded: the memory space S(1); that a bound <= is dynamic\n");
  EXPECT_EQ(convert({.layout = "f32[16,128]{1,0:T(8,128)}", .to = "cute"})->note, "");
  EXPECT_EQ(convert({.layout = "f32[16,1]{1,0:T(8,128)S(1)}", .to = "xla"})->note, "");
}

TEST(Convert, ATagThatTvmReadsTooSaysHowItIsRead) {
  const auto note_of = [](std::optional<std::string> notation) {
    const Reply reply = convert({.layout = "BA16a16b",
                                 .to = "cute",
                                 .notation = std::move(notation),
                                 .tensor = "f32[32,32]"});
    return reply ? reply->note : reply.error()->code;
  };
  EXPECT_EQ(note_of({}), "read as oneDNN; --from-notation tvm reads TVM's axes\n");
  EXPECT_EQ(note_of("onednn"), "");
}

}  // namespace
}  // namespace tileglot::api
