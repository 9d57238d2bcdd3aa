// SPDX-License-Identifier: Apache-2.0
// hlo/compile_report.h: the layouts of each argument and result of a compiled module.
//
// What     compiled_leaves collects what was requested, what was chosen and what each device has.
//          text_of, json_of and runtime_layouts_json print it.
// Units    The runtime's layout has no memory space, which is the buffer's. A result in mode
//          default is reported as none, which means the client's own layout.
// Example  f32[4,6] in mode auto, chosen {0,1}: {0,1}, 0a020001800101.
//          [tests: hlo/compile_test.cc, "each argument has a mode and a layout"]
// Errors   Those of entry_leaves.h and device_view.h.
// Source   XLA, PjRtLayout and GetOutputLayouts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/partitioning.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/entry/device_view.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"
#include "tileglot/hlo/pass/pipeline/compile_module.h"

namespace tileglot::api {

struct CompiledValue {
  std::string title = {};  ///< "parameter p {1}"
  hlo::pass::EntryLeaf leaf = {};
  hlo::pass::EntryMode mode = {};
  hlo::pass::DeviceView view = {};
};

struct CompiledLeaves {
  std::int64_t devices = 1;
  hlo::Partitioning partitioning = {};
  std::vector<CompiledValue> arguments = {};
  std::vector<CompiledValue> results = {};
};

/// `before` and `modes` are of the module before it was compiled.
core::Result<CompiledLeaves> compiled_leaves(const hlo::Module& module,
                                             const hlo::pass::EntryLeaves& before,
                                             const hlo::pass::EntryModes& modes);

struct CompiledModule {
  const std::string& file;
  const std::string& target;
  const hlo::Module& module;
  const hlo::pass::Compiled& done;
  hlo::pass::Traffic traffic = {};
  const CompiledLeaves& leaves;
};

std::string text_of(const CompiledModule& compiled);
Json json_of(const CompiledModule& compiled);

/// {"arguments": [{"mode", "layout", "wire"}], "results": [..., "reported"]}
Json runtime_layouts_json(const CompiledLeaves& leaves);

}  // namespace tileglot::api
