// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/text/ascii.h"

#include <gtest/gtest.h>

namespace tileglot::value {
namespace {

TEST(AsciiText, EachSymbolHasACharacter) {
  EXPECT_EQ(in_ascii("  ✓ pass – 16×32 → ✗ ◐ ─┼ █▌░ −12 % …"),
            "  + pass - 16x32 -> x ~ -+ ##. -12 % ...");
}

TEST(AsciiText, NamesStayAsTheyAre) {
  EXPECT_EQ(in_ascii("größe.safetensors"), "größe.safetensors");
  EXPECT_EQ(in_ascii("\xE2\x9C cut"), "\xE2\x9C cut");
  EXPECT_EQ(in_ascii(""), "");
}

}  // namespace
}  // namespace tileglot::value
