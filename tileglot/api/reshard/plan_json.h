// SPDX-License-Identifier: Apache-2.0
// plan_json.h: a plan for programs: tileglot.reshard/1, which docs/reference/reshard-json.md describes.
#pragma once

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/planned.h"
#include "tileglot/api/reshard/reshard.h"

namespace tileglot::api {

Json plan_json(const Planned& plan, const ReshardRequest& request);

}  // namespace tileglot::api
