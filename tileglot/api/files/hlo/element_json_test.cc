// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/element_json.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::api::files {
namespace {

using notation::xla::PrimitiveType;

core::Result<hlo::run::Elements> read(PrimitiveType type, std::size_t n, const std::string& text) {
  return elements_from_json(type, n, Json::parse(text));
}

std::string there_and_back(PrimitiveType type, std::size_t n, const std::string& text) {
  const auto elements = read(type, n, text);
  return elements ? elements_to_json(*elements).dump() : elements.error()->message;
}

TEST(ElementJson, EveryTypeHasItsNumbers) {
  EXPECT_EQ(there_and_back(PrimitiveType::kF32, 3, "[1,\"inf\",0.1]"),
            "[1.0,\"inf\",0.10000000149011612]");
  EXPECT_EQ(there_and_back(PrimitiveType::kF64, 2, "[\"nan\",\"-inf\"]"), "[\"nan\",\"-inf\"]");
  EXPECT_EQ(there_and_back(PrimitiveType::kPred, 3, "[true,0,2]"), "[1,0,1]");
  EXPECT_EQ(there_and_back(PrimitiveType::kU64, 1, "[18446744073709551615]"),
            "[18446744073709551615]");
  EXPECT_EQ(there_and_back(PrimitiveType::kS64, 1, "[-9223372036854775808]"),
            "[-9223372036854775808]");
  EXPECT_EQ(there_and_back(PrimitiveType::kS32, 1, "[3.0]"), "[3]");
  EXPECT_EQ(there_and_back(PrimitiveType::kBf16, 1, "[1.001]"), "[1.0]");
  EXPECT_EQ(there_and_back(PrimitiveType::kC64, 2, "[[1,-2],3]"), "[[1.0,-2.0],[3.0,0.0]]");
}

TEST(ElementJson, WhatIsNotANumber) {
  EXPECT_EQ(there_and_back(PrimitiveType::kS32, 1, "[1.5]"), "1.5 is not s32");
  EXPECT_EQ(there_and_back(PrimitiveType::kF32, 1, "[\"one\"]"), "\"one\" is not f32");
  EXPECT_EQ(there_and_back(PrimitiveType::kC64, 1, "[[1,2,3]]"), "[1,2,3] is not c64");
  EXPECT_EQ(read(PrimitiveType::kF32, 2, "[1]").error()->code, "run.inputs");
  EXPECT_EQ(read(PrimitiveType::kF32, 2, "{}").error()->code, "run.inputs");
}

}  // namespace
}  // namespace tileglot::api::files
