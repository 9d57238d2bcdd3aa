// SPDX-License-Identifier: Apache-2.0
// hlo/xla_flags.h: XLA's debug options that change layouts.
//
// What     gpu_flags reads texts such as `xla_gpu_force_conv_nhwc=true`, as --xla-flag or the
//          variable XLA_FLAGS has them: with or without `--`, several in one text between blanks. A
//          flag without a value is true; the last of several counts. xla_flag_list describes all.
// Why      A module that was compiled with such an option has other layouts.
// Example  --xla_gpu_force_conv_nhwc and xla_gpu_force_conv_nhwc=true are the same.
//          [tests: hlo/xla_flags_test.cc, "flags are read as XLA_FLAGS has them"]
// Errors   hlo.xla_flag (not a flag that changes layouts, or a value that is not true or false).
// Source   XLA, GpuLayoutAssignment and xla.proto's DebugOptions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::api {

core::Result<hlo::pass::GpuFlags> gpu_flags(std::span<const std::string> texts);

std::vector<std::string> xla_flag_names();
/// One line for each: its name and what it does.
std::string xla_flag_list();

}  // namespace tileglot::api
