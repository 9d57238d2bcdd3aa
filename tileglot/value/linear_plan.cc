// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/linear_plan.h"

namespace tileglot::value {

Json plan_to_json(const relayout::warp::Plan& plan) {
  const relayout::warp::Counts c = relayout::warp::counts(plan);
  return {{"class", relayout::warp::name_of(plan.conversion)},
          {"dims", plan.dims},
          {"shuffles", c.shuffles},
          {"selects", c.selects},
          {"byte_permutes", c.byte_permutes},
          {"shared_stores", c.shared_stores},
          {"shared_loads", c.shared_loads},
          {"cta_barriers", c.cta_barriers},
          {"warp_barriers", c.warp_barriers},
          {"cluster_barriers", c.cluster_barriers},
          {"shared_bytes", c.shared_bytes}};
}

}  // namespace tileglot::value
