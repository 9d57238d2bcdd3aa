// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/target_policy.h"

#include <memory>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/value/target.h"

namespace tileglot::api {

namespace pass = hlo::pass;

core::Result<std::unique_ptr<pass::LayoutPolicy>> target_policy(std::string_view text) {
  TILEGLOT_TRY(target, value::parse_target(text, value::Targets::kAssigned));
  if (!target.compute_capability) return pass::cpu_policy();
  return pass::gpu_policy(*target.compute_capability);
}

}  // namespace tileglot::api
