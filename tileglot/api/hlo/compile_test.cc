// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/compile.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

constexpr const char* kNegate =
    "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }\n";

HloCompileRequest request(const std::string& text = kNegate) {
  return {.module = {.name = "'m.hlo'", .text = text}};
}

/// The code of the error, or "none".
std::string code(const HloCompileRequest& request) {
  const Reply reply = hlo_compile(request);
  return reply ? "none" : reply.error()->code;
}

TEST(HloCompile, EachArgumentHasAModeAndALayout) {
  HloCompileRequest asked = request();
  asked.argument_layouts = {"0={0,1}"};
  const Reply reply = hlo_compile(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->text,
            "'m.hlo' for cpu: 3 instructions, 1 copy moves 96 B\n"
            "                           mode            shape          at run time  LayoutProto\n"
            "  argument 0  parameter p  {0,1} (option)  f32[4,6]{0,1}  {0,1}        "
            "0a020001800101\n"
            "  result 0    result       default         f32[4,6]{1,0}  {1,0}        "
            "0a020100800101  reported as default\n");
  const Json& json = reply->json;
  EXPECT_EQ(json["entry_layout"], "{(f32[4,6]{0,1})->f32[4,6]{1,0}}");
  EXPECT_EQ(
      json["arguments"][0].dump(),
      R"({"value":"parameter p","shape":"f32[4,6]{0,1}","source":"option","sharding":null,)"
      R"("allocated":"f32[4,6]{0,1}","mode":"{0,1}","layout":"{0,1}","wire":"0a020001800101"})");
  EXPECT_TRUE(json["results"][0]["reported"].is_null());
}

TEST(HloCompile, AResultThatSomeoneChoseIsReported) {
  HloCompileRequest asked = request();
  asked.result_layouts = {"auto"};
  EXPECT_EQ(hlo_compile(asked)->json["results"][0]["reported"], "{1,0}");
}

TEST(HloCompile, AnOptionGoesBeforeAnAttribute) {
  HloCompileRequest asked = request(
      std::string("HloModule m, frontend_attributes={arg_layout_modes=\"{0,1}\"}\n") + kNegate);
  EXPECT_EQ(hlo_compile(asked)->json["arguments"][0]["source"], "attribute");
  asked.argument_layouts = {"{1,0}"};
  const Reply reply = hlo_compile(asked);
  EXPECT_EQ(reply->json["arguments"][0]["layout"], "{1,0}");
  EXPECT_EQ(reply->note, "note: argument 0 is {1,0}, but attribute says {0,1}\n");
}

TEST(HloCompile, EachDeviceHasATile) {
  HloCompileRequest asked = request(
      "ENTRY e { p = bf16[10,256] parameter(0), sharding={devices=[4,1]<=[4]}"
      " ROOT n = bf16[10,256] negate(p) }");
  asked.representation = "tpu";
  const Reply reply = hlo_compile(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->json["devices"], 4);
  EXPECT_EQ(reply->json["arguments"][0]["allocated"], "bf16[3,256]{1,0:T(4,128)(2,1)}");
  EXPECT_EQ(reply->json["results"][0]["layout"], "{1,0:T(8,128)(2,1)}");
}

TEST(HloCompile, AWrongAttributeIsShownAtItsPlace) {
  const Reply reply = hlo_compile(
      request(std::string("HloModule m, frontend_attributes={arg_layout_modes=\"auto;auto\"}\n") +
              kNegate));
  ASSERT_FALSE(reply);
  EXPECT_EQ(core::render(reply.error()),
            "error[xla.mode_count]: arg_layout_modes: the number of values is 1, and the number of "
            "entries in 'auto;auto' is 2\n"
            "  1 | {arg_layout_modes=\"auto;auto\"}\n"
            "    |                    ^^^^^^^^^\n"
            "  help: write one for each value, joined by ;\n");
}

TEST(HloCompile, StrategiesAndRepresentationsHaveNames) {
  HloCompileRequest asked = request();
  asked.strategy.strategy = "xla";
  EXPECT_EQ(code(asked), "none");
  asked.strategy.strategy = "xlaa";
  EXPECT_EQ(code(asked), "hlo.strategy");
  asked = request();
  asked.representation = "column-major";
  EXPECT_EQ(code(asked), "hlo.representation");
  asked = request();
  asked.target = "tpu";
  EXPECT_EQ(code(asked), "target.kind");
}

TEST(HloCompile, WhoSharesMemoryMayNotLieDifferently) {
  HloCompileRequest asked =
      request(std::string("HloModule m, input_output_alias={ {}: (0, {}) }\n") + kNegate);
  asked.argument_layouts = {"0={0,1}"};
  const Reply reply = hlo_compile(asked);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error()->message,
            "parameter p and result share memory, but are to have the layouts {0,1} and {1,0}");
  asked.result_layouts = {"auto"};
  EXPECT_EQ(hlo_compile(asked)->json["results"][0]["layout"], "{0,1}");
}

}  // namespace
}  // namespace tileglot::api
