// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/read_layout.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/value.h"
#include "tileglot/value/agreed_type.h"

namespace tileglot::value {
namespace {

std::string code_of(const std::string& layout, const std::string& tensor,
                    Modes modes = Modes::kDimensions) {
  const auto read = read_layout(layout, {}, read_tensor(tensor).value(), {}, modes);
  return read ? "" : read.error()->code;
}

TEST(ReadLayout, ATensorThatContradictsModesIsRefused) {
  EXPECT_EQ(code_of("(4,2):(2,1)", "f32[4,5]"), "layout.tensor");
  EXPECT_EQ(code_of("(4,2):(2,1)", "f32[8]"), "layout.tensor");
  EXPECT_EQ(code_of("(4,2):(2,1)", "f32[8]", Modes::kThreadValue), "");
  EXPECT_EQ(code_of("(4,(2,2)):(2,(1,8))", "f32[4,4]"), "");
  const std::string shared = "{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}";
  EXPECT_EQ(code_of(shared, "f32[2,4]"), "layout.tensor");
  EXPECT_EQ(code_of(shared, "f32[2,2]"), "");
}

TEST(ReadLayout, AnErrorShowsTheLineOfTheText) {
  const auto order = read_layout("f32[3,5]{1,1}");
  ASSERT_FALSE(order.has_value());
  EXPECT_EQ(order.error()->line->text, "f32[3,5]{1,1}");
  const auto notation = read_layout("(4,6):(6,1)", "runes");
  ASSERT_FALSE(notation.has_value());
  EXPECT_EQ(notation.error()->code, "notation.name");
}

TEST(ReadLayout, OnlyATextWithAShapeIsWhole) {
  AgreedType type({}, "'w.npy'");
  for (const char* const text : {"{0,1}", "nChw16c"})
    EXPECT_FALSE(read_whole(text, type).value().has_value()) << text;
  EXPECT_FALSE(read_whole({}, type).value().has_value());
  EXPECT_FALSE(type.type().has_value());
  EXPECT_TRUE(read_whole("f16[4,6]{0,1}", type).value().has_value());
  EXPECT_EQ(type.type(), core::ElementType::kF16);
  EXPECT_EQ(read_whole("bf16[4,6]{0,1}", type).error()->code, "layout.type");
}

TEST(ReadLayout, ExtentsAreLogicalAndOffsetsHavePadding) {
  const auto tiled = bridge::parse_layout("f32[3,5]{1,0:T(2,2)}").value();
  EXPECT_EQ(extents_of(tiled).value(), (Extents{3, 5}));
  EXPECT_EQ(offsets_of(bridge::to_map(tiled).value()), (map::Range{0, 23}));
  const auto backwards = bridge::parse_layout("(4,6):(-1,4)").value();
  EXPECT_EQ(offsets_of(bridge::to_map(backwards).value()), (map::Range{-3, 20}));
}

}  // namespace
}  // namespace tileglot::value
