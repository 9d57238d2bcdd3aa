// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/normalized_module.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/normalize/layouts.h"
#include "tileglot/hlo/pass/normalize/normalized_invariant.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {

Normalized::Normalized(std::string_view text) {
  Module module = parsed_module(text);
  const auto sound = verify(module);
  EXPECT_TRUE(sound) << sound.error()->message;
  const auto changes = normalize_layouts(module);
  if (!changes) {
    error_ = changes.error()->code + ": " + changes.error()->message;
    return;
  }
  changes_ = *changes;
  text_ = print(module);
  const auto still_sound = verify(module);
  EXPECT_TRUE(still_sound) << still_sound.error()->message << "\n" << text_;
  const auto normal = check_layouts_normalized(module);
  EXPECT_TRUE(normal) << normal.error()->message << "\n" << text_;
}

std::string module_of(std::string_view entry, std::string_view others) {
  std::string text = "HloModule m\n";
  text += others;
  text += "ENTRY e {\n";
  text += entry;
  text += "\n}\n";
  return text;
}

}  // namespace tileglot::hlo::pass
