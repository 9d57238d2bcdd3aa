// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/agreed_type.h"

#include <gtest/gtest.h>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::value {
namespace {

using enum core::ElementType;

TEST(AgreedType, TypesThatContradictOneAnother) {
  auto type = AgreedType::of_file({}, "'w.npy'", kBf16);
  ASSERT_TRUE(type.has_value());
  const auto status = type->agree_with(kF16, "f16[4,6]{0,1}");
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, "layout.type");
  EXPECT_EQ(status.error()->message,
            "--dtype says that the elements are bf16, and f16[4,6]{0,1} says f16");
  EXPECT_EQ(AgreedType::of_file(kF32, "'w.npy'", kS32).error()->message,
            "'w.npy' says that the elements are f32, and --dtype says s32");
}

TEST(AgreedType, TheFirstStatementCounts) {
  AgreedType type({}, "'w.npy'");
  EXPECT_TRUE(type.agree_with({}, "{0,1}").has_value());
  EXPECT_FALSE(type.type().has_value());
  EXPECT_TRUE(type.agree_with(kF32, "f32[4]{0}").has_value());
  EXPECT_TRUE(type.agree_with(kF32, "another").has_value());
  EXPECT_EQ(type.type(), kF32);
  EXPECT_EQ(type.agree_with(kU8, "u8[4]{0}").error()->message,
            "f32[4]{0} says that the elements are f32, and u8[4]{0} says u8");
}

TEST(AgreedType, ALayoutIsBeforeDtypeAndDtypeBeforeTheTensor) {
  const auto typed = bridge::parse_layout("f32[4,6]{1,0}");
  const auto untyped = bridge::parse_layout("(4,6):(6,1)");
  const bridge::Tensor tensor{.extents = {4, 6}, .type = kF16};
  EXPECT_EQ(agreed_type(*typed, {}, tensor).value(), kF32);
  EXPECT_EQ(agreed_type(*untyped, "bf16", tensor).value(), kBf16);
  EXPECT_EQ(agreed_type(*untyped, {}, tensor).value(), kF16);
  EXPECT_FALSE(agreed_type(*untyped, {}).value().has_value());
  EXPECT_EQ(agreed_type(*typed, "bf16").error()->code, "layout.type");
  EXPECT_EQ(agreed_type(*untyped, "f23").error()->code, "type.unknown");
}

}  // namespace
}  // namespace tileglot::value
