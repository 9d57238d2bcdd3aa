// SPDX-License-Identifier: Apache-2.0
// checkpoint/report.h: what relayout reports about a model.
//
// What     describe_plan(answer, ..) makes a table of the tensors, the total sizes and the kernels;
//          describe_run reports what was done, how fast, and where the layouts are recorded.
// Units    Bytes with groups of three digits; GB/s are 10^9 bytes of output a second.
// Columns  The shape is the logical one; `stored` is the shape in the file, left out where a
//          terminal has no room for it.
// Example  up  BF16  [64,300]  {1,0}  {1,0:T(8,128)(2,1)}  [8,3,4,128,2,1]  49,152  21.9 %
//          [tests: checkpoint/report_test.cc, "every tensor has a line"]
// Errors   Those of plan.
#pragma once

#include "tileglot/api/checkpoint/file.h"
#include "tileglot/api/checkpoint/plan.h"
#include "tileglot/api/checkpoint/writer.h"
#include "tileglot/api/input/relayout_request.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

/// The answer before anything is written.
Reply describe_plan(const RelayoutCheckpointRequest& request, const CheckpointFile& source,
                    const CheckpointPlan& plan);

void describe_run(Answer& answer, const WriteReport& report, const CheckpointPlan& plan,
                  int threads);

}  // namespace tileglot::api
