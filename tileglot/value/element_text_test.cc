// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/element_text.h"

#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/element_type.h"

namespace tileglot::value {
namespace {

using core::ElementType;
using std::string_view_literals::operator""sv;

std::string text_of(std::string_view bytes, std::optional<ElementType> type) {
  return element_text(std::as_bytes(std::span(bytes)), type);
}

TEST(ElementText, BitsAndNumbers) {
  EXPECT_EQ(text_of("\x80\x3f"sv, std::nullopt), "0x3f80");
  EXPECT_EQ(text_of("\x80\x3f"sv, ElementType::kBf16), "0x3f80 (1)");
  EXPECT_EQ(text_of("\x80\x3f"sv, ElementType::kU16), "0x3f80 (16256)");
  EXPECT_EQ(text_of("\xff"sv, ElementType::kS8), "0xff (-1)");
  EXPECT_EQ(text_of("\xff"sv, ElementType::kU8), "0xff (255)");
  EXPECT_EQ(text_of("\x00\x00\x80\xbf"sv, ElementType::kF32), "0xbf800000 (-1)");
  EXPECT_EQ(text_of("\x01"sv, ElementType::kF8e5m2), "0x01");
  EXPECT_EQ(text_of("\x01"sv, ElementType::kS4), "0x01");
}

TEST(ElementText, HalfPrecisionInAllItsKinds) {
  EXPECT_EQ(text_of("\x00\x3c"sv, ElementType::kF16), "0x3c00 (1)");
  EXPECT_EQ(text_of("\xff\x7b"sv, ElementType::kF16), "0x7bff (65504)");
  EXPECT_EQ(text_of("\x01\x00"sv, ElementType::kF16), "0x0001 (5.9604645e-08)");
  EXPECT_EQ(text_of("\x00\x80"sv, ElementType::kF16), "0x8000 (-0)");
  EXPECT_EQ(text_of("\x00\xfc"sv, ElementType::kF16), "0xfc00 (-inf)");
  EXPECT_EQ(text_of("\x00\x7e"sv, ElementType::kF16), "0x7e00 (nan)");
}

TEST(ElementText, ATypeOfAnotherSizeGivesTheBitsAlone) {
  EXPECT_EQ(text_of("\x01\x02\x03\x04\x05\x06\x07\x08"sv, ElementType::kF32), "0x0807060504030201");
}

}  // namespace
}  // namespace tileglot::value
