// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/set_element_sizes.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

constexpr const char* kPass = "sub-byte-size-setter";

TEST(SetElementSizes, SmallElementsArePackedAndNoOthers) {
  EXPECT_EQ(passed(kPass,
                   "ENTRY e { p = s4[4,6]{1,0} parameter(0) "
                   "ROOT c = bf16[4,6]{1,0:E(4)} convert(p) }"),
            "p = s4[4,6]{1,0:E(4)} parameter(0)\n"
            "ROOT c = bf16[4,6]{1,0} convert(p)\n");
  EXPECT_EQ(passed(kPass,
                   "ENTRY e { p = u2[8]{0} parameter(0) q = pred[8]{0:E(1)} parameter(1) "
                   "ROOT t = (u2[8]{0:T(4)}, (pred[8]{0})) custom-call(p, q), "
                   "custom_call_target=\"mine\" }"),
            "p = u2[8]{0:E(2)} parameter(0)\nq = pred[8]{0} parameter(1)\n"
            "ROOT t = (u2[8]{0:T(4)E(2)}, (pred[8]{0})) custom-call(p, q), "
            "custom_call_target=\"mine\"\n");
}

TEST(SetElementSizes, FusionsAndTheEntryLayoutAreIncluded) {
  Module module = parsed_module(
      "HloModule m, entry_computation_layout={(s4[4]{0}, s4[6])->s4[4]{0:E(8)}}\n"
      "fused { a = s4[4]{0} parameter(0) ROOT n = s4[4]{0} negate(a) }\n"
      "ENTRY e { p = s4[4]{0} parameter(0) q = s4[6] parameter(1) "
      "ROOT f = s4[4]{0} fusion(p), kind=kLoop, calls=fused }");
  const auto changes = set_element_sizes(module);
  ASSERT_TRUE(changes);
  EXPECT_EQ(*changes, 7U);
  EXPECT_TRUE(check_element_sizes_set(module));
  const std::string text = print(module);
  EXPECT_NE(text.find("{(s4[4]{0:E(4)}, s4[6])->s4[4]{0:E(4)}}"), std::string::npos) << text;
  EXPECT_NE(text.find("ROOT %n = s4[4]{0:E(4)} negate("), std::string::npos) << text;
  EXPECT_EQ(set_element_sizes(module), 0U);
}

TEST(SetElementSizes, ASizeThatIsNotTheTypesIsNoticed) {
  const auto code = [](const std::string& text) {
    const auto status = check_element_sizes_set(parsed_module(text));
    return status ? std::string() : status.error()->message;
  };
  EXPECT_EQ(code("ENTRY e { ROOT p = s4[4]{0} parameter(0) }"),
            "p states another size than its elements have");
  EXPECT_EQ(code("ENTRY e { ROOT p = s4[4]{0:E(4)} parameter(0) }"), "");
  EXPECT_EQ(code("HloModule m, entry_computation_layout={(s4[4]{0:E(4)})->s4[4]{0}}\n"
                 "ENTRY e { ROOT p = s4[4]{0:E(4)} parameter(0) }"),
            "the entry layout states another size than its elements have");
}

}  // namespace
}  // namespace tileglot::hlo::pass
