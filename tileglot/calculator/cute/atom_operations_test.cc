// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/calculator/cute/operations.h"
#include "tileglot/calculator/operation/value.h"

namespace tileglot::calculator {
namespace {

std::string error_of(const std::string& operation, const std::vector<std::string>& arguments) {
  const auto answer = cute_operations().apply(operation, arguments);
  if (answer) return "answered";
  return answer.error()->code + ": " + answer.error()->message + " / " + answer.error()->help;
}

Json json_of(const std::string& operation, const std::vector<std::string>& arguments) {
  const auto answer = cute_operations().apply(operation, arguments);
  EXPECT_TRUE(answer.has_value()) << operation;
  return answer ? std::get<Json>(*answer) : Json();
}

TEST(AtomOperations, ATargetHasItsInstructions) {
  const Json turing = json_of("atoms", {"f16", "f16", "f32", "sm_75"});
  std::vector<std::string> names;
  for (const Json& row : turing["atoms"]) names.push_back(row["op"].get<std::string>());
  EXPECT_NE(std::find(names.begin(), names.end(), "SM75_16x8x8_F32F16F16F32_TN"), names.end());
  for (const Json& row : turing["atoms"]) EXPECT_LE(row["arch"].get<int>(), 75);
  const Json hopper = json_of("atoms", {"half_t", "f16", "float", "sm_90"});
  bool has_wgmma = false;
  for (const Json& row : hopper["atoms"]) {
    if (row["operands"] != "SS") continue;
    has_wgmma = true;
    EXPECT_EQ(row["n"], (Json{{"from", 8}, {"to", 256}, {"by", 8}}));
    EXPECT_EQ(row["threads"], 128);
  }
  EXPECT_TRUE(has_wgmma);
  EXPECT_EQ(json_of("atoms", {"bfloat16", "bf16", "float32", "sm_90"}),
            json_of("atoms", {"bf16", "bf16", "f32", "sm_90"}));
  EXPECT_EQ(json_of("atoms", {"float8_e4m3fn", "f8e5m2", "f32", "sm_90"}),
            json_of("atoms", {"e4m3", "e5m2", "f32", "sm_90"}));
}

TEST(AtomOperations, ATargetIsWrittenInAnyWay) {
  const Json hopper = json_of("copy_atoms", {"sm_90"});
  for (const std::string text : {"sm_90a", "SM90", "90", "gpu:sm_90"}) {
    EXPECT_EQ(json_of("copy_atoms", {text}), hopper) << text;
  }
  EXPECT_EQ(error_of("mma_atoms", {"h100"}),
            "target.name: 'h100' is not a GPU / write sm_90 for it");
  for (const std::string text : {"cpu", "tpu", "gpu", "", "sm_90b", "sm_sm90"}) {
    EXPECT_EQ(error_of("mma_atoms", {text}), "target.name: '" + text +
                                                 "' is not a GPU / name a GPU, as in sm_90 for an "
                                                 "H100");
  }
  EXPECT_EQ(error_of("mma_atoms", {"sm_95"}).substr(0, 53),
            "target.name: no GPU has the architecture sm_95 / the ");
}

TEST(AtomOperations, TypesThatATargetDoesNotMultiplyAreRefused) {
  EXPECT_EQ(error_of("atoms", {"f16", "e4m3", "f32", "sm_80"}).substr(0, 75),
            "cute.atom: no instruction of sm_80 multiplies f16 by e4m3 into f32 / with f");
  EXPECT_EQ(error_of("atoms", {"f61", "f16", "f32", "sm_80"}).substr(0, 50),
            "cute.atom: 'f61' is not a type of an instruction /");
}

TEST(AtomOperations, OperandsInMemoryHaveNoFragment) {
  EXPECT_EQ(
      error_of("partition_fragment_B", {"SM90_64x64x16_F32F16F16_SS", "(1,1,1)", "0", "(64,32)"}),
      "cute.tiled: operand B of SM90_64x64x16_F32F16F16_SS is in shared memory, not in "
      "registers / smem_descriptor(layout, type) gives the descriptor that it is read by");
  EXPECT_EQ(error_of("partition_fragment_C",
                     {"tcgen05 m128n64k16 f32.f16.f16", "(1,1,1)", "0", "(128,64)"})
                .substr(0, 23),
            "cute.tiled: operand C o");
}

TEST(AtomOperations, ACopyThatIsNotOfTheMmasThreadsIsRefused) {
  EXPECT_EQ(error_of("make_tiled_copy_B",
                     {"SM75_U32x4_LDSM_N", "16", "SM80_16x8x16_F32F16F16F32_TN", "(1,1,1)"})
                .substr(0, 10),
            "cute.tiled");
  EXPECT_EQ(error_of("retile_A", {"SM75_U32x4_LDSM_N", "16", "SM80_16x8x16_F32F16F16F32_TN",
                                  "(1,1,1)", "(8,2)"})
                .substr(0, 10),
            "cute.tiled");
}

}  // namespace
}  // namespace tileglot::calculator
