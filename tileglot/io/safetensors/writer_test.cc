// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/safetensors/writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/file.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {
namespace {

using enum core::ElementType;

std::vector<std::string> names_of(const std::vector<SafetensorsEntry>& entries) {
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const SafetensorsEntry& entry : entries) names.push_back(entry.name);
  return names;
}

TEST(SafetensorsWriter, AWrittenFileIsReadBack) {
  const TemporaryFolder folder;
  const std::vector<SafetensorsEntry> entries = {
      {"w", kBf16, {2, 3}}, {"e", kF32, {0}}, {"s", kU8, {}}};
  auto out = SafetensorsWriter::create(folder / "m.safetensors", entries,
                                       SafetensorsMetadata{{"k", "v\n\"\x7f"}});
  ASSERT_TRUE(out.has_value()) << out.error()->message;
  std::ranges::fill(out->data(0), std::byte{1});
  std::ranges::fill(out->data(2), std::byte{2});
  EXPECT_TRUE(folder.names().empty());
  ASSERT_TRUE(out->commit().has_value());
  const auto in = open_safetensors(folder / "m.safetensors");
  ASSERT_TRUE(in.has_value()) << in.error()->message;
  EXPECT_EQ(in->header.data_begin_bytes % 8, 0);
  ASSERT_EQ(in->header.tensors.size(), 3U);
  EXPECT_EQ(text_of(in->data_of(in->header.tensors[0])), std::string(12, '\1'));
  EXPECT_EQ(in->header.tensors[1].shape, std::vector<std::int64_t>{0});
  EXPECT_EQ(text_of(in->data_of(in->header.tensors[2])), "\2");
  EXPECT_EQ(in->header.metadata, (SafetensorsMetadata{{"k", "v\n\"\x7f"}}));
}

TEST(SafetensorsWriter, TensorsAreSortedByAlignmentAndName) {
  const auto sorted = in_format_order(
      {{"a", kU8, {3}}, {"d", kBf16, {1}}, {"c", kBf16, {1}}, {"b", kF32, {2}}, {"e", kF16, {1}}});
  EXPECT_EQ(names_of(sorted), (std::vector<std::string>{"b", "c", "d", "e", "a"}));
  const auto placed = place_tensors(in_format_order({{"a", kU8, {3}}, {"b", kF32, {2}}}));
  ASSERT_TRUE(placed.has_value());
  EXPECT_EQ((*placed)[0].end_bytes, 8);
  EXPECT_EQ((*placed)[1].begin_bytes, 8);
  EXPECT_EQ((*placed)[1].end_bytes, 11);
  const auto unsorted =
      place_tensors(std::vector<SafetensorsEntry>{{"a", kU8, {3}}, {"b", kF32, {2}}});
  EXPECT_EQ((*unsorted)[1].begin_bytes, 3);
}

TEST(SafetensorsWriter, TheHeaderIsTheLibrarysToTheByte) {
  // safetensors 0.8.0: serialize of these two with this metadata.
  const auto placed = place_tensors(in_format_order({{"b", kPred, {4}}, {"a", kU64, {4}}}));
  const auto bytes =
      safetensors_header_bytes(*placed, SafetensorsMetadata{{"b", "x\n\"\xC3\xA9/"}});
  const std::string text =
      "{\"__metadata__\":{\"b\":\"x\\n\\\"\xC3\xA9/\"},"
      "\"a\":{\"dtype\":\"U64\",\"shape\":[4],\"data_offsets\":[0,32]},"
      "\"b\":{\"dtype\":\"BOOL\",\"shape\":[4],\"data_offsets\":[32,36]}}";
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(bytes->size() % 8, 0U);
  EXPECT_EQ(bytes->substr(8, text.size()), text);
  EXPECT_EQ(bytes->substr(8 + text.size()).find_first_not_of(' '), std::string::npos);
}

TEST(SafetensorsWriter, WhatTheFormatCannotHoldIsRefused) {
  const auto code_of = [](std::vector<SafetensorsEntry> entries) {
    const auto placed = place_tensors(entries);
    return placed ? "" : placed.error()->code;
  };
  EXPECT_EQ(code_of({{"w", kU4, {2}}}), "safetensors.dtype");
  EXPECT_EQ(code_of({{"w", kF4e2m1fn, {3}}}), "safetensors.sub_byte");
  EXPECT_EQ(code_of({{"w", kU8, {1LL << 32, 1LL << 32}}}), "safetensors.overflow");
  EXPECT_EQ(code_of({{"w", kU8, {1}}, {"w", kU8, {1}}}), "safetensors.duplicate");
  EXPECT_EQ(code_of({{"\xFF", kU8, {1}}}), "safetensors.utf8");
  EXPECT_EQ(safetensors_header_bytes({}, SafetensorsMetadata{{"\xFF", ""}}).error()->code,
            "safetensors.utf8");
}

}  // namespace
}  // namespace tileglot::io
