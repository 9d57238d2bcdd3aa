// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/change_element_type.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string changed(std::string_view text, PrimitiveType type) {
  const auto shape = change_element_type(*parse_shape(text), type);
  return shape ? print(*shape) : shape.error()->code;
}

std::string updated(std::string_view text, Packing packing) {
  return print(update_element_size(*parse_shape(text), packing));
}

// "packing goes with the type"
TEST(ChangeElementType, PackingGoesWithTheType) {
  EXPECT_EQ(changed("s4[3]{0:E(4)}", PrimitiveType::kU8), "u8[3]{0}");
  EXPECT_EQ(changed("s4[3]{0:E(4)}", PrimitiveType::kU4), "u4[3]{0:E(4)}");
  EXPECT_EQ(changed("s4[3]{0:E(4)}", PrimitiveType::kS2), "s2[3]{0:E(2)}");
  EXPECT_EQ(changed("s4[3]{0:E(4)}", PrimitiveType::kPred), "pred[3]{0}");
  EXPECT_EQ(changed("f32[3]{0:T(8)}", PrimitiveType::kU4), "u4[3]{0:T(8)}");
}

TEST(ChangeElementType, EveryArrayOfATupleChanges) {
  EXPECT_EQ(changed("(f32[3], b(s8[2]), token[])", PrimitiveType::kBf16),
            "(bf16[3]{0}, b(bf16[2]{0}), token[])");
  EXPECT_EQ(changed("f32[3]", PrimitiveType::kTuple), "xla.not_array");
}

TEST(ChangeElementType, NumbersBelowAByteArePackedOrNot) {
  EXPECT_EQ(updated("(s4[3], s8[3]{0:E(8)}, pred[2])", Packing::kBits),
            "(s4[3]{0:E(4)}, s8[3]{0}, pred[2]{0})");
  EXPECT_EQ(updated("s4[3]{0:E(4)}", Packing::kBytes), "s4[3]{0}");
}

}  // namespace
}  // namespace tileglot::notation::xla
