// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/linear/answer.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/error.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/value/json.h"
#include "tileglot/value/linear.h"

namespace tileglot::calculator {
namespace {

constexpr std::string_view kBlocked =
    "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [4], warpsPerCTA = [1], order = [0]}>";

TEST(LinearEncodingOperations, TheOperationsOnEncodingsAnswer) {
  EXPECT_EQ(linear_answer("padded_offset", {"[[16,2]]", "39"}), "43");
  EXPECT_EQ(linear_answer("to_linear_layout_text", {std::string(kBlocked), "tensor<8xf16>"}),
            "{register: [[1]], lane: [[2],[4]], warp: [], block: []} -> {dim0: 8}");
  EXPECT_EQ(linear_answer("encoding_text", {"#triton_gpu.slice<{parent=#ttg.linear<{register=[],"
                                            "lane=[[0,1]],warp=[],block=[]}>,dim=0}>"}),
            R"("#ttg.slice<{dim = 0, parent = #ttg.linear<{register = [], lane = [[0, 1]], warp = )"
            R"([], block = []}>}>")");
  EXPECT_EQ(linear_answer("nvidia_mma_tile", {"[8,8]", "1", "[1,0]", "[1,0]"}),
            "{register: [[4,0]], lane: [[1,0],[2,0],[0,1],[0,2],[0,4]]} -> {dim1: 8, dim0: 8}");
  EXPECT_EQ(
      linear_answer("choose_shmem_layout_for_reg_to_reg_conversion", {"[2,4]", "[1,2]", "[0,1]"}),
      "{offset: [[0,1]], iteration: [[1,0],[0,2]], block: []} -> {dim0: 2, dim1: 4}");
}

std::string of_json(const std::string& encoding, const std::string& shape) {
  return linear_answer("to_linear_layout", {encoding, shape});
}

TEST(LinearEncodingOperations, EncodingsAreReadAsJson) {
  EXPECT_EQ(of_json(R"({"kind":"blocked","sizePerThread":[2],"threadsPerWarp":[4],)"
                    R"("warpsPerCTA":[1],"order":[0],"cga":null})",
                    "[16]"),
            "{register: [[1],[8]], lane: [[2],[4]], warp: [], block: []} -> {dim0: 16}");
  EXPECT_EQ(of_json(R"({"kind":"nvmma_shared","swizzlingByteWidth":0,"transposed":false,)"
                    R"("elementBitWidth":16,"cga":{"ctasPerCGA":[2],"ctaSplitNum":[2],)"
                    R"("ctaOrder":[0]}})",
                    "[4]"),
            "{offset: [[1]], block: [[2]]} -> {dim0: 4}");
  EXPECT_EQ(of_json(R"({"kind":"wmma","version":2,"instrShape":[16,16,16],"isTransposed":false,)"
                    R"("warpsPerCTA":[2,1],"tilesPerWarp":[2,1]})",
                    "[64,16]"),
            "{register: [[1,0],[2,0],[4,0],[16,0]], lane: [[0,1],[0,2],[0,4],[0,8],[8,0]], warp: "
            "[[32,0]], block: []} -> {dim0: 64, dim1: 16}");
}

TEST(LinearEncodingOperations, WhatIsNotAnEncodingIsRefused) {
  EXPECT_EQ(of_json("[]", "[16]"), "triton.json");
  EXPECT_EQ(linear_answer("padded_offset", {"[[1]]", "0"}), "triton.json");
  EXPECT_EQ(linear_answer("padded_offset", {"[[1,2.5]]", "0"}), "triton.json");
}

TEST(LinearEncodingOperations, AnErrorOfTheTypePointsAtIt) {
  const auto error = [](const std::string& type) {
    return operations()
        .apply("linear.to_linear_layout_text",
               std::vector<std::string>{std::string(kBlocked), type})
        .error();
  };
  const std::size_t type_begin = kBlocked.size() + 2;
  EXPECT_EQ(error("tensor<8x8xf16>")->code, "triton.rank");
  EXPECT_EQ(error("tensor<8x8xf16>")->span, (core::Span{type_begin, type_begin + 15}));
  EXPECT_EQ(error("tensr<8xf16>")->span, (core::Span{type_begin, type_begin + 1}));
}

std::vector<Json> recorded(const std::string& file) {
  std::vector<Json> lines;
  const auto shared = core::shared_folder();
  if (!shared) return lines;
  std::ifstream stream(*shared / "golden" / file);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(Json::parse(line, nullptr, false));
  }
  return lines;
}

/// The answer as JSON; null for a refusal.
Json answered(const Json& line) {
  std::vector<std::string> args;
  for (const Json& arg : line["args"]) {
    args.push_back(arg.is_string() ? arg.get<std::string>() : arg.dump());
  }
  const auto value = operations().apply(line["op"].get<std::string>(), args);
  return value ? to_json(*value) : Json();
}

Json expected(const Json& line) { return line.contains("error") ? Json() : line["result"]; }

/// docs/reference/triton-differences.md has the reason of each.
bool is_exception(const Json& line) {
  const std::string args = line["args"].dump();
  return args.find("cga_layout = ") != std::string::npos ||
         (args.find("\"tensor_memory_scales\"") != std::string::npos &&
          (args.find("[32,4]") != std::string::npos || args.find("[32,2]") != std::string::npos));
}

void expect_as_recorded(const std::vector<Json>& lines, const std::set<std::string>& ops) {
  std::size_t right = 0;
  for (const Json& line : lines) {
    const bool asked = ops.contains(line["op"].get<std::string>()) && !line.contains("unstable");
    if (!asked || is_exception(line)) continue;
    ASSERT_EQ(answered(line), expected(line)) << line["args"];
    ++right;
  }
  EXPECT_GT(right, 700U);
}

TEST(LinearEncodingOperations, AttributesLowerAsTheReleasedTritonLowersThem) {
  const auto lines = recorded("triton_encodings.jsonl");
  if (lines.empty()) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  expect_as_recorded(lines, {"linear.to_linear_layout_text"});
}

TEST(LinearEncodingOperations, EncodingsAsJsonLowerAsRecorded) {
  const auto lines = recorded("linear.jsonl");
  if (lines.empty()) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  expect_as_recorded(
      lines, {"linear.to_linear_layout", "linear.nvidia_mma_tile",
              "linear.choose_shmem_layout_for_reg_to_reg_conversion", "linear.padded_offset"});
}

/// What Triton prints of a text; of a wmma that it cannot read back, what it should have printed.
std::string canonical(const Json& line) {
  const Json& text = line.contains("canonical") ? line["canonical"] : line["args"][0];
  return text.get<std::string>();
}

TEST(LinearEncodingOperations, AttributesPrintAsTritonPrintsThem) {
  const auto lines = recorded("triton_encodings.jsonl");
  if (lines.empty()) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  std::size_t printed = 0;
  for (const Json& line : lines) {
    if (line.contains("error") || line.contains("unstable")) continue;
    const std::string text = line["args"][0].get<std::string>();
    ASSERT_EQ(linear_answer("encoding_text", {text}), Json(canonical(line)).dump());
    ++printed;
  }
  EXPECT_GT(printed, 1500U);
}

}  // namespace
}  // namespace tileglot::calculator
