// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/dcp_sharding.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

using Tensors = std::vector<SavedOffsets>;

constexpr std::string_view kText =
    R"({"a.w": {"saved_offsets": [3, 0]}, "b": {"saved_offsets": []}})";

std::string dcp_refusal(std::string_view text) {
  const auto tensors = parse_dcp_sharding(text);
  return tensors ? "fine" : tensors.error()->code + ": " + tensors.error()->message;
}

TEST(DcpSharding, ATextSaysWhereTensorsBegin) {
  EXPECT_EQ(parse_dcp_sharding(kText), (Tensors{{"a.w", {3, 0}}, {"b", {}}}));
  EXPECT_EQ(parse_dcp_sharding("{}"), Tensors{});
}

TEST(DcpSharding, ATextIsWrittenAsTorchWritesIt) {
  EXPECT_EQ(dcp_sharding_text(Tensors{{"a.w", {3, 0}}, {"b", {}}}), kText);
  EXPECT_EQ(dcp_sharding_text(Tensors{{"\xC3\xA9\"", {1}}}),
            R"({"\u00e9\"": {"saved_offsets": [1]}})");
  EXPECT_EQ(dcp_metadata(Tensors{}).front().second, "{}");
}

TEST(DcpSharding, FilesAreNamedAsTorchNamesThem) {
  EXPECT_EQ(dcp_file_name(2, 1, 1), "shard-00002-model-00001-of-00001.safetensors");
}

TEST(DcpSharding, OtherTextsAreRefused) {
  const std::string only =
      "pieces.record: 'w' does not have a list of numbers 'saved_offsets', "
      "and that only";
  EXPECT_EQ(dcp_refusal(R"({"w": {}})"), only);
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": "0"}})"), only);
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": [0], "stride": [1]}})"), only);
  EXPECT_EQ(dcp_refusal(R"({"w": [0]})"),
            "pieces.record: expected an object for 'w', found a list");
  EXPECT_EQ(dcp_refusal("[]"), "pieces.record: expected an object, found a list");
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": [-1]}})"),
            "pieces.record: expected whole numbers from 0 to 2^63-1 in 'saved_offsets', found a "
            "number");
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": [9223372036854775808]}})").substr(0, 23),
            "pieces.record: expected");
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": [[0]]}})").substr(0, 23),
            "pieces.record: expected");
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": {}}})").substr(0, 23),
            "pieces.record: expected");
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": [0]}, "w": {"saved_offsets": [0]}})"),
            "pieces.record: the key 'w' is there twice");
  EXPECT_EQ(dcp_refusal(R"({"w": {"saved_offsets": [0], "saved_offsets": [0]}})"),
            "pieces.record: the key 'saved_offsets' is there twice");
  EXPECT_EQ(dcp_refusal("{\"w\""), "pieces.record: not JSON from byte 4 on");
  EXPECT_EQ(dcp_refusal(std::string_view("{}\0", 3)), "pieces.record: byte 2 is 0");
}

/// Any characters, also those that JSON escapes.
std::string any_name() {
  std::string name;
  for (std::int64_t left = any_number(0, 6); left > 0; --left)
    name +=
        *rc::gen::element<std::string>("w", ".", "\"", "\\", "\n", "\xC3\xA9", "\xF0\x9F\x98\x80");
  return name;
}

TEST(DcpSharding, WhatIsWrittenIsRead) {
  core::check_law("dcp_sharding_round_trip", 5000, [] {
    Tensors tensors;
    for (std::int64_t left = any_number(0, 4); left > 0; --left) {
      map::Coordinate begin(static_cast<std::size_t>(any_number(0, 4)));
      for (std::int64_t& x : begin) x = *rc::gen::positive<std::int64_t>();
      tensors.push_back({std::to_string(left) + any_name(), begin});
    }
    ASSERT_EQ(parse_dcp_sharding(dcp_sharding_text(tensors)), tensors);
  });
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
