// SPDX-License-Identifier: Apache-2.0
// hlo/compile.h: `tileglot hlo compile MODULE`.
//
// What     Takes a module from the layouts that its caller requests to the layouts that its
//          arguments and results have at run time: modes (options before attributes before the
//          entry layout), sharded layouts, layout assignment, the passes after it. The answer is a
//          line for each argument and result: mode, layout, what each device has, and the layout as
//          runtimes pass it on, as text and as LayoutProto in hexadecimal digits.
// Why      A program that loads weights into a compiled module needs the layouts it expects.
// Example  negate of f32[4,6] with --arg-layout {0,1}: argument 0 has mode {0,1}, layout {0,1},
//          wire 0a020001800101.
//          [tests: hlo/compile_test.cc, "each argument has a mode and a layout"]
// Errors   Those of hlo/parse.h, layout_options.h, layout_strategy.h, target_policy.h and hlo/pass;
//          hlo.representation; hlo.partitioned; hlo.alias.
#pragma once

#include <string>
#include <vector>

#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api {

struct HloCompileRequest {
  ModuleText module = {};
  std::string target = "cpu";
  std::vector<std::string> xla_flags = {};  ///< `xla_gpu_force_conv_nhwc=true`
  StrategyChoice strategy = {};
  std::string representation = "row-major";        ///< the caller's default layout; or tpu
  std::vector<std::string> argument_layouts = {};  ///< `1={0,1}`, or `auto` for all
  std::vector<std::string> result_layouts = {};    ///< likewise
  bool report = false;                             ///< what layout assignment did
  bool lenient = false;                            ///< keeps unknown attributes
  Terminal terminal = {};                          ///< where the report is shown
  std::string partitioned = "auto";  ///< whether the shapes are one device's: auto, yes or no
};

/// Refuses what is wrong whatever the module is.
core::Status check_options(const HloCompileRequest& request);

struct CompiledHlo {
  hlo::Module module = {};
  Json runtime_layouts = {};  ///< as in compile_report.h
  Answer answer = {};
};

core::Result<CompiledHlo> compiled_hlo(const HloCompileRequest& request);
Reply hlo_compile(const HloCompileRequest& request);

}  // namespace tileglot::api
