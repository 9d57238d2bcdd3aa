// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/diff.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api {
namespace {

constexpr const char* kNegate =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
    "ENTRY e { p = f32[4,6]{0,1} parameter(0) ROOT n = f32[4,6] negate(p) }\n";

class HloDiff : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    std::string path = folder_.path() + "/" + name;
    io::write_text(path, text);
    return path;
  }
  io::TemporaryFolder folder_;
};

TEST_F(HloDiff, AModuleAndWhatAPassMadeOfIt) {
  const std::string before = file("before.hlo", kNegate);
  const Reply assigned = hlo_assign({.path = before});
  ASSERT_TRUE(assigned);
  const Reply reply = hlo_diff({.path = before, .after = file("after.hlo", assigned->text)});
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->exit_code, kNo);
  EXPECT_EQ(reply->text,
            "2 copies inserted\n"
            "  %copy = f32[4,6]{1,0} of %p {0,1}\n"
            "  %copy.1 = f32[4,6]{0,1} of %n {1,0}\n");
  EXPECT_EQ(reply->json["copies"][0]["operand"], "p");
  const Reply same = hlo_diff({.path = before, .after = before});
  ASSERT_TRUE(same);
  EXPECT_EQ(same->exit_code, kYes);
  EXPECT_EQ(same->text, "no layout differs\n");
}

TEST_F(HloDiff, BadInputIsRefused) {
  const std::string before = file("before.hlo", kNegate);
  const auto code = [&](const std::string& after) {
    return hlo_diff({.path = before, .after = after}).error()->code;
  };
  EXPECT_EQ(code(file("other.hlo", "ENTRY f { ROOT z = f32[] constant(0) }")), "hlo.unrelated");
  EXPECT_EQ(code(folder_.path() + "/no.hlo"), "io.not_found");
  EXPECT_EQ(code(file("broken.hlo", "ENTRY e { p = ")), "hlo.syntax");
}

}  // namespace
}  // namespace tileglot::api
