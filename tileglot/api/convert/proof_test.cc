// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/proof.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/target.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/law.h"

namespace tileglot::api {
namespace {

Source source_of(const std::string& text) {
  const auto layout = bridge::parse_layout(text);
  return {*layout, *bridge::to_map(*layout), core::ElementType::kF32};
}

std::string code_of(const core::Status& status) { return status ? "" : status.error()->code; }

TEST(ConvertProof, WhatIsWrittenIsReadBack) {
  const Source packed = source_of("bf16[16,256]{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(code_of(prove(packed, "onednn", "AB4a128b2a")), "");
  EXPECT_EQ(code_of(prove(packed, "cute", "((2,4,2),(128,2)):((1,256,2048),(2,1024))")), "");
}

TEST(ConvertProof, AnotherFunctionIsNotProved) {
  const Source source = source_of("f32[2,2]{1,0}");
  const auto differs = prove(source, "cute", "(2,2):(1,2)");
  EXPECT_EQ(code_of(differs), "convert.not_proved");
  EXPECT_EQ(differs.error()->message, "read again it differs at (0,1): 2 against 1");
  const auto smaller = prove(source, "cute", "(2,1):(2,1)");
  EXPECT_EQ(smaller.error()->message, "read again its domain is [2,1], and the source's is [2,2]");
  EXPECT_EQ(code_of(prove(source, "onednn", "ba")), "convert.not_proved");
  EXPECT_EQ(code_of(prove(source, "linear", "{dim0: [[1]], dim1: [[2]]} -> {offset: 4}")),
            "convert.not_proved");
  EXPECT_EQ(code_of(prove(source, "triton",
                          "#ttg.shared_linear<{offset = [[1, 0], [0, 1]]}, alignment = 16>")),
            "convert.not_proved");
  EXPECT_EQ(code_of(prove(source, "cute", "(2,2):(")), "cute.syntax");
}

/// d0:d1 strides over a matrix of 2 or 3 rows and columns, and each offset by the definition.
struct Matrix {
  std::int64_t rows, columns, down, right;
  std::string text() const { return fmt::format("({},{}):({},{})", rows, columns, down, right); }
};

Matrix any_matrix(std::int64_t rows, std::int64_t columns) {
  return {rows, columns, *rc::gen::inRange(0, 4), *rc::gen::inRange(0, 4)};
}

bool same_everywhere(const Matrix& a, const Matrix& b) {
  for (std::int64_t i = 0; i < a.rows; ++i) {
    for (std::int64_t j = 0; j < a.columns; ++j) {
      if (i * a.down + j * a.right != i * b.down + j * b.right) return false;
    }
  }
  return true;
}

TEST(ConvertProof, WhatIsProvedIsEqualEverywhere) {
  core::check_law("proved_is_equal", 2000, [] {
    const std::int64_t rows = *rc::gen::inRange(1, 4);
    const std::int64_t columns = *rc::gen::inRange(1, 4);
    const Matrix a = any_matrix(rows, columns);
    const Matrix b = any_matrix(rows, columns);
    RC_ASSERT(prove(source_of(a.text()), "cute", b.text()).has_value() == same_everywhere(a, b));
  });
}

TEST(ConvertProof, EveryTextOfEveryNotationIsProved) {
  const std::vector<ConvertRequest> requests{
      {.layout = "f32[4,6]{0,1}", .dtype = {}},
      {.layout = "f32[]", .dtype = {}},
      {.layout = "f32[7]", .dtype = {}},
      {.layout = "f32[3,5]{1,0:T(2,2)}", .dtype = {}},
      {.layout = "f32[3,5]{1,0:T(2,2)}", .dtype = {}, .padded = true},
      {.layout = "bf16[16,256]{1,0:T(8,128)(2,1)}", .dtype = {}},
      {.layout = "f32[2,3,4,5]{1,3,2,0}", .dtype = {}},
      {.layout = "(8,64):(64,1)", .dtype = "f16"},
      {.layout = "((2,2),(2,3)):((2,12),(1,4))", .dtype = "f32"},
      {.layout = "Sw<3,3,3> o 0 o (8,64):(64,1)", .dtype = "f16"},
      {.layout = "(4,4):(0,1)", .dtype = "f16"},
      {.layout = "4:-1", .dtype = "f16"},
      {.layout = "{offset: [[1,0],[0,1],[0,2]]} -> {dim0: 2, dim1: 4}", .dtype = "f32"},
      {.layout = "{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}", .dtype = "f32"},
      {.layout = "{dim0: [[2],[8]], dim1: [[1],[4]]} -> {offset: 16}", .dtype = "f32"},
      {.layout = "{register: [[0,1],[0,2]], lane: [[1,0]]} -> {dim0: 2, dim1: 4}", .dtype = "f32"},
      {.layout = "{register: [[1,0]], lane: [[0,1]]} -> {dim1: 2, dim0: 2}", .dtype = "f32"},
      {.layout = "{register: [[0,1],[0,2]], lane: [[1,0]]} -> {dim0: 2, dim1: 4}",
       .dtype = "f32",
       .convention = "map"},
      {.layout = "((8,4,4),4):((64,1,4),16)",
       .dtype = "f32",
       .notation = "cute",
       .convention = "tv"},
      {.layout = "#ttg.blocked<{sizePerThread=[1,4],threadsPerWarp=[4,8],warpsPerCTA=[4,1],"
                 "order=[1,0]}>",
       .tensor = "tensor<16x32xf16>"},
      {.layout = "#ttg.swizzled_shared<{vec=8,perPhase=1,maxPhase=8,order=[1,0]}>",
       .tensor = "!ttg.memdesc<32x64xf16>"},
      {.layout = "NCHW16c", .tensor = "f32[1,32,7,7]"},
      {.layout = "shape=(2,3) strides=(12,4)", .notation = "torch"},
      {.layout = "memref<16x8xf32, strided<[8, 1], offset: 3>>"},
  };
  for (ConvertRequest request : requests) {
    request.to = "all";
    const Reply reply = convert(request);
    ASSERT_TRUE(reply.has_value()) << request.layout;
    for (const Json& result : reply->json["results"]) {
      EXPECT_EQ(result.contains("text"), result["exact"].get<bool>())
          << request.layout << " " << result.dump();
    }
  }
}

}  // namespace
}  // namespace tileglot::api
