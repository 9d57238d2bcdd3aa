// SPDX-License-Identifier: Apache-2.0
// linear_plan.h: the plan of a conversion as JSON.
//
// What     plan_to_json(plan) has its class, the inputs that move, and its counts.
// Example  {"class":"warp_shuffle","dims":["register","lane"],"shuffles":2,..}
//          [tests: linear_plan_test.cc, "a plan has its class and its counts"]
// Errors   None.
#pragma once

#include "tileglot/relayout/warp/plan.h"
#include "tileglot/value/json.h"

namespace tileglot::value {

Json plan_to_json(const relayout::warp::Plan& plan);

}  // namespace tileglot::value
