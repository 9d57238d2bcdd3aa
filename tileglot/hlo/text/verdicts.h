// SPDX-License-Identifier: Apache-2.0
// verdicts.h: what the verifier says of modules, for tests of its checks.
//
// What     verdict(text) is empty for a sound module; else the function of XLA's verifier that
//          refuses it, as hlo-verifier.md lists them, or what went wrong before.
// Why      Each check has a module that fails it alone.
// Example  verdict("HloModule m ENTRY e { ROOT p = f32[] parameter(0) }") is "".
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tileglot::hlo {

struct VerifyCase {
  std::string_view check = {};  ///< the verdict
  std::string_view text = {};
};

std::string verdict(std::string_view text);

void expect_verdicts(std::span<const VerifyCase> cases);

/// A computation that adds two f32[].
inline constexpr std::string_view kAddition =
    "add { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n";

/// Each after kAddition.
void expect_verdicts_with_add(std::span<const VerifyCase> cases);

}  // namespace tileglot::hlo
