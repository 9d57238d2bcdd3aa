// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/requests.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "tileglot/api/files/hlo/milp_solver.h"
#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/files/input/read_module.h"
#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/changed_module.h"
#include "tileglot/api/hlo/diff.h"
#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/hlo/pass.h"
#include "tileglot/api/hlo/print.h"
#include "tileglot/api/hlo/stats.h"
#include "tileglot/api/hlo/verify.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api::files {
namespace {

template <class Request>
core::Status read_input(Request& request) {
  TILEGLOT_TRY_STATUS(check_options(request));
  TILEGLOT_TRY(module, read_module(request.path));
  request.module = std::move(module);
  return {};
}

template <class Request>
Reply change(Request& request) {
  TILEGLOT_TRY_STATUS(read_input(request));
  Outputs outputs(request.force);
  if (request.output) TILEGLOT_TRY_STATUS(outputs.claim(*request.output));
  TILEGLOT_TRY(changed, changed_module(request));
  if (!request.output) return to_answer(std::move(changed));
  TILEGLOT_TRY_STATUS(outputs.text(*request.output, print(changed.module)));
  TILEGLOT_TRY_STATUS(outputs.commit());
  return outputs.report(
      {.text = changed.told ? *std::move(changed.told) : std::move(changed.summary),
       .json = std::move(changed.json),
       .note = std::move(changed.note)});
}

}  // namespace

Reply hlo_print(HloPrintFile request) {
  TILEGLOT_TRY_STATUS(read_input(request));
  TILEGLOT_TRY(answer, api::hlo_print(request));
  if (request.output.empty() || request.output == kStream) return std::move(answer);
  Outputs outputs(request.force);
  TILEGLOT_TRY_STATUS(outputs.claim(request.output));
  TILEGLOT_TRY_STATUS(outputs.text(request.output, answer.text));
  TILEGLOT_TRY_STATUS(outputs.commit());
  return Answer{.json = {{"output", request.output}},
                .note = fmt::format("wrote {}\n", io::path_text(request.output))};
}

Reply hlo_verify(HloVerifyFile request) {
  TILEGLOT_TRY_STATUS(read_input(request));
  return api::hlo_verify(request);
}

Reply hlo_stats(HloStatsFile request) {
  TILEGLOT_TRY(module, read_module(request.path));
  request.module = std::move(module);
  return api::hlo_stats(request);
}

Reply hlo_diff(const HloDiffFiles& request) {
  if (request.path == kStream && request.after_path == kStream) {
    return core::fail({.code = "hlo.one_stdin",
                       .message = "both modules would come from stdin",
                       .help = "name a file for one of them"});
  }
  const auto parsed = [&](const std::string& path) -> core::Result<hlo::Module> {
    TILEGLOT_TRY(module, read_module(path));
    return parse_hlo(module, request.lenient);
  };
  TILEGLOT_TRY(before, parsed(request.path));
  TILEGLOT_TRY(after, parsed(request.after_path));
  return api::hlo_diff(before, after);
}

Reply hlo_pass(HloPassFile request) { return change(request); }

Reply hlo_assign(HloAssignFile request) {
  request.strategy.solver = solver_program(request.solver);
  return change(request);
}

}  // namespace tileglot::api::files
