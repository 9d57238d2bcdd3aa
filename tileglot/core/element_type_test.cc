// SPDX-License-Identifier: Apache-2.0
// element_type_test.cc: every name of every type, and the ones that nobody has.
#include "tileglot/core/element_type.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::core {
namespace {

using Types = std::vector<ElementType>;

constexpr std::array kNotations = {TypeNotation::kTileglot, TypeNotation::kXla,
                                   TypeNotation::kNumpy, TypeNotation::kSafetensors,
                                   TypeNotation::kTriton};

TEST(ElementType, ATypeIsFoundByEachOfItsNames) {
  const ElementType type = parse_element_type("bfloat16").value();
  EXPECT_EQ(type, ElementType::kBf16);
  EXPECT_EQ(name(type), "bf16");
  EXPECT_EQ(bits(type), 16);
  EXPECT_EQ(row_of(type).npy_descr, "<V2");
  EXPECT_EQ(name_in(TypeNotation::kSafetensors, type), "BF16");
  for (const ElementTypeRow& row : element_types()) {
    for (const TypeNotation notation : kNotations) {
      const auto written = name_in(notation, row.type);
      if (!written) continue;
      const auto found = find_element_type(notation, *written);
      ASSERT_TRUE(found.has_value()) << *written;
      EXPECT_EQ(name_in(notation, *found), written);
      EXPECT_EQ(bits(*found), row.bits) << *written;
    }
  }
}

TEST(ElementType, OnlyTritonHasOneNameForTwoTypes) {
  for (const TypeNotation notation : kNotations) {
    std::map<std::string_view, int> uses;
    for (const ElementTypeRow& row : element_types()) {
      if (const auto written = name_in(notation, row.type)) ++uses[*written];
    }
    for (const auto& [written, count] : uses) {
      const bool is_signless = notation == TypeNotation::kTriton && written[0] == 'i' && count == 2;
      EXPECT_TRUE(count == 1 || is_signless) << written;
    }
  }
  EXPECT_EQ(find_element_type(TypeNotation::kTriton, "i8"), ElementType::kS8);
  EXPECT_EQ(name_in(TypeNotation::kTriton, ElementType::kU8), "i8");
  EXPECT_EQ(find_element_type(TypeNotation::kTriton, "i1"), ElementType::kPred);
}

TEST(ElementType, NoNameMeansTwoThingsInTwoNotations) {
  for (const ElementTypeRow& row : element_types()) {
    for (const TypeNotation notation : kNotations) {
      const auto written = name_in(notation, row.type);
      if (!written) continue;
      EXPECT_EQ(parse_element_type(*written).value(), find_element_type(notation, *written));
    }
  }
}

TEST(ElementType, TheBitsAreThoseOfTheName) {
  for (const ElementTypeRow& row : element_types()) {
    if (row.type == ElementType::kPred) continue;
    const std::size_t digits = row.name.find_first_of("0123456789");
    EXPECT_EQ(row.bits, std::stoll(std::string(row.name.substr(digits)))) << row.name;
    EXPECT_TRUE(row.bits >= 1 && row.bits <= 128);
  }
  EXPECT_EQ(bits(ElementType::kPred), 8) << "stored as a byte";
}

TEST(ElementType, NumpyStoresWholeBytes) {
  EXPECT_EQ(npy_bits(ElementType::kS1), 8);
  EXPECT_EQ(npy_bits(ElementType::kF6e2m3fn), 8);
  EXPECT_EQ(npy_bits(ElementType::kPred), 8);
  for (const ElementTypeRow& row : element_types()) {
    const std::string size(row.npy_descr.substr(2));
    EXPECT_EQ(npy_bits(row.type), 8 * std::stoll(size)) << row.name;
  }
}

TEST(ElementType, XlasPagesMayPrintTypesInCapitals) {
  EXPECT_EQ(parse_element_type("F32"), ElementType::kF32);
  EXPECT_EQ(find_element_type(TypeNotation::kXla, "BF16"), ElementType::kBf16);
  EXPECT_EQ(find_element_type(TypeNotation::kXla, "F8E4M3FN"), ElementType::kF8e4m3fn);
  EXPECT_EQ(find_element_type(TypeNotation::kSafetensors, "bf16"), std::nullopt);
  EXPECT_EQ(find_element_type(TypeNotation::kXla, "f6e2m3fn"), std::nullopt) << "not XLA's";
}

TEST(ElementType, TheDescrOfAnNpyHeaderNamesTheTypesItCanMean) {
  EXPECT_EQ(element_types_stored_as("<f4"), Types{ElementType::kF32});
  EXPECT_EQ(element_types_stored_as("=f4"), Types{ElementType::kF32});
  EXPECT_EQ(element_types_stored_as("<c16"), Types{ElementType::kC128});
  EXPECT_EQ(element_types_stored_as("|b1"), Types{ElementType::kPred});
  EXPECT_EQ(element_types_stored_as("<f1"), Types{ElementType::kF8e5m2});
  EXPECT_EQ(element_types_stored_as("|V2"), Types{ElementType::kBf16});
  EXPECT_EQ(element_types_stored_as("|V1"), element_types_stored_as("<V1"));
  EXPECT_EQ(element_types_stored_as("<V1").size(), 16U);
}

TEST(ElementType, ForeignDescrsMeanNoType) {
  for (const std::string_view descr : {">f4", "|f4", "<f16", "<V3", "|O", "f4", "", "<", "<f",
                                       "<f04", "<M8[ns]", "<V18446744073709551617"}) {
    EXPECT_EQ(element_types_stored_as(descr), Types{}) << descr;
  }
}

TEST(ElementType, AnUnknownTypeIsRefusedWithTheNearestName) {
  const Error near = parse_element_type("bf61").error();
  EXPECT_EQ(near->code, "type.unknown");
  EXPECT_EQ(near->message, "'bf61' is not an element type");
  EXPECT_EQ(near->help, "did you mean 'bf16'?");
  const Error far = parse_element_type("quaternion").error();
  EXPECT_TRUE(far->help.starts_with("write one of pred, s1, s2, ")) << far->help;
  EXPECT_LT(parse_element_type(std::string(1000000, '\x1b')).error()->message.size(), 200U);
  for (const std::string_view text : {"", "tuple", "token", "opaque", "f32 ", "(invalid)"}) {
    EXPECT_FALSE(parse_element_type(text).has_value()) << text;
  }
}

TEST(ElementType, XlasArrayTypesAreAllHere) {
  const std::set<std::string_view> expected = {
      "pred",          "s1",     "s2",         "s4",         "s8",       "s16",
      "s32",           "s64",    "u1",         "u2",         "u4",       "u8",
      "u16",           "u32",    "u64",        "f16",        "bf16",     "f32",
      "f64",           "c64",    "c128",       "f8e5m2",     "f8e4m3",   "f8e4m3fn",
      "f8e4m3b11fnuz", "f8e3m4", "f8e5m2fnuz", "f8e4m3fnuz", "f4e2m1fn", "f8e8m0fnu"};
  std::set<std::string_view> ours;
  for (const ElementTypeRow& row : element_types()) {
    if (row.xla) ours.insert(*row.xla);
  }
  EXPECT_EQ(ours, expected);
}

}  // namespace
}  // namespace tileglot::core
