// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/any_layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;

struct Case {
  std::string_view text;
  Spelling spelling;
  std::int64_t offset;  ///< of (0,17,1,0) in 1x32x2x2
};

TEST(AnyLayout, EverySpellingIsFoundAndEvaluatesItself) {
  const Array images{{1, 32, 2, 2}};
  for (const Case& c :
       {Case{"order=C", Spelling::kNumpy, 17 * 4 + 2},
        Case{"strides=(128,4,2,1) elements", Spelling::kTorch, 70},
        Case{"strides=(512,16,8,4) bytes itemsize=4", Spelling::kNumpy, 70},
        Case{"torch.channels_last", Spelling::kTorch, 2 * 32 + 17},
        Case{"layout_left", Spelling::kMdspan, 17 + 32}, Case{"nChw16c", Spelling::kOnednn, 97},
        Case{"nChw16c 1x32x2x2", Spelling::kOnednn, 97},
        Case{"f32::blocked:acdb::f0", Spelling::kOnednn, 2 * 32 + 17},
        Case{"NCHW16c", Spelling::kTvm, 97}, Case{"memref<1x32x2x2xf32>", Spelling::kMlir, 70},
        Case{"strided<[128, 4, 2, 1]>", Spelling::kMlir, 70}}) {
    const auto layout = parse(c.text, images);
    ASSERT_TRUE(layout) << c.text << ": " << layout.error()->message;
    EXPECT_EQ(spelling_of(*layout), c.spelling) << c.text;
    const auto evaluator = Evaluator::of(*layout);
    ASSERT_TRUE(evaluator) << c.text;
    EXPECT_EQ(evaluator->offset(Numbers{0, 17, 1, 0}), c.offset) << c.text;
    EXPECT_EQ(evaluator->size(), 128) << c.text;
    EXPECT_EQ(evaluator->physical_size(), 128) << c.text;
  }
}

TEST(AnyLayout, LettersAreOnednnsAndOtherCapitalsTvms) {
  EXPECT_EQ(detect("AB4a128b2a"), Spelling::kOnednn);
  EXPECT_EQ(detect("BA16a16b"), Spelling::kOnednn);
  EXPECT_EQ(detect("AB"), Spelling::kTvm);
  EXPECT_EQ(detect("OIHW16i16o"), Spelling::kTvm);
  EXPECT_EQ(detect("OIhw4i16o4i"), Spelling::kOnednn);
  EXPECT_EQ(detect("NCHW->NHWC"), Spelling::kTvm);
  EXPECT_EQ(detect("4cNCHW"), Spelling::kTvm);
  EXPECT_EQ(detect("NCHW16c4c"), Spelling::kTvm);
  EXPECT_EQ(detect("NCHWc"), Spelling::kTvm);
  EXPECT_EQ(detect("NCHW->NHWK"), Spelling::kTvm);
  EXPECT_EQ(detect("ABcd16b 1x2x3x4"), Spelling::kOnednn);
  EXPECT_EQ(detect("C"), Spelling::kNumpy);
  EXPECT_EQ(detect("std::layout_right"), Spelling::kMdspan);
}

TEST(AnyLayout, TextsOfOtherNotationsLookLikeNone) {
  for (const std::string_view text : {"f32[3,5]",
                                      "(4,2):(2,1)",
                                      "Sw<3,3,3> o 0 o 8:1",
                                      "C<4>:C<1>",
                                      "Layout<8,1>",
                                      "{1,0}",
                                      "_8",
                                      "8",
                                      "8:1",
                                      "4c",
                                      "-> (3)",
                                      "bf16[2]{0}",
                                      "#ttg.blocked<{}>",
                                      "",
                                      "S<2>",
                                      "make_layout((2,3))",
                                      "pred[]",
                                      "F32[3,5]",
                                      "BF16[2]",
                                      "SW_128B<f16>",
                                      "LayoutLeft"}) {
    EXPECT_EQ(detect(text), std::nullopt) << text;
  }
}

TEST(AnyLayout, CoordinatesAreChecked) {
  const auto evaluator = *Evaluator::of(*parse("shape=(2,3) order=C"));
  EXPECT_TRUE(evaluator.check(Numbers{1, 2}));
  EXPECT_EQ(evaluator.check(Numbers{1, 3}).error()->code, "strided.coordinate");
  EXPECT_EQ(evaluator.check(Numbers{1}).error()->code, "strided.coordinate");
  EXPECT_EQ(evaluator.check(Numbers{-1, 0}).error()->code, "strided.coordinate");
}

TEST(AnyLayout, AnUnknownTextSaysWhatToWrite) {
  EXPECT_EQ(parse("(4,2):(2,1)").error()->code, "strided.spelling");
  EXPECT_EQ(spelling_named("onednn"), Spelling::kOnednn);
  EXPECT_EQ(spelling_named("onednnn"), std::nullopt);
}

}  // namespace
}  // namespace tileglot::notation::strided
