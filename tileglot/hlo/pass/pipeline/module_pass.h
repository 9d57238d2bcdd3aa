// SPDX-License-Identifier: Apache-2.0
// module_pass.h: the available passes, by the names that XLA gives them.
//
// What     A ModulePass rewrites a module for a platform, returns how many instructions it rewrote
//          or inserted, and can check what is true of a module once it has run. find_module_pass
//          looks one up.
// Why      One list serves commands, `eval` and tests; passes are functions, and this is all that
//          they have in common.
// Example  find_module_pass("layout-assignment")->apply(module, *cpu_policy()) assigns layouts, and
//          ->check(module) holds.
//          [tests: hlo/pass/pipeline/module_pass_test.cc, "a pass is found by its name"]
// Errors   hlo.pass, with the available names.
// Source   XLA, HloPassInterface::name; spellings differ there too.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {

struct ModulePass {
  std::string_view name = {};
  std::string_view purpose = {};  ///< a verb phrase
  /// Precondition: verify(module). After an error the module must not be used.
  core::Result<std::size_t> (*apply)(Module& module, const LayoutPolicy& policy) = nullptr;
  /// Checks what holds afterwards.
  core::Status (*check)(const Module& module) = nullptr;
};

/// In the order in which XLA runs them.
std::span<const ModulePass> module_passes();

core::Result<ModulePass> find_module_pass(std::string_view name);

}  // namespace tileglot::hlo::pass
