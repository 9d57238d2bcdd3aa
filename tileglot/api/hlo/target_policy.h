// SPDX-License-Identifier: Apache-2.0
// target_policy.h: the layout-assignment rules of a target.
//
// Example  target_policy("gpu:sm_90") is that of GPUs of compute capability 90.
//          [tests: hlo/assign_test.cc, "targets without a policy are refused"]
// Errors   target.name; target.kind for targets whose rules are unknown: tpu, and gpu without a
//          compute capability.
#pragma once

#include <memory>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::api {

core::Result<std::unique_ptr<hlo::pass::LayoutPolicy>> target_policy(std::string_view target);

}  // namespace tileglot::api
