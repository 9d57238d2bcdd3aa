// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/packed_factor.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string factor(std::string_view text) {
  const auto result = packed_factor_for_1d_interleaved_array(*parse_shape(text));
  return result ? std::to_string(*result) : result.error()->code;
}

// "the third tile packs"
TEST(PackedFactor, TheThirdTilePacks) {
  EXPECT_EQ(factor("bf16[1024]{0:T(1024)(128)(2,1)}"), "2");
  EXPECT_EQ(factor("s8[1024]{0:T(1024)(128)(4,1)}"), "4");
}

TEST(PackedFactor, AnyOtherLayoutHasNone) {
  for (const char* text :
       {"f32[1024]", "bf16[1024]{0:T(1024)(128)}", "bf16[1024]{0:T(1024)(128)(2)}",
        "bf16[8,128]{1,0:T(8,128)(128)(2,1)}", "bf16[1024]{0:T(1024)(128)(2,1)(1)}",
        "bf16[1024]{0:T(1024)(128)(*,1)}", "f32[]"}) {
    EXPECT_EQ(factor(text), "xla.packed_factor") << text;
  }
  EXPECT_EQ(factor("token[]"), "xla.not_array");
}

}  // namespace
}  // namespace tileglot::notation::xla
