// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/piece_record.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

std::string record_refusal(std::string_view text) {
  const auto record = parse_piece_record(text);
  return record ? "fine" : record.error()->code + ": " + record.error()->message;
}

TEST(PieceRecord, ARecordIsReadAsItWasWritten) {
  const PieceRecord record = {
      .array = "w", .begin = {3, 0}, .extents = {7, 4}, .sharding = "P('x')"};
  const std::string_view text =
      R"x({"array":"w","begin":[3,0],"extents":[7,4],"sharding":"P('x')"})x";
  EXPECT_EQ(piece_record_text(record), text);
  EXPECT_EQ(parse_piece_record(text), record);
  EXPECT_EQ(parse_piece_record(R"({"extents": [], "begin": []})"), PieceRecord{});
}

TEST(PieceRecord, TensorsOfPiecesHaveNamesOfTheirOwn) {
  EXPECT_EQ(piece_tensor_name("w", Extents{3, 0}), "w@3,0");
  const auto metadata =
      recorded_metadata(std::vector<RecordedTensor>{{"w@1", {"w", {1}, {2}, ""}}});
  ASSERT_EQ(metadata.size(), 1U);
  EXPECT_EQ(metadata[0].first, "tileglot.piece/w@1");
  EXPECT_EQ(metadata[0].second, R"({"array":"w","begin":[1],"extents":[2]})");
}

TEST(PieceRecord, OtherTextsAreRefused) {
  EXPECT_EQ(record_refusal("{}"), "pieces.record: the record lacks 'begin' or 'extents'");
  EXPECT_EQ(record_refusal(R"({"begin":[0],"array":"w"})"),
            "pieces.record: the record lacks 'begin' or 'extents'");
  EXPECT_EQ(record_refusal(R"({"begin":[0],"extents":[1,2]})"),
            "pieces.record: 'begin' has 1 numbers, and 'extents' has 2");
  EXPECT_EQ(record_refusal(R"({"begin":[0],"extents":[1],"end":[1]})"),
            "pieces.record: a record has no such 'end'");
  EXPECT_EQ(record_refusal(R"({"begin":"0","extents":[1]})"),
            "pieces.record: a record has no such 'begin'");
  EXPECT_EQ(record_refusal(R"({"begin":[0],"extents":[1],"array":[1]})"),
            "pieces.record: a record has no such 'array'");
  EXPECT_EQ(record_refusal(R"({"begin":{"x":[0]}})"),
            "pieces.record: expected a text or a list of numbers for 'begin', found an object");
  EXPECT_EQ(record_refusal(R"({"begin":[1.0]})"),
            "pieces.record: expected whole numbers from 0 to 2^63-1 in 'begin', found a number");
  EXPECT_EQ(record_refusal(R"({"begin":null})").substr(0, 23), "pieces.record: expected");
  EXPECT_EQ(record_refusal(R"({"begin":true})").substr(0, 23), "pieces.record: expected");
  EXPECT_EQ(record_refusal("3"), "pieces.record: expected an object, found a number");
  EXPECT_EQ(record_refusal(""), "pieces.record: not JSON from byte 0 on");
}

TEST(PieceRecord, WhatIsWrittenIsRead) {
  core::check_law("piece_record_round_trip", 5000, [] {
    const auto text = [] {
      return *rc::gen::element<std::string>("", "w", "a\"\\b", "P(('x','y'), None)", "\xC3\xA9\n");
    };
    PieceRecord record{.array = text(), .sharding = text()};
    for (std::int64_t left = any_number(0, 5); left > 0; --left) {
      record.begin.push_back(*rc::gen::positive<std::int64_t>());
      record.extents.push_back(*rc::gen::positive<std::int64_t>());
    }
    ASSERT_EQ(parse_piece_record(piece_record_text(record)), record);
  });
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
