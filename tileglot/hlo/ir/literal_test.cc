// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/literal.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using notation::xla::PrimitiveType;

TEST(Literal, NumbersBecomeBytes) {
  const Literal two = make_literal(PrimitiveType::kS32, {2}, std::array{3.0, -1.0});
  ASSERT_EQ(two.bytes.size(), 8U);
  EXPECT_EQ(two.bytes[0], std::byte{3});
  EXPECT_EQ(two.bytes[7], std::byte{255});
  EXPECT_EQ(load_integer(PrimitiveType::kS32, element_at(two, 1)), -1);
}

TEST(Literal, AScalarHasOneElement) {
  EXPECT_EQ(element_count(zeros(PrimitiveType::kF32, {})), 1U);
  EXPECT_EQ(element_count(zeros(PrimitiveType::kF32, {2, 0})), 0U);
  const Literal half = make_literal(PrimitiveType::kBf16, {}, std::array{0.5});
  EXPECT_EQ(load_float(PrimitiveType::kBf16, element_at(half, 0)), 0.5);
}

}  // namespace
}  // namespace tileglot::hlo
