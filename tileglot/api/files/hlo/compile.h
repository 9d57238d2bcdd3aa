// SPDX-License-Identifier: Apache-2.0
// hlo/compile.h: `tileglot hlo compile MODULE`, from files to files.
//
// What     The request of api on the module in a file. The compiled module, and the layouts that its
//          arguments and results have at run time, go to files where they are named. With `run`,
//          the compiled module is evaluated on inputs that were moved into those layouts.
// Example  --run --input a.npy: a file in Fortran order and one by rows give the same result.
//          [tests: hlo/compile_test.cc, "inputs move into the chosen layouts"]
// Errors   Those of api/hlo/compile.h, of output/outputs.h, milp_solver.h and compile_run.h.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/files/hlo/compile_run.h"
#include "tileglot/api/hlo/compile.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

struct HloCompileFile : HloCompileRequest {
  std::string path = {};                            ///< "-": stdin
  std::optional<std::string> solver = {};           ///< as in requests.h
  std::optional<std::string> output = {};           ///< the compiled module
  std::optional<std::string> runtime_layouts = {};  ///< a file of JSON
  std::optional<CompiledRunRequest> run = {};
  bool force = false;  ///< replaces existing outputs
};

Reply hlo_compile(HloCompileFile request);

}  // namespace tileglot::api::files
