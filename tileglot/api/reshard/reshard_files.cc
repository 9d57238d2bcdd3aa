// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/reshard_files.h"

#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/asked_files.h"
#include "tileglot/api/reshard/files_json.h"
#include "tileglot/api/reshard/files_request.h"
#include "tileglot/api/reshard/files_text.h"
#include "tileglot/api/reshard/worker.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/status.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

namespace files = checkpoint::reshard;

files::CarryOptions carry_options(const ReshardFilesRequest& request, const Worker& worker) {
  return {.folder = request.output,
          .worker = worker.number,
          .threads = request.threads,
          .max_memory_bytes = request.max_memory_bytes,
          .replace = request.force,
          .recheck = request.recheck,
          .check_copies = request.check_copies,
          .progress = request.progress,
          .is_interrupted = request.is_interrupted};
}

}  // namespace

Reply reshard_files(const ReshardFilesRequest& request) {
  TILEGLOT_TRY(asked, asked_files(request, environment_of_process()));
  TILEGLOT_TRY(plan, files::planned(asked.plan));
  std::vector<files::ReadCost> costs;
  if (request.dry_run) costs = files::read_costs(*plan);
  Answer answer{.text = plan_text(*plan, request, costs),
                .json = plan_json(*plan, asked.worker, costs)};
  if (request.dry_run) return answer;
  if (request.before_writing) request.before_writing();
  TILEGLOT_TRY(report, files::carry_out(*plan, carry_options(request, asked.worker)));
  answer.text += report_text(report, request, asked.worker);
  answer.json["written"] = report_json(report);
  return answer;
}

Reply reshard_status(const std::string& folder) {
  TILEGLOT_TRY(status, files::status_of(folder));
  return Answer{.text = status_text(status, folder),
                .json = status_json(status),
                .exit_code = status.is_complete ? kYes : kNo};
}

}  // namespace tileglot::api
