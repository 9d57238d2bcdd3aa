// SPDX-License-Identifier: Apache-2.0
// files_text.h: a resharding of files for people: its plan, what was written, and how far it is.
#pragma once

#include <string>
#include <vector>

#include "tileglot/api/reshard/files_request.h"
#include "tileglot/api/reshard/worker.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/status.h"

namespace tileglot::api {

/// Every array in a dry run or where asked for, else a few; every worker with its costs in a dry run.
std::string plan_text(const checkpoint::reshard::ReshardPlan& plan,
                      const ReshardFilesRequest& request,
                      const std::vector<checkpoint::reshard::ReadCost>& costs);

std::string report_text(const checkpoint::reshard::ReshardReport& report,
                        const ReshardFilesRequest& request, const Worker& worker);

std::string status_text(const checkpoint::reshard::ReshardStatus& status,
                        const std::string& folder);

}  // namespace tileglot::api
