// SPDX-License-Identifier: Apache-2.0
// files_json.h: a resharding of files as JSON: docs/reference/reshard-json.md.
#pragma once

#include <vector>

#include "tileglot/api/reshard/worker.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/status.h"
#include "tileglot/value/json.h"

namespace tileglot::api {

/// With what each worker reads, where it is known.
value::Json plan_json(const checkpoint::reshard::ReshardPlan& plan, const Worker& worker,
                      const std::vector<checkpoint::reshard::ReadCost>& costs);

value::Json report_json(const checkpoint::reshard::ReshardReport& report);

value::Json status_json(const checkpoint::reshard::ReshardStatus& status);

}  // namespace tileglot::api
