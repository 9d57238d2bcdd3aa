// SPDX-License-Identifier: Apache-2.0
// hlo/compile_run.h: runs a compiled module on .npy files, moved into its layouts and back.
//
// What     run_compiled maps each .npy file as the array that it holds, row-major or in Fortran
//          order, moves it into the layout that the compiled entry has for it, evaluates the module
//          with values passed as bytes, and moves each result back to row-major for a .npy file.
// Why      This is what a runtime does around a compiled program; a wrong layout shows up here.
// Example  A Fortran file for a parameter {0,1} is already in order.
//          [tests: files/hlo/compile_test.cc, "inputs move into the chosen layouts"]
// Errors   Those of hlo/tensors.h and hlo/run/evaluate_stored.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/files/hlo/run_limits.h"
#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::api::files {

struct CompiledRunRequest {
  std::vector<std::string> inputs = {};      ///< .npy files, one for each array of the parameters
  std::optional<std::uint64_t> random = {};  ///< instead of inputs: the seed of `hlo run`
  bool integers = false;                     ///< random inputs are small integers
  RunLimits limits = {};
  /// A .npy file, "-" for stdout; for several results OUT-0.npy, OUT-1.npy, ..
  std::string output = {};
};

/// Adds the results to the outputs. A line for each result; JSON has the `outputs` of `hlo run`.
Reply run_compiled(const hlo::Module& module, const CompiledRunRequest& request, Outputs& outputs);

}  // namespace tileglot::api::files
