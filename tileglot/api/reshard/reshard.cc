// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/reshard.h"

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/plan_json.h"
#include "tileglot/api/reshard/plan_text.h"
#include "tileglot/api/reshard/planned.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

Reply reshard(const ReshardRequest& request) {
  TILEGLOT_TRY(plan, planned(request));
  return Answer{.text = plan_text(plan, request), .json = plan_json(plan, request)};
}

}  // namespace tileglot::api
