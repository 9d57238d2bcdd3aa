// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/operand_json.h"

#include <gtest/gtest.h>

#include "tileglot/notation/cute/operand/find_operand.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/value/json.h"

namespace tileglot::value {
namespace {

namespace cute = notation::cute;

TEST(OperandJson, AnOperandHasTheFieldsOfItsDescriptor) {
  const auto layout = cute::parse_any_layout("Sw<3,3,3> o 0 o (64,64):(64,1)");
  const auto answer = cute::find_operand(*layout, cute::SmemMma::kWgmma, 16);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(operand_json(answer.operand, cute::SmemMma::kWgmma),
            (Json{{"canonical", true},
                  {"major", "K"},
                  {"swizzle", "128B"},
                  {"start_bytes", 0},
                  {"leading_bytes", nullptr},
                  {"stride_bytes", 1024},
                  {"alignment_bytes", 1024},
                  {"descriptor", "0x4000004000010000"},
                  {"instruction", {64, 16}},
                  {"instructions", {1, 4}}}));
}

}  // namespace
}  // namespace tileglot::value
