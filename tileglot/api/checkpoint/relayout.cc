// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/checkpoint/relayout.h"

#include "tileglot/api/checkpoint/file.h"
#include "tileglot/api/checkpoint/plan.h"
#include "tileglot/api/checkpoint/report.h"
#include "tileglot/api/checkpoint/writer.h"
#include "tileglot/api/input/relayout_request.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/value/text/ascii.h"

namespace tileglot::api {
namespace {

namespace cpu = relayout::cpu;

core::Status check_target(const RelayoutCheckpointRequest& request) {
  if (!request.maps.empty() || !request.to.empty()) return {};
  return core::fail(
      {.code = "checkpoint.no_target",
       .message = "nothing says where the tensors go",
       .help = "add --map 'PATTERN: LAYOUT', or --to tpu, --to row-major, --to LAYOUT for "
               "all tensors"});
}

WriteOptions options_of(const RelayoutCheckpointRequest& request) {
  WriteOptions options{.threads = cpu::threads_meant(request.threads),
                       .replace = request.force,
                       .progress = request.progress,
                       .is_interrupted = request.is_interrupted};
  options.memory_bytes = request.max_memory_bytes.value_or(options.memory_bytes);
  return options;
}

}  // namespace

Reply relayout_checkpoint(const RelayoutCheckpointRequest& request) {
  TILEGLOT_TRY_STATUS(check_target(request));
  TILEGLOT_TRY(source, open_checkpoint(request.input));
  TILEGLOT_TRY(plan, plan_checkpoint(source, request));
  TILEGLOT_TRY(answer, describe_plan(request, source, plan));
  answer.json["written"] = !request.dry_run;
  if (request.dry_run) {
    answer.text += "dry run: nothing is written\n";
  } else {
    const WriteOptions options = options_of(request);
    TILEGLOT_TRY(report, write_checkpoint(source, plan, options));
    describe_run(answer, report, plan, options.threads);
  }
  answer.text = value::shown_on(request.terminal, answer.text);
  return answer;
}

}  // namespace tileglot::api
