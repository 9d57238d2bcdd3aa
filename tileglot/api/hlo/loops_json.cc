// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/loops_json.h"

#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/explain/loops.h"

namespace tileglot::api {

Json loops_json(const hlo::Module& module, const hlo::pass::Executions& executions) {
  Json list = Json::array();
  for (const hlo::pass::LoopRuns& loop : executions.loops) {
    list.push_back({{"loop", std::string(module[loop.loop].name)},
                    {"trips", loop.trips},
                    {"source", source_name(loop)},
                    {"runs", loop.runs}});
  }
  return list;
}

}  // namespace tileglot::api
