// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/apply_pass.h"

#include <string_view>

#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::api {

core::Result<Json> applied_pass_json(std::string_view pass, std::string_view text,
                                     std::string_view target) {
  TILEGLOT_TRY(found, hlo::pass::find_module_pass(pass));
  TILEGLOT_TRY(policy, target_policy(target));
  TILEGLOT_TRY(module, hlo::parse_module(text));
  TILEGLOT_TRY_STATUS(hlo::verify(module));
  TILEGLOT_TRY(changes, found.apply(module, *policy));
  return Json{{"after", print(module)}, {"changes", changes}};
}

}  // namespace tileglot::api
