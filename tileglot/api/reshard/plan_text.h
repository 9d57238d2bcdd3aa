// SPDX-License-Identifier: Apache-2.0
// plan_text.h: a plan for people.
#pragma once

#include <string>

#include "tileglot/api/reshard/planned.h"
#include "tileglot/api/reshard/reshard.h"

namespace tileglot::api {

std::string plan_text(const Planned& plan, const ReshardRequest& request);

}  // namespace tileglot::api
