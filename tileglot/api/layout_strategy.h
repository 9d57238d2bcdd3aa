// SPDX-License-Identifier: Apache-2.0
// layout_strategy.h: how layouts are assigned, by the name that requests give it.
//
// Example  strategy_named("xla") assigns layouts as XLA does.
//          [tests: hlo_compile_test.cc, "strategies and representations have names"]
// Errors   hlo.strategy, with the names that there are.
#pragma once

#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/compile_module.h"

namespace tileglot::api {

std::span<const std::string_view> strategy_names();

core::Result<hlo::pass::AssignFn> strategy_named(std::string_view name);

}  // namespace tileglot::api
