// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/tvm.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;

const Array kImages{{1, 32, 2, 2}};

std::string read(std::string_view text, const Array& array = kImages) {
  const auto layout = parse_tvm(text, array);
  return layout ? print(*layout) : layout.error()->code;
}

TEST(Tvm, AChannelIsSplitInABlockAndItsPlace) {
  const auto layout = *parse_tvm("NCHW16c", kImages);
  EXPECT_EQ(offset_of(layout, Numbers{0, 17, 1, 0}), ((1 * 2 + 1) * 2 + 0) * 16 + 1);
  EXPECT_EQ(positions(layout), 128);
}

TEST(Tvm, ABlockThatDoesNotDivideIsPadded) {
  const auto layout = *parse_tvm("NCHW16c", Array{{1, 17, 2, 2}});
  EXPECT_EQ(positions(layout), 128);
  EXPECT_EQ(offset_of(layout, Numbers{0, 16, 0, 0}), 64);
}

TEST(Tvm, TheArrowSaysTheOrderOfTheDimensions) {
  const auto alone = *parse_tvm("NHWC", Array{{1, 2, 3, 4}});
  EXPECT_EQ(offset_of(alone, Numbers{0, 1, 2, 3}), 23);
  const auto stored = *parse_tvm("NCHW->NHWC", Array{{1, 2, 3, 4}});
  EXPECT_EQ(offset_of(stored, Numbers{0, 1, 2, 3}), (2 * 4 + 3) * 2 + 1);
  EXPECT_EQ(read("NCHW -> NHWC4c"), "NCHW->NHWC4c");
  EXPECT_EQ(read("NCHW->NCHW16c"), "NCHW16c");
}

TEST(Tvm, SubordinateAxesStandAnywhere) {
  EXPECT_EQ(read("4cNCHW"), "4cNCHW");
  EXPECT_EQ(offset_of(*parse_tvm("4cC", Array{{8}}), Numbers{6}), 2 * 2 + 1);
}

TEST(Tvm, WhatIsNotALayoutIsRefused) {
  EXPECT_EQ(read("NCHWc"), "tvm.factor");
  EXPECT_EQ(read("N16CHW"), "tvm.factor");
  EXPECT_EQ(read("NCHW0c"), "tvm.factor");
  EXPECT_EQ(read("NCHW16d"), "tvm.axis");
  EXPECT_EQ(read("NCHW16c4c"), "tvm.axis");
  EXPECT_EQ(read("NCHC"), "tvm.axis");
  EXPECT_EQ(read("NC*W"), "tvm.axis");
  EXPECT_EQ(read("NCHW->NHWK"), "tvm.dimensions");
  EXPECT_EQ(read("NCHW4c->NCHW"), "tvm.dimensions");
  EXPECT_EQ(read("NCH"), "strided.rank");
  EXPECT_EQ(parse_tvm("NCHW").error()->code, "strided.shape_missing");
  EXPECT_EQ(read("C9223372036854775807cD9d", Array{{3, 3}}), "strided.too_large");
}

}  // namespace
}  // namespace tileglot::notation::strided
