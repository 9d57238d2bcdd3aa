// SPDX-License-Identifier: Apache-2.0
// asked_files.h: a request for files, its words read.
//
// Errors   Those of notation/mesh; reshard.two_rules where words and rules are given for one side,
//          reshard.two_meshes where the rules name another mesh than the request, reshard.option where
//          no words use the mesh, reshard.names,
//          reshard.worker, reshard.output where there is no folder to write to; io.* of a file of rules.
#pragma once

#include "tileglot/api/reshard/files_request.h"
#include "tileglot/api/reshard/worker.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct AskedFiles {
  checkpoint::reshard::PlanOptions plan = {};
  Worker worker = {};
};

core::Result<AskedFiles> asked_files(const ReshardFilesRequest& request,
                                     const Environment& environment);

}  // namespace tileglot::api
