// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/print.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace tileglot::api {
namespace {

std::string written(const std::string& name, const std::string& text) {
  const std::string path = ::testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

const std::string kModule = "ENTRY e { a = f32[4,8] parameter(0)  ROOT r = f32[4,8]{0,1} copy(a) }";

TEST(HloPrint, AModuleIsPrintedInThreeStyles) {
  const std::string path = written("print.hlo", kModule);
  const auto full = hlo_print({.path = path});
  ASSERT_TRUE(full.has_value());
  EXPECT_NE(full->text.find("ROOT %r = f32[4,8]{0,1} copy(%a)"), std::string::npos);
  const auto brief = hlo_print({.path = path, .style = "short"});
  EXPECT_NE(brief->text.find("ROOT r = f32[4,8]{0,1} copy(a)"), std::string::npos);
  EXPECT_EQ(hlo_print({.path = path, .style = "shrot"}).error()->code, "hlo.style");
}

TEST(HloPrint, TheTextGoesToAFile) {
  const std::string path = written("in.hlo", kModule);
  const std::string out = ::testing::TempDir() + "out.hlo";
  ASSERT_TRUE(hlo_print({.path = path, .output = out, .force = true}).has_value());
  std::stringstream read;
  read << std::ifstream(out).rdbuf();
  EXPECT_EQ(read.str(), hlo_print({.path = path})->text);
  EXPECT_EQ(hlo_print({.path = path, .output = out}).error()->code, "io.exists");
}

TEST(HloPrint, UnknownAttributesAreKeptIfAskedFor) {
  const std::string path =
      written("odd.hlo", "ENTRY e { ROOT a = f32[2] parameter(0), odd={1,{2}} }");
  EXPECT_EQ(hlo_print({.path = path}).error()->code, "hlo.attribute");
  const auto kept = hlo_print({.path = path, .lenient = true});
  ASSERT_TRUE(kept.has_value());
  EXPECT_NE(kept->text.find("parameter(0), odd={1,{2}}\n"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::api
