// SPDX-License-Identifier: Apache-2.0
// layout_dump.h: the passes after which `--dump-layouts[=after:PASS]` prints changes of layouts.
//
// What     dumped_pass reads the option's value against the passes that will run.
// Why      `hlo assign`, `hlo pass` and `hlo normalize` share the option.
// Example  "after:move_copy_to_users" during hlo normalize is that pass; "" is nothing: every pass.
//          [tests: hlo/pass_test.cc, "layouts are shown after each pass or after one"]
// Errors   hlo.pass if there is no such pass or it does not run.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"

namespace tileglot::api {

core::Result<std::optional<std::string_view>> dumped_pass(
    std::string_view value, std::span<const hlo::pass::ModulePass> run);

}  // namespace tileglot::api
