// SPDX-License-Identifier: Apache-2.0
// module_pass.h: the passes there are, by the names that XLA gives them.
//
// What     A ModulePass rewrites a module for a platform, answers how many instructions it rewrote or
//          inserted, and can check what is true of a module once it has run. find_module_pass looks one
//          up.
// Why      One list serves commands, `eval` and tests; a pass is a function, and this is all that it has
//          in common with others.
// Example  find_module_pass("layout-assignment")->apply(module, *cpu_policy()) assigns layouts, and
//          ->check(module) holds.
//          [tests: hlo/pass/pipeline/module_pass_test.cc, "a pass is found by its name"]
// Errors   hlo.pass, with the names that there are.
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
  std::string_view purpose = {};  ///< half a sentence
  /// Precondition: verify(module). After an error the module is good for nothing.
  core::Result<std::size_t> (*apply)(Module& module, const LayoutPolicy& policy) = nullptr;
  /// What holds afterwards.
  core::Status (*check)(const Module& module) = nullptr;
};

/// In the order in which XLA runs them.
std::span<const ModulePass> module_passes();

core::Result<ModulePass> find_module_pass(std::string_view name);

}  // namespace tileglot::hlo::pass
