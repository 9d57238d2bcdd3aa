// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/default_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string default_of(std::string_view text) {
  const auto layout = default_layout(*parse_shape(text));
  return layout ? print(*layout) : layout.error()->code;
}

TEST(DefaultLayout, AnArrayIsRowMajor) {
  EXPECT_EQ(default_of("f32[10,20,30]{0,1,2:T(2)}"), "{2,1,0}");
  EXPECT_EQ(default_of("f32[]"), "{}");
  EXPECT_EQ(default_of("b(f32[2,3]{0,1})"), "{1,0}");
  EXPECT_EQ(default_of("token[]"), "{}");
  EXPECT_EQ(default_of("opaque[]"), "{}");
  EXPECT_EQ(default_of("(f32[2])"), "xla.not_array");
}

TEST(DefaultLayout, OnlyTheOrderIsSet) {
  const Shape shape = *parse_shape("(f32[2,3]{0,1:S(1)}, token[], (b(s8[4,5]{0,1})))");
  EXPECT_EQ(print(with_default_layout(shape)), "(f32[2,3]{1,0:S(1)}, token[], (b(s8[4,5]{1,0})))");
  EXPECT_EQ(print(with_default_layout(clear_layout(shape))),
            "(f32[2,3]{1,0}, token[], (b(s8[4,5]{1,0})))");
}

}  // namespace
}  // namespace tileglot::notation::xla
