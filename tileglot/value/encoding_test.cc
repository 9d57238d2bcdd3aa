// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/encoding.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
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

}  // namespace
}  // namespace tileglot::value
