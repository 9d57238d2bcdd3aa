// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/pass.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/convert/offered_words.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

constexpr const char* kNegate =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
    "ENTRY e { p = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6]{0,1} negate(p) }\n";

HloPassRequest request(const std::string& text = kNegate) { return {.module = {.text = text}}; }

TEST(HloPass, APassIsAppliedToAModule) {
  HloPassRequest asked = request();
  asked.name = "layout-assignment";
  asked.target = "cpu";
  const Reply reply = hlo_pass(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_NE(reply->text.find("negate(%copy)"), std::string::npos) << reply->text;
  EXPECT_EQ(reply->json["passes"][0]["changes"], 2);
}

TEST(HloPass, LayoutsAreShownAfterEachPassOrAfterOne) {
  HloPassRequest asked = request();
  asked.dump_layouts = "";
  const Reply all = hlo_pass(asked);
  ASSERT_TRUE(all) << core::render(all.error());
  for (const char* name : {"reshape-decomposer: 0 changes\nno layout differs\n",
                           "move_copy_to_users: 0 changes\nno layout differs\n",
                           "layout_normalization: ", "reduction-layout-normalizer: "}) {
    EXPECT_NE(all->text.find(name), std::string::npos) << all->text;
  }
  EXPECT_EQ(all->text.find("layout-assignment"), std::string::npos);
  asked.dump_layouts = "after:layout_normalization";
  const Reply one = hlo_pass(asked);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->text.find("layout_normalization: "), 0U);
  EXPECT_NE(one->text.find("1 other instruction removed\n  %n = f32[4,6]{0,1} negate\n"),
            std::string::npos)
      << one->text;
}

TEST(HloPass, APassThatRewritesEverythingIsShownToo) {
  HloPassRequest asked = request("ENTRY e { ROOT i = f32[4,6]{0,1} iota(), iota_dimension=0 }");
  asked.name = "layout_normalization";
  asked.dump_layouts = "";
  const Reply reply = hlo_pass(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_NE(reply->text.find("%i = f32[4,6]{0,1} iota\n"), std::string::npos) << reply->text;
}

/// A copy of a tuple has no normal form.
TEST(HloPass, ACopyOfATupleIsLeft) {
  HloPassRequest asked = request(
      "ENTRY e { p = f32[4,6]{0,1} parameter(0) t = (f32[4,6]{0,1}) tuple(p) "
      "ROOT c = (f32[4,6]{0,1}) copy(t) }");
  asked.name = "layout_normalization";
  const Reply reply = hlo_pass(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_NE(reply->text.find("ROOT %c = (f32[4,6]{0,1}) copy("), std::string::npos) << reply->text;
}

TEST(HloPass, HelpListsThePassesAndTheirOrder) {
  EXPECT_NE(pass_list().find("  layout-assignment                 gives every array a layout"),
            std::string::npos)
      << pass_list();
  EXPECT_NE(pipeline_list().find("Passes on the CPU: sub-byte-size-setter, reshape-decomposer, "),
            std::string::npos)
      << pipeline_list();
  EXPECT_NE(pipeline_list().find("reshape-decomposer, move_copy_to_users+, layout_normalization"),
            std::string::npos);
}

TEST(HloPass, TheTargetDecidesWhichPassesRun) {
  HloPassRequest asked = request();
  asked.target = "cpu";
  const Reply reply = hlo_pass(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->json["passes"].size(), 5U);
  asked.dump_layouts = "after:layout_normalization";
  EXPECT_EQ(hlo_pass(asked).error()->message, "the pass layout_normalization is not run");
}

TEST(HloPass, BadInputIsRefused) {
  HloPassRequest asked = request();
  asked.name = "layout-asignment";
  const Reply unknown = hlo_pass(asked);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error()->code, "hlo.pass");
  asked.name = "layout-assignment";
  asked.dump_layouts = "after:layout_normalization";
  EXPECT_EQ(hlo_pass(asked).error()->message, "the pass layout_normalization is not run");
  asked.dump_layouts = "after:nobody";
  EXPECT_EQ(hlo_pass(asked).error()->code, "hlo.pass");
  asked = request();
  asked.target = "tpu";
  EXPECT_EQ(hlo_pass(asked).error()->code, "target.kind");
}

TEST(HloPass, WithoutAssignedLayoutsNothingIsNormalized) {
  const Reply reply =
      hlo_pass(request("ENTRY e { p = f32[2,3]{1,0} parameter(0) q = f32[2,3]{0,1} parameter(1)"
                       " ROOT r = f32[2,3]{1,0} add(p, q) }"));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error()->code, "hlo.layouts");
}

}  // namespace
}  // namespace tileglot::api
