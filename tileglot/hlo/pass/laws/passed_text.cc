// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/passed_text.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

std::string message_of(const core::Status& status) {
  return status ? std::string() : status.error()->code + ": " + status.error()->message;
}

std::string entry_lines(const Module& module) {
  std::istringstream text(print(module, PrintStyle::kShort));
  std::string result;
  bool is_entry = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("ENTRY")) {
      is_entry = true;
    } else if (is_entry && line.starts_with("  ")) {
      result += line.substr(2) + "\n";
    }
  }
  return result;
}

}  // namespace

std::string passed(std::string_view pass, std::string_view text) {
  Module module = parsed_module(text);
  if (!module.has_entry()) return {};
  EXPECT_EQ(message_of(verify(module)), "") << text;
  const ModulePass found = *find_module_pass(pass);
  const auto changes = found.apply(module, *gpu_policy(90));
  if (!changes) return changes.error()->code;
  EXPECT_EQ(message_of(verify(module)), "") << print(module);
  EXPECT_EQ(message_of(found.check(module)), "") << print(module);
  return entry_lines(module);
}

}  // namespace tileglot::hlo::pass
