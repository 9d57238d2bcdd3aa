// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/opcode.h"

#include <gtest/gtest.h>

namespace tileglot::hlo {
namespace {

TEST(Opcode, EveryNameReadsBackAsItsOperation) {
  for (const OpcodeRow& row : opcodes()) EXPECT_EQ(opcode_named(row.name), row.opcode) << row.name;
  EXPECT_EQ(opcode_named("optimization-barrier"), std::nullopt);
  EXPECT_EQ(name_of(Opcode::kGetTupleElement), "get-tuple-element");
  EXPECT_EQ(name_of(Opcode::kExponentialMinusOne), "exponential-minus-one");
}

TEST(Opcode, OperandsAreCounted) {
  EXPECT_EQ(row_of(Opcode::kGetTupleElement).min_operands, 1U);
  EXPECT_EQ(row_of(Opcode::kGetTupleElement).max_operands, 1U);
  EXPECT_EQ(row_of(Opcode::kConcatenate).min_operands, 1U);
  EXPECT_EQ(row_of(Opcode::kConcatenate).max_operands, std::nullopt);
}

TEST(Opcode, ElementwiseOperationsKeepTheirPlace) {
  EXPECT_TRUE(is_elementwise(Opcode::kAdd));
  EXPECT_TRUE(is_elementwise(Opcode::kClamp));
  EXPECT_FALSE(is_elementwise(Opcode::kTranspose));
  EXPECT_FALSE(is_elementwise(Opcode::kBitcastConvert));
}

}  // namespace
}  // namespace tileglot::hlo
