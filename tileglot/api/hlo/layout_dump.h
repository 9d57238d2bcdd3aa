// SPDX-License-Identifier: Apache-2.0
// layout_dump.h: after which pass `--dump-layouts[=after:PASS]` prints what happened to layouts.
//
// What     dumped_pass reads the option's value against the passes that will run.
// Why      `hlo assign`, `hlo pass` and `hlo normalize` have the option alike.
// Example  "after:move_copy_to_users" while hlo normalize runs is that pass; "" is nothing: every one.
//          [tests: hlo/pass_test.cc, "layouts are shown after each pass or after one"]
// Errors   hlo.pass where there is no such pass or it is not run.
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
