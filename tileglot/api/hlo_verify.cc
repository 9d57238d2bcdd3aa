// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo_verify.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/api/hlo_file.h"
#include "tileglot/api/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/verify.h"

namespace tileglot::api {
namespace {

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Answer broken(const HloFile& file, const core::Error& error) {
  return {.text = core::render(error, file.text),
          .json = {{"valid", false}, {"problem", to_json(Failure{error, file.text})["error"]}},
          .exit_code = kNo};
}

}  // namespace

Reply hlo_verify(const HloVerifyRequest& request) {
  TILEGLOT_STEP(file, read_hlo(request.path, request.lenient));
  if (const auto status = hlo::verify(file.module); !status) return broken(file, status.error());
  const std::size_t instructions = file.module.instruction_count();
  const std::size_t computations = file.module.computation_count();
  return Answer{
      .text =
          fmt::format("{}: {} in {} make sense\n", file.name, counted(instructions, "instruction"),
                      counted(computations, "computation")),
      .json = {{"valid", true}, {"instructions", instructions}, {"computations", computations}}};
}

}  // namespace tileglot::api
