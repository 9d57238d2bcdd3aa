// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/verify.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"

namespace tileglot::api {
namespace {

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Answer broken(const core::Error& error) {
  return {.text = core::render(error),
          .json = {{"valid", false}, {"problem", to_json(error)["error"]}},
          .exit_code = kNo};
}

/// The module's own rules, and the guarantees of the pass.
core::Status check(const hlo::Module& module, const std::optional<hlo::pass::ModulePass>& after) {
  TILEGLOT_TRY_STATUS(hlo::verify(module));
  return after ? after->check(module) : core::Status{};
}

core::Result<std::optional<hlo::pass::ModulePass>> pass_of(const HloVerifyRequest& request) {
  if (!request.after) return std::nullopt;
  TILEGLOT_TRY(found, hlo::pass::find_module_pass(*request.after));
  return found;
}

}  // namespace

core::Status check_options(const HloVerifyRequest& request) {
  TILEGLOT_TRY_STATUS(pass_of(request));
  return {};
}

Reply hlo_verify(const HloVerifyRequest& request) {
  TILEGLOT_TRY(after, pass_of(request));
  TILEGLOT_TRY(module, parse_hlo(request.module, request.lenient));
  if (const auto status = check(module, after); !status)
    return broken(core::with_line(status.error(), request.module.text));
  const std::size_t instructions = module.instruction_count();
  const std::size_t computations = module.computation_count();
  return Answer{
      .text =
          fmt::format("{}: {} in {}, valid{}\n", request.module.name,
                      counted(instructions, "instruction"), counted(computations, "computation"),
                      after ? fmt::format(" and as {} leaves them", after->name) : ""),
      .json = {{"valid", true}, {"instructions", instructions}, {"computations", computations}}};
}

}  // namespace tileglot::api
