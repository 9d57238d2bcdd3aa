// SPDX-License-Identifier: Apache-2.0
// hlo/compile.h: `tileglot hlo compile MODULE`.
//
// What     Takes a module from the layouts that its caller requests to the layouts that its
//          arguments and results have at run time: modes (options before attributes before the
//          entry layout), sharded layouts, layout assignment, the passes after it. The answer is a
//          line for each argument and result: mode, layout, what each device has, and the layout as
//          runtimes pass it on, as text and as LayoutProto in hexadecimal digits. With `run`, the
//          compiled module is evaluated on inputs that were moved into those layouts.
// Why      A program that loads weights into a compiled module needs the layouts it expects.
// Example  negate of f32[4,6] with --arg-layout {0,1}: argument 0 has mode {0,1}, layout {0,1},
//          wire 0a020001800101.
//          [tests: hlo/compile_test.cc, "each argument has a mode and a layout"]
// Errors   Those of hlo/file.h, layout_options.h, layout_strategy.h, target_policy.h, hlo/pass and
//          hlo/compile_run.h; hlo.representation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/hlo/compile_run.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

struct HloCompileRequest {
  std::string path = {};  ///< "-": stdin
  std::string target = "cpu";
  StrategyChoice strategy = {};
  std::string representation = "row-major";         ///< the caller's default layout; or tpu
  std::vector<std::string> argument_layouts = {};   ///< `1={0,1}`, or `auto` for all
  std::vector<std::string> result_layouts = {};     ///< likewise
  std::optional<std::string> output = {};           ///< the compiled module
  std::optional<std::string> runtime_layouts = {};  ///< a file of JSON
  bool report = false;                              ///< what layout assignment did
  std::optional<CompiledRunRequest> run = {};
  bool force = false;    ///< replaces existing outputs
  bool lenient = false;  ///< keeps unknown attributes
};

Reply hlo_compile(const HloCompileRequest& request);

}  // namespace tileglot::api
