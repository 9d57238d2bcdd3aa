// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/safetensors/index.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {
namespace {

constexpr std::string_view kTwoParts =
    R"({"metadata":{"total_size":24,"more":[{"x":null}]},)"
    R"("weight_map":{"a":"p-1.safetensors","b":"p-2.safetensors","c":"p-1.safetensors"}})";

std::string code_of(std::string_view text) {
  const auto index = parse_safetensors_index(text);
  EXPECT_TRUE(index || !core::render(core::with_line(index.error(), text)).empty());
  return index ? "" : index.error()->code;
}

std::string map_of(std::string_view entries) {
  return "{\"weight_map\":{" + std::string(entries) + "}}";
}

SafetensorsHeader header_of(const std::vector<std::string>& names) {
  SafetensorsHeader header;
  for (const std::string& name : names) header.tensors.push_back({.name = name});
  return header;
}

TEST(SafetensorsIndex, AnIndexNamesParts) {
  const auto index = parse_safetensors_index(kTwoParts);
  ASSERT_TRUE(index.has_value()) << index.error()->message;
  EXPECT_EQ(index->parts, (std::vector<std::string>{"p-1.safetensors", "p-2.safetensors"}));
  EXPECT_EQ(index->places.at("a").part, 0U);
  EXPECT_EQ(index->places.at("b").part, 1U);
  EXPECT_EQ(index->places.size(), 3U);
  EXPECT_EQ(index->total_size, 24);
}

TEST(SafetensorsIndex, AnotherSizeLeavesTheRestAsItIs) {
  const auto index = parse_safetensors_index(kTwoParts);
  std::string expected(kTwoParts);
  expected.replace(expected.find("24"), 2, "1000");
  EXPECT_EQ(with_total_size(kTwoParts, *index, 1000), expected);
}

TEST(SafetensorsIndex, AnIndexIsAnObjectWithAMapOfTexts) {
  for (const char* text : {"", "[]", "1", "{", "{}", "{\"weight_map\":[]}", "{\"weight_map\":1}",
                           "{\"weight_map\":{\"a\":1}}", "{\"weight_map\":{\"a\":{}}}",
                           "{\"weight_map\":{\"a\":[]}}", "{\"weight_map\":{}}x"}) {
    EXPECT_EQ(code_of(text), "safetensors.index") << text;
  }
  EXPECT_EQ(code_of(std::string("{\"weight_map\":{}}\0", 18)), "safetensors.index");
  EXPECT_EQ(code_of(map_of("")), "");
  EXPECT_EQ(code_of(map_of(R"("a":"p","\u0061":"p")")), "safetensors.duplicate");
  EXPECT_EQ(code_of(R"({"weight_map":{},"weight_map":{}})"), "safetensors.duplicate");
  EXPECT_EQ(code_of(R"({"metadata":{"total_size":1.5},"weight_map":{}})"), "");
  EXPECT_EQ(code_of(std::string(100'000, '[')), "safetensors.index");
}

TEST(SafetensorsIndex, PartsStayInTheFolder) {
  for (const char* path :
       {"", "/etc/p", "../p", "a/../../p", "a/..", "..", ".", "./p", "a//p", "a/", "a\\u0000"}) {
    EXPECT_EQ(code_of(map_of("\"a\":\"" + std::string(path) + "\"")), "safetensors.part_path")
        << path;
  }
  EXPECT_EQ(code_of(map_of(R"("a":"sub/p..safetensors")")), "");
}

TEST(SafetensorsIndex, PartsHoldWhatTheIndexGivesThem) {
  const auto index = parse_safetensors_index(kTwoParts);
  EXPECT_TRUE(check_part(*index, 0, header_of({"c", "a"})).has_value());
  EXPECT_TRUE(check_part(*index, 1, header_of({"b"})).has_value());
  EXPECT_EQ(check_part(*index, 0, header_of({"a"})).error()->code, "safetensors.part_lacks");
  EXPECT_EQ(check_part(*index, 1, header_of({"b", "c"})).error()->code, "safetensors.part_twice");
  EXPECT_EQ(check_part(*index, 1, header_of({"b", "d"})).error()->code,
            "safetensors.part_unlisted");
}

}  // namespace
}  // namespace tileglot::io
