// SPDX-License-Identifier: Apache-2.0
// target_policy.h: the layout-assignment rules of a target.
//
// Example  target_policy("gpu:sm_90") is that of GPUs of compute capability 90.
//          [tests: hlo/assign_test.cc, "targets without a policy are refused"]
// Errors   target.name; target.kind for targets whose rules are unknown: tpu, and gpu without a
//          compute capability; hlo.xla_flag for options of GPUs on another target, and those of
//          xla_flags.h.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::api {

/// `flags` are XLA's options, as xla_flags.h reads them.
core::Result<std::unique_ptr<hlo::pass::LayoutPolicy>> target_policy(
    std::string_view target, std::span<const std::string> flags = {});

}  // namespace tileglot::api
