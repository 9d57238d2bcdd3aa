// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/target_policy.h"

#include <fmt/format.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/api/hlo/xla_flags.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/value/target.h"

namespace tileglot::api {

namespace pass = hlo::pass;

core::Result<std::unique_ptr<pass::LayoutPolicy>> target_policy(
    std::string_view text, std::span<const std::string> flags) {
  TILEGLOT_TRY(target, value::parse_target(text, value::Targets::kAssigned));
  TILEGLOT_TRY(gpu, gpu_flags(flags));
  if (target.compute_capability) return pass::gpu_policy(*target.compute_capability, gpu);
  if (flags.empty()) return pass::cpu_policy();
  return core::fail({.code = "hlo.xla_flag",
                     .message = fmt::format("XLA's options that change layouts are for GPUs, and "
                                            "the target is {}",
                                            text),
                     .help = "name a GPU, as in --target gpu:sm_90, or leave the option out"});
}

}  // namespace tileglot::api
