// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/hex.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::notation::xla {
namespace {

TEST(Hex, BytesComeBack) {
  EXPECT_EQ(to_hex("\x0a\x0b"), "0a0b");
  EXPECT_EQ(*from_hex("0A 0b\n"), "\x0a\x0b");
  std::string all;
  for (int i = 0; i < 256; ++i) all.push_back(static_cast<char>(i));
  EXPECT_EQ(*from_hex(to_hex(all)), all);
}

TEST(Hex, WhatIsNotAByteIsPointedAt) {
  const auto odd = from_hex("0a0");
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error()->code, "wire.hex");
  EXPECT_EQ(odd.error()->span->begin, 2U);
  EXPECT_EQ(from_hex("0a g0").error()->span->begin, 3U);
  EXPECT_EQ(from_hex("0 a").error()->code, "wire.hex");
}

}  // namespace
}  // namespace tileglot::notation::xla
