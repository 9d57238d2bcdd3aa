// SPDX-License-Identifier: Apache-2.0
// hlo/assign.h: `tileglot hlo assign FILE` and the operation hlo.assign.
//
// What     Assigns layouts to a module as XLA does for a target, or so that the fewest bytes move
//          (--strategy optimal, hlo/optimal/assign_optimal.h), and answers with the module, with an
//          explanation (every inserted copy, one instruction, or a table of what was done), or with
//          what happened to layouts (dump_layouts).
// Why      This pass decides where a compiled model has copies, and XLA does not say why.
// Example  hlo assign --target cpu of negate(p), p {0,1}, result {0,1}: two copies, p to {1,0} and
//          the result back.
//          [tests: hlo/assign_test.cc, "a module is assigned for a target"]
//          hlo assign --target gpu:sm_90 --strategy optimal of a sum over the middle of a parameter
//          whose layout is open: no copy where XLA makes one.
//          [tests: hlo/assign_test.cc, "the optimal strategy moves less and says so"]
// Errors   Those of hlo/parse.h, hlo/pass, hlo/optimal, target_policy.h and layout_dump.h;
//          hlo.no_instruction; hlo.strategy. A failing solver is reported in a note; the answer is
//          then the best known without it, at worst XLA's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/hlo/changed_module.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct HloAssignRequest {
  ModuleText module = {};
  std::string target = "cpu";               ///< cpu or gpu:sm_90
  std::vector<std::string> xla_flags = {};  ///< `xla_gpu_force_conv_nhwc=true`
  StrategyChoice strategy = {};
  bool explain = false;  ///< every inserted copy, or the named instruction
  std::optional<std::string> instruction = {};
  bool report = false;
  std::optional<std::string> dump_layouts = {};  ///< empty, or "after:layout-assignment"
  bool lenient = false;                          ///< keeps unknown attributes
  Terminal terminal = {};                        ///< where the report is shown
};

/// Refuses what is wrong whatever the module is.
core::Status check_options(const HloAssignRequest& request);

core::Result<ChangedModule> changed_module(const HloAssignRequest& request);
Reply hlo_assign(const HloAssignRequest& request);

/// {"entry_layout", "layouts": {instruction: shape}, "cost": {"before", "after", ..}, bytes that
/// layouts move in all runs, with the penalties of reductions and the loops beside, "copies": [..]}
/// of a module's text; with the optimal strategy also "strategy".
core::Result<Json> assigned_json(std::string_view text, std::string_view target,
                                 const StrategyChoice& strategy = {});

}  // namespace tileglot::api
