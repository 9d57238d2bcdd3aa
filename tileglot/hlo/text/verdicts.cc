// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/verdicts.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo {
std::string verdict(std::string_view text) {
  const auto module = parse_module(text);
  if (!module) return "not read: " + module.error()->message;
  const auto status = verify(*module);
  if (status) return "";
  constexpr std::string_view kCited = "XLA's verifier refuses it in ";
  const std::string& help = status.error()->help;
  return help.starts_with(kCited) ? help.substr(kCited.size()) : status.error()->message;
}

void expect_verdicts(std::span<const VerifyCase> cases) {
  for (const auto& [check, text] : cases) EXPECT_EQ(verdict(text), check) << text;
}

void expect_verdicts_with_add(std::span<const VerifyCase> cases) {
  for (const auto& [check, rest] : cases) {
    const std::string text = std::string(kAddition).append(rest);
    EXPECT_EQ(verdict(text), check) << text;
  }
}

}  // namespace tileglot::hlo
