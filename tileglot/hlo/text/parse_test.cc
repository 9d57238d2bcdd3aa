// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/parse.h"

#include <gtest/gtest.h>

#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo {
namespace {

TEST(Parse, WhatIsLeftOutIsFilledIn) {
  const auto module = parse_module("ENTRY e { a = f32[2,3] parameter(0)  ROOT r = negate(a) }");
  ASSERT_TRUE(module.has_value()) << module.error()->message;
  EXPECT_EQ(print(*module, PrintStyle::kXla),
            "HloModule module_e, entry_computation_layout={(f32[2,3]{1,0})->f32[2,3]{1,0}}\n\n"
            "ENTRY %e (a: f32[2,3]) -> f32[2,3] {\n"
            "  %a = f32[2,3]{1,0} parameter(0)\n"
            "  ROOT %r = f32[2,3]{1,0} negate(%a)\n"
            "}\n");
}

}  // namespace
}  // namespace tileglot::hlo
