// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/run_limits.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/run/evaluate.h"

namespace tileglot::api::files {
namespace {

core::Status check_limit(std::optional<std::int64_t> limit, std::string_view option,
                         std::int64_t most) {
  if (!limit || (*limit >= 1 && *limit <= most)) return {};
  return core::fail(
      {.code = "run.limit",
       .message = fmt::format("{} is {}, not a number from 1 to {}", option, *limit, most),
       .help = "leave it out for the limit that holds without it"});
}

}  // namespace

core::Status check_limits(const RunLimits& limits) {
  TILEGLOT_TRY_STATUS(check_limit(limits.elements, "--max-elements", kMostRunElements));
  TILEGLOT_TRY_STATUS(check_limit(limits.bytes, "--max-memory", kMostRunBytes));
  return check_limit(limits.steps, "--max-steps", kMostRunSteps);
}

hlo::run::RunOptions limited(hlo::run::RunOptions options, const RunLimits& limits) {
  options.arrays.elements = limits.elements.value_or(options.arrays.elements);
  options.arrays.bytes = limits.bytes.value_or(options.arrays.bytes);
  options.max_steps = limits.steps.value_or(options.max_steps);
  return options;
}

}  // namespace tileglot::api::files
