// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/print.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/input/module_text.h"

namespace tileglot::api {
namespace {

const std::string kModule = "ENTRY e { a = f32[4,8] parameter(0)  ROOT r = f32[4,8]{0,1} copy(a) }";

TEST(HloPrint, AModuleIsPrintedInThreeStyles) {
  const ModuleText module{.text = kModule};
  const auto full = hlo_print({.module = module});
  ASSERT_TRUE(full.has_value());
  EXPECT_NE(full->text.find("ROOT %r = f32[4,8]{0,1} copy(%a)"), std::string::npos);
  const auto brief = hlo_print({.module = module, .style = "short"});
  EXPECT_NE(brief->text.find("ROOT r = f32[4,8]{0,1} copy(a)"), std::string::npos);
  EXPECT_EQ(hlo_print({.module = module, .style = "shrot"}).error()->code, "hlo.style");
}

TEST(HloPrint, UnknownAttributesAreKeptIfAskedFor) {
  const ModuleText odd{.text = "ENTRY e { ROOT a = f32[2] parameter(0), odd={1,{2}} }"};
  EXPECT_EQ(hlo_print({.module = odd}).error()->code, "hlo.attribute");
  const auto kept = hlo_print({.module = odd, .lenient = true});
  ASSERT_TRUE(kept.has_value());
  EXPECT_NE(kept->text.find("parameter(0), odd={1,{2}}\n"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::api
