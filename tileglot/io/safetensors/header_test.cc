// SPDX-License-Identifier: Apache-2.0
// safetensors/header_test.cc: what is read, and that every rule of the format is kept.
#include "tileglot/io/safetensors/header.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/text.h"

namespace tileglot::io {
namespace {

using Shape = std::vector<std::int64_t>;

std::string code_of(const std::string& file) {
  const auto header = parse_safetensors_header(bytes_of(file));
  return header ? "" : header.error()->code;
}

/// Of a file with one tensor and as much data as stated.
std::string code_of(std::string_view dtype, std::string_view shape, std::string_view offsets,
                    std::size_t data) {
  return code_of(safetensors_text(one_entry(dtype, shape, offsets), std::string(data, 'x')));
}

TEST(SafetensorsHeader, AHeaderGivesItsTensors) {
  const std::string file = safetensors_text(
      R"({"__metadata__":{"format":"pt"},"b":{"dtype":"U8","shape":[],"data_offsets":[12,13]},)"
      R"( "w":{"data_offsets":[0,12],"shape":[2,3],"dtype":"BF16"}}   )",
      std::string(13, 'x'));
  const auto header = parse_safetensors_header(bytes_of(file));
  ASSERT_TRUE(header.has_value()) << header.error()->message;
  ASSERT_EQ(header->tensors.size(), 2U);
  const SafetensorsTensor& w = header->tensors[0];
  EXPECT_EQ(w.name, "w");
  EXPECT_EQ(w.type, core::ElementType::kBf16);
  EXPECT_EQ(w.shape, (Shape{2, 3}));
  EXPECT_EQ(w.bytes(), 12);
  EXPECT_EQ(header->tensors[1].shape, Shape{});
  EXPECT_EQ(header->data_begin_bytes, static_cast<std::int64_t>(file.size()) - 13);
  EXPECT_EQ(metadata_value(*header, "format"), "pt");
  EXPECT_EQ(metadata_value(*header, "other"), std::nullopt);
}

TEST(SafetensorsHeader, EveryDtypeOfTheFormatIsRead) {
  int types = 0;
  for (const core::ElementTypeRow& row : core::element_types()) {
    if (!row.safetensors) continue;
    ++types;
    const auto bytes = static_cast<std::size_t>(row.bits);
    EXPECT_EQ(code_of(*row.safetensors, "[4,2]", fmt::format("[0,{}]", bytes), bytes), "")
        << *row.safetensors;
    EXPECT_EQ(code_of(*row.safetensors, "[4,2]", fmt::format("[0,{}]", bytes + 1), bytes + 1),
              "safetensors.size");
  }
  EXPECT_EQ(types, 22);
}

TEST(SafetensorsHeader, FilesWithoutTensorsOrElementsAreRead) {
  EXPECT_EQ(code_of(safetensors_text("{}")), "");
  EXPECT_EQ(code_of(safetensors_text("{\"__metadata__\":{}}")), "");
  EXPECT_EQ(code_of("F32", "[0,9223372036854775807,3]", "[0,0]", 0), "");
  EXPECT_EQ(code_of("F4", "[2,0]", "[0,0]", 0), "");
}

TEST(SafetensorsHeader, TheLengthIsCheckedFirst) {
  EXPECT_EQ(code_of(""), "safetensors.truncated");
  EXPECT_EQ(code_of("1234567"), "safetensors.truncated");
  EXPECT_EQ(code_of(std::string("\3\0\0\0\0\0\0\0{}", 10)), "safetensors.truncated");
  EXPECT_EQ(code_of(std::string("\1\341\365\5\0\0\0\0{}", 10)), "safetensors.header_length");
  EXPECT_EQ(code_of(std::string("\0\341\365\5\0\0\0\0{}", 10)), "safetensors.truncated");
  EXPECT_EQ(code_of(std::string(8, '\xFF') + "{}"), "safetensors.header_length");
}

TEST(SafetensorsHeader, TheTextIsJsonOfTheRightForm) {
  for (const char* text : {"",
                           " {}",
                           "[]",
                           "{",
                           "{}}",
                           "{\"w\"}",
                           "{\"w\":1}",
                           "{\"w\":null}",
                           "{\"w\":[]}",
                           "{\"w\":{\"dtype\":1}}",
                           "{\"w\":{\"dtype\":[]}}",
                           "{\"w\":{\"shape\":3}}",
                           "{\"w\":{\"shape\":\"3\"}}",
                           "{\"w\":{\"shape\":[[1]]}}",
                           "{\"w\":{\"shape\":[{}]}}",
                           "{\"w\":{\"shape\":[true]}}",
                           "{\"w\":{\"data_offsets\":[0]}}",
                           "{\"w\":{\"data_offsets\":[0,1,2]}}",
                           "{\"__metadata__\":1}",
                           "{\"__metadata__\":{\"a\":1}}",
                           "{\"__metadata__\":{\"a\":{}}}",
                           "{/**/}",
                           "{} {}"}) {
    EXPECT_EQ(code_of(safetensors_text(text)), "safetensors.header") << text;
  }
  EXPECT_EQ(code_of(safetensors_text(std::string("{}\0{", 4))), "safetensors.header");
  EXPECT_EQ(code_of(safetensors_text(std::string(100'000, '{'))), "safetensors.header");
  EXPECT_EQ(code_of(safetensors_text("{\"w\xE9\":1}")), "safetensors.utf8");
  EXPECT_EQ(code_of(safetensors_text("{\"\xED\xA0\x80\":1}")), "safetensors.utf8");
}

TEST(SafetensorsHeader, KeysAreThereOnce) {
  const std::string entry = R"({"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  EXPECT_EQ(code_of(safetensors_text("{\"a\":" + entry + ",\"a\":" + entry + "}")),
            "safetensors.duplicate");
  EXPECT_EQ(code_of(safetensors_text("{\"a\":" + entry + ",\"\\u0061\":" + entry + "}")),
            "safetensors.duplicate");
  EXPECT_EQ(code_of(safetensors_text("{\"__metadata__\":{},\"__metadata__\":{}}")),
            "safetensors.duplicate");
  EXPECT_EQ(code_of(safetensors_text("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}")),
            "safetensors.duplicate");
  EXPECT_EQ(code_of(safetensors_text("{\"w\":{\"shape\":[],\"shape\":[]}}")),
            "safetensors.duplicate");
  EXPECT_EQ(code_of(safetensors_text("{\"w\":{\"shape\":[],\"dtype\":\"U8\"}}")),
            "safetensors.key");
  EXPECT_EQ(code_of(safetensors_text("{\"w\":{\"strides\":[1]}}")), "safetensors.key");
}

TEST(SafetensorsHeader, NumbersAreWholeAndFit) {
  EXPECT_EQ(code_of("F16", "[-1]", "[0,2]", 2), "safetensors.number");
  EXPECT_EQ(code_of("F16", "[1.0]", "[0,2]", 2), "safetensors.number");
  EXPECT_EQ(code_of("F16", "[1]", "[0,9223372036854775808]", 2), "safetensors.number");
  EXPECT_EQ(code_of("F16", "[1]", "[0,18446744073709551616]", 2), "safetensors.number");
  EXPECT_EQ(code_of("F16", "[4294967296,4294967296]", "[0,2]", 2), "safetensors.overflow");
  EXPECT_EQ(code_of("X7", "[1]", "[0,2]", 2), "safetensors.dtype");
  EXPECT_EQ(code_of("f32", "[1]", "[0,4]", 4), "safetensors.dtype");
}

TEST(SafetensorsHeader, PlacesFitTheShapeAndTheFile) {
  EXPECT_EQ(code_of("U8", "[2]", "[2,0]", 2), "safetensors.offsets");
  EXPECT_EQ(code_of("U8", "[3]", "[0,3]", 2), "safetensors.out_of_bounds");
  EXPECT_EQ(code_of("U8", "[3]", "[0,2]", 2), "safetensors.size");
  EXPECT_EQ(code_of("F4", "[3]", "[0,2]", 2), "safetensors.sub_byte");
  EXPECT_EQ(code_of("F6_E2M3", "[4]", "[0,3]", 3), "");
  EXPECT_EQ(code_of("F6_E2M3", "[2]", "[0,2]", 2), "safetensors.sub_byte");
  EXPECT_EQ(code_of("U8", "[2]", "[0,2]", 3), "safetensors.data_long");
  EXPECT_EQ(code_of("U8", "[2]", "[1,3]", 3), "safetensors.hole");
}

TEST(SafetensorsHeader, TensorsLieSideBySide) {
  const auto two = [](std::string_view a, std::string_view b, std::size_t data) {
    return code_of(
        safetensors_text(fmt::format(R"({{"a":{{"dtype":"U8","shape":[2],"data_offsets":{}}},)"
                                     R"("b":{{"dtype":"U8","shape":[2],"data_offsets":{}}}}})",
                                     a, b),
                         std::string(data, 'x')));
  };
  EXPECT_EQ(two("[0,2]", "[2,4]", 4), "");
  EXPECT_EQ(two("[2,4]", "[0,2]", 4), "");
  EXPECT_EQ(two("[0,2]", "[1,3]", 3), "safetensors.overlap");
  EXPECT_EQ(two("[0,2]", "[0,2]", 2), "safetensors.overlap");
  EXPECT_EQ(two("[0,2]", "[3,5]", 5), "safetensors.hole");
}

}  // namespace
}  // namespace tileglot::io
