// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "tileglot/core/law.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/any_module.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/hlo/text/same_module.h"

namespace tileglot::hlo {
namespace {

void expect_reads_back(const Module& module) {
  const std::string text = print(module);
  const auto again = parse_module(text);
  RC_ASSERT((again ? std::string() : core::render(core::with_line(again.error(), text))) == "");
  RC_ASSERT(difference(module, *again) == "");
  RC_ASSERT(print(*again) == text);
}

TEST(Text, WhatIsPrintedIsReadBack) {
  core::check_law("hlo_text_round_trip", 5000,
                  [] { expect_reads_back(any_module({.random_layouts = true})); });
}

TEST(Text, XlasTextIsReadBackToo) {
  core::check_law("hlo_xla_text_round_trip", 2000, [] {
    const Module module = any_module({.random_layouts = true});
    for (const PrintStyle style : {PrintStyle::kXla, PrintStyle::kShort}) {
      const std::string text = print(module, style);
      const auto again = parse_module(text);
      RC_ASSERT((again ? std::string() : core::render(core::with_line(again.error(), text))) == "");
      RC_ASSERT(print(*again, style) == text);
    }
  });
}

}  // namespace
}  // namespace tileglot::hlo
