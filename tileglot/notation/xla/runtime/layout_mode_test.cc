// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/layout_mode.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string mode(std::string_view text) {
  const auto read = parse_layout_mode(text);
  return read ? print(*read) : read.error()->code;
}

std::string modes(std::optional<std::string_view> text, std::size_t count) {
  const auto read = parse_layout_modes(text, count);
  return read ? print(std::span(*read)) : read.error()->code;
}

TEST(LayoutMode, AModeIsAWordOrALayout) {
  EXPECT_TRUE(parse_layout_mode("default")->is_default());
  EXPECT_TRUE(parse_layout_mode("auto")->is_auto());
  EXPECT_EQ(*parse_layout_mode("{1,0:T(8,128)}")->user_layout(), *parse_layout("{1,0:T(8,128)}"));
  EXPECT_EQ(LayoutMode().user_layout(), nullptr);
  EXPECT_EQ(mode("default"), "default");
  EXPECT_EQ(mode("auto"), "auto");
  EXPECT_EQ(mode("{1,0:T(8,128)S(1)}"), "{1,0:T(8,128)S(1)}");
}

TEST(LayoutMode, WhatIsNotAModeIsNamedInTheError) {
  const auto read = parse_layout_mode("Default");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error()->code, "scan.expected");
  EXPECT_TRUE(
      read.error()->message.starts_with("'Default' is neither default nor auto nor a layout"))
      << read.error()->message;
  EXPECT_EQ(mode(" auto"), "scan.expected");
  EXPECT_EQ(mode(""), "scan.expected");
  EXPECT_EQ(mode("{1,0}x"), "xla.trailing");
}

/// Any mode, with layouts whose text reads back.
LayoutMode some_mode() {
  const int kind = *rc::gen::inRange(0, 3);
  if (kind == 0) return LayoutMode();
  if (kind == 1) return LayoutMode::chosen_by_compiler();
  return LayoutMode(*(*any_shape()).layout);
}

TEST(LayoutMode, WhatIsPrintedReadsBack) {
  core::check_law("xla_layout_modes_round_trip", 10000, [] {
    std::vector<LayoutMode> written;
    for (int left = *rc::gen::inRange(1, 5); left > 0; --left) written.push_back(some_mode());
    const auto read =
        parse_layout_modes(print(std::span<const LayoutMode>(written)), written.size());
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == written);
  });
}

TEST(LayoutMode, ModesAreJoinedBySemicolons) {
  EXPECT_EQ(modes("default;{1,0};auto", 3), "default;{1,0};auto");
  EXPECT_EQ(modes("auto;;", 1), "auto");
  EXPECT_EQ(modes(";", 0), "");
  EXPECT_EQ(modes(std::nullopt, 2), "default;default");
  EXPECT_EQ(modes("auto", 2), "xla.mode_count");
  const auto wrong = parse_layout_modes("auto;{1,x}", 2);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error()->span, (core::Span{8, 9}));
}

TEST(LayoutMode, MemorySpacesAreNumbers) {
  EXPECT_EQ(*parse_memory_spaces("0;5;-1", 3), (Numbers{0, 5, -1}));
  EXPECT_EQ(*parse_memory_spaces(std::nullopt, 2), (Numbers{0, 0}));
  const auto code = [](std::string_view text, std::size_t count) {
    const auto read = parse_memory_spaces(text, count);
    return read ? "read" : read.error()->code;
  };
  EXPECT_EQ(code("0;128", 2), "xla.memory_space");
  EXPECT_EQ(code("x", 1), "xla.memory_space");
  EXPECT_EQ(code("5 5", 1), "xla.memory_space");
  EXPECT_EQ(code("0;5", 1), "xla.mode_count");
}

TEST(LayoutMode, AttributesNameTheModesOfValues) {
  const Shape array = *parse_shape("f32[2,3]");
  const std::vector<AttributedValue> values{
      {.shape = array, .layout_mode = "auto", .memory_kind = "pinned_host"},
      {.shape = array, .memory_kind = "device"},
      {.shape = array, .layout_mode = "{0,1}", .memory_kind = "unpinned_host"},
      {.shape = array}};
  EXPECT_EQ(print(std::span<const LayoutMode>(*layout_modes_of(values))),
            "auto;default;{0,1};default");
  EXPECT_EQ(*memory_spaces_of(values), (Numbers{5, 0, 5, 0}));
  const std::vector<AttributedValue> wrong{
      {.shape = array, .layout_mode = "row", .memory_kind = "disk"}};
  EXPECT_EQ(layout_modes_of(wrong).error()->code, "scan.expected");
  EXPECT_EQ(memory_spaces_of(wrong).error()->code, "xla.memory_kind");
}

TEST(LayoutMode, ATupleThatIsTheOnlyValueCountsByItsElements) {
  const Shape tuple = *parse_shape("(f32[2], f32[3], token[])");
  const std::vector<AttributedValue> plain{{.shape = tuple}};
  EXPECT_EQ(print(std::span<const LayoutMode>(*layout_modes_of(plain))), "default;default;default");
  EXPECT_EQ(*memory_spaces_of(plain), (Numbers{0, 0, 0}));
  const std::vector<AttributedValue> marked{
      {.shape = tuple, .layout_mode = "auto", .memory_kind = "device"}};
  EXPECT_EQ(layout_modes_of(marked).error()->code, "xla.mode_tuple");
  EXPECT_EQ(memory_spaces_of(marked).error()->code, "xla.mode_tuple");
}

}  // namespace
}  // namespace tileglot::notation::xla
