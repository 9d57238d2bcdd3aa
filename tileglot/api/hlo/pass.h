// SPDX-License-Identifier: Apache-2.0
// hlo/pass.h: `tileglot hlo pass NAME MODULE` and `tileglot hlo normalize MODULE`.
//
// What     Applies the pass of a given name in XLA, or the pipeline of the target that follows
//          layout assignment (hlo/pass/pipeline/pipeline.h), and prints the module. dump_layouts
//          prints what each pass did to layouts instead: after every pass, or after the one named by
//          `after:NAME`.
// Why      A pass is best understood by what it does to one module.
// Example  `layout-assignment` of a negate whose entry layout is {0,1}: two copies.
//          [tests: hlo/pass_test.cc, "a pass is applied to a module"]
// Errors   Those of hlo/parse.h and target_policy.h, hlo.pass, hlo.verify, and those of the pass;
//          hlo.layouts where normalize gets a module without assigned layouts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/hlo/changed_module.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct HloPassRequest {
  ModuleText module = {};
  std::optional<std::string> name = {};  ///< nothing: all passes after layout assignment
  std::string target = "gpu:sm_90";
  std::vector<std::string> xla_flags = {};       ///< `xla_gpu_force_conv_nhwc=true`
  std::optional<std::string> dump_layouts = {};  ///< empty: after every pass; or "after:NAME"
  bool lenient = false;                          ///< keeps unknown attributes
};

/// Refuses what is wrong whatever the module is.
core::Status check_options(const HloPassRequest& request);

core::Result<ChangedModule> changed_module(const HloPassRequest& request);
Reply hlo_pass(const HloPassRequest& request);

}  // namespace tileglot::api
