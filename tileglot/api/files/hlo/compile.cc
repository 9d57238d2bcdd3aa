// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/compile.h"

#include <utility>

#include "tileglot/api/files/hlo/compile_run.h"
#include "tileglot/api/files/hlo/milp_solver.h"
#include "tileglot/api/files/input/read_module.h"
#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/hlo/compile.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::api::files {
namespace {

core::Status claim_outputs(const HloCompileFile& request, Outputs& outputs) {
  if (request.output) TILEGLOT_TRY_STATUS(outputs.claim(*request.output));
  if (request.runtime_layouts) TILEGLOT_TRY_STATUS(outputs.claim(*request.runtime_layouts));
  return {};
}

core::Status add_texts(const HloCompileFile& request, const CompiledHlo& compiled,
                       Outputs& outputs) {
  if (request.output) {
    TILEGLOT_TRY_STATUS(outputs.text(*request.output, print(compiled.module)));
  }
  if (!request.runtime_layouts) return {};
  Json json{{"version", 1}};
  json.update(compiled.runtime_layouts);
  return outputs.text(*request.runtime_layouts, json.dump(2) + "\n");
}

}  // namespace

Reply hlo_compile(HloCompileFile request) {
  TILEGLOT_TRY_STATUS(check_options(request));
  Outputs outputs(request.force);
  TILEGLOT_TRY_STATUS(claim_outputs(request, outputs));
  TILEGLOT_TRY(module, read_module(request.path));
  request.module = std::move(module);
  request.strategy.solver = solver_program(request.solver);
  TILEGLOT_TRY(compiled, compiled_hlo(request));
  Answer& answer = compiled.answer;
  if (request.run) {
    TILEGLOT_TRY(run, core::with_line(run_compiled(compiled.module, *request.run, outputs),
                                      request.module.text));
    answer.text += run.text;
    answer.json.update(run.json);
  }
  TILEGLOT_TRY_STATUS(add_texts(request, compiled, outputs));
  TILEGLOT_TRY_STATUS(outputs.commit());
  return outputs.report(std::move(answer));
}

}  // namespace tileglot::api::files
