// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/encoding.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/value/json.h"

namespace tileglot::value {
namespace {

/// As Triton prints it, or the code of the refusal.
std::string read(std::string_view json, std::int64_t rank) {
  const auto encoding = encoding_of_json(json_in(json), rank);
  return encoding ? notation::triton::print(*encoding) : encoding.error()->code;
}

TEST(EncodingJson, AnEncodingIsReadWithTheNamesOfTriton) {
  EXPECT_EQ(read(R"({"kind":"blocked","sizePerThread":[2],"threadsPerWarp":[4],)"
                 R"("warpsPerCTA":[1],"order":[0],"cga":null})",
                 1),
            "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [4], warpsPerCTA = [1], order = "
            "[0]}>");
}

TEST(EncodingJson, ObjectsThatAreNotEncodingsAreRefused) {
  EXPECT_EQ(read("[]", 1), "triton.json");
  EXPECT_EQ(read(R"({"kind":"dragon"})", 1), "triton.json");
  EXPECT_EQ(read(R"({"kind":"blocked","order":[0]})", 1), "triton.json");
  EXPECT_EQ(read(R"({"kind":"slice","dim":1,"parent":{"kind":"swizzled_shared"}})", 1),
            "triton.json");
  EXPECT_EQ(read(R"({"kind":"slice","dim":-1,"parent":{"kind":"blocked","sizePerThread":[1,1],)"
                 R"("threadsPerWarp":[1,1],"warpsPerCTA":[1,1],"order":[1,0]}})",
                 1),
            "triton.rank");
  std::string nested = R"({"kind":"tensor_memory_scales"})";
  for (int i = 0; i < 40; ++i) nested = R"({"kind":"slice","dim":0,"parent":)" + nested + "}";
  EXPECT_EQ(read(nested, 1), "triton.json");
}

/// An encoding with `number` in the place of its i-th number; empty where it has fewer.
std::optional<Json> with_number(const Json& encoding, std::size_t i, std::int64_t number) {
  Json changed = encoding.flatten();
  for (Json& entry : changed) {
    if (!entry.is_number() || i-- != 0) continue;
    entry = number;
    return changed.unflatten();
  }
  return std::nullopt;
}

/// Reads the encoding and lowers it for shapes of all sizes: each is answered or refused.
void expect_answered(const Json& json, std::int64_t rank) {
  const auto encoding = encoding_of_json(json, rank);
  if (!encoding) {
    EXPECT_FALSE(encoding.error()->code.empty());
    return;
  }
  for (const int bits : {0, 1, 4, 7, 10, 31, 62}) {
    notation::triton::Numbers shape(static_cast<std::size_t>(rank), std::int64_t{1} << bits);
    for (const std::int64_t last : {std::int64_t{1}, std::int64_t{1} << bits}) {
      shape.back() = last;
      const auto layout = bridge::lower(*encoding, shape);
      EXPECT_TRUE(layout || !layout.error()->message.empty()) << json.dump();
    }
  }
}

TEST(EncodingJson, AnyNumberInAnyPlaceIsAnsweredOrRefused) {
  const std::string two = R"("cga":{"ctasPerCGA":[2,1],"ctaSplitNum":[2,1],"ctaOrder":[0,1]}})";
  const std::string mma =
      R"({"kind":"nvmma","version":2,"instrShape":[16,8],"warpsPerCTA":[1,4],)" + two;
  const std::string wgmma =
      R"({"kind":"nvmma","version":3,"instrShape":[16,64,16],"warpsPerCTA":[4,1],)" + two;
  const std::string mfma =
      R"({"kind":"mfma","version":3,"warpsPerCTA":[2,2],"instrShape":[32,32,8],)"
      R"("isTransposed":true,"tilesPerWarp":[1,2],"elementBitWidth":32,)" +
      two;
  const std::string wmma =
      R"({"kind":"wmma","version":2,"isTransposed":false,"instrShape":[16,16,16],)"
      R"("warpsPerCTA":[2,2],"tilesPerWarp":[2,1],)" +
      two;
  const std::string blocked =
      R"({"kind":"blocked","sizePerThread":[1,4],"threadsPerWarp":[4,8],"warpsPerCTA":[2,2],)"
      R"("order":[1,0],)" +
      two;
  const auto dot = [](const std::string& parent, std::int64_t width) {
    return R"({"kind":"dot","opIdx":0,"kWidth":)" + std::to_string(width) + R"(,"parent":)" +
           parent + "}";
  };
  const std::string phases = R"("vec":8,"perPhase":2,"maxPhase":4,"order":[1,0],)" + two;
  const std::vector<std::string> encodings = {
      blocked,
      mma,
      wgmma,
      mfma,
      wmma,
      dot(blocked, 0),
      dot(mma, 2),
      dot(wgmma, 2),
      dot(mfma, 4),
      dot(wmma, 8),
      R"({"kind":"slice","dim":0,"parent":)" + blocked + "}",
      R"({"kind":"swizzled_shared",)" + phases,
      R"({"kind":"amd_rotating_shared",)" + phases,
      R"({"kind":"nvmma_shared","swizzlingByteWidth":64,"transposed":true,"elementBitWidth":16,)" +
          two,
      R"({"kind":"tensor_memory","blockM":64,"blockN":8,"colStride":1,"twoCTAs":true,)" + two,
      R"({"kind":"tensor_memory_scales","blockRepOrder":"kThenMn",)" + two};
  for (const std::string& text : encodings) {
    const Json encoding = json_in(text);
    const std::int64_t rank = text.find(R"("slice")") != std::string::npos ? 1 : 2;
    ASSERT_TRUE(encoding_of_json(encoding, rank)) << text;
    for (std::size_t i = 0; with_number(encoding, i, 0); ++i) {
      for (const std::int64_t number :
           {core::kInt64Min, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, std::int64_t{2},
            std::int64_t{3}, std::int64_t{64}, std::int64_t{1} << 31, std::int64_t{1} << 32,
            std::int64_t{1} << 61, std::int64_t{1} << 62, core::kInt64Max}) {
        expect_answered(*with_number(encoding, i, number), rank);
      }
    }
  }
}

TEST(EncodingJson, TheOperandWhoseWidthOverflowedIsRefused) {
  EXPECT_EQ(read(R"({"kind":"dot","opIdx":0,"kWidth":2305843009213693952,"parent":)"
                 R"({"kind":"nvmma","version":2,"instrShape":[16,8],"warpsPerCTA":[1,4],)"
                 R"("cga":null}})",
                 2),
            "triton.too_large");
}

TEST(EncodingJson, CountsOfTilesArePowersOfTwo) {
  EXPECT_EQ(read(R"({"kind":"wmma","version":1,"isTransposed":false,"instrShape":[16,16,16],)"
                 R"("warpsPerCTA":[1,1],"tilesPerWarp":[3,1],"cga":null})",
                 2),
            "triton.power_of_two");
}

}  // namespace
}  // namespace tileglot::value
