// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/diff.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

constexpr const char* kNegate =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
    "ENTRY e { p = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6] negate(p) }\n";

TEST(HloDiff, AModuleAndWhatAPassMadeOfIt) {
  const ModuleText before{.text = kNegate};
  const Reply assigned = hlo_assign({.module = before});
  ASSERT_TRUE(assigned);
  const Reply reply = hlo_diff({.before = before, .after = {.text = assigned->text}});
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->exit_code, kNo);
  EXPECT_EQ(reply->text,
            "2 copies inserted\n"
            "  %copy = f32[4,6]{1,0} of %p {0,1}\n"
            "  %copy.1 = f32[4,6]{0,1} of %n {1,0}\n");
  EXPECT_EQ(reply->json["copies"][0]["operand"], "p");
  const Reply same = hlo_diff({.before = before, .after = before});
  ASSERT_TRUE(same);
  EXPECT_EQ(same->exit_code, kYes);
  EXPECT_EQ(same->text, "no layout differs\n");
}

TEST(HloDiff, BadInputIsRefused) {
  const auto code = [](const std::string& after) {
    return hlo_diff({.before = {.text = kNegate}, .after = {.text = after}}).error()->code;
  };
  EXPECT_EQ(code("ENTRY f { ROOT z = f32[] constant(0) }"), "hlo.unrelated");
  EXPECT_EQ(code("ENTRY e { p = "), "hlo.syntax");
}

}  // namespace
}  // namespace tileglot::api
