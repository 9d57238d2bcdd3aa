// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/target_policy.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/value/target.h"

namespace tileglot::api {

namespace pass = hlo::pass;

core::Result<std::unique_ptr<pass::LayoutPolicy>> target_policy(std::string_view text) {
  TILEGLOT_TRY(target, value::parse_target(text));
  if (target.kind == value::Target::Kind::kCpu) return pass::cpu_policy();
  if (target.compute_capability) return pass::gpu_policy(*target.compute_capability);
  return core::fail({.code = "target.kind",
                     .message = fmt::format("layouts are not assigned for {}", text),
                     .help = "name cpu or a GPU with its compute capability, as in gpu:sm_90"});
}

}  // namespace tileglot::api
