// SPDX-License-Identifier: Apache-2.0
// reshard_files.h: `tileglot reshard IN -o OUT`: a model in files, cut and joined as words say.
//
// What     reshard_files() plans the files and, unless it is a dry run, writes those of one worker.
//          reshard_status() says how far a folder is.
// Units    Bytes; GB/s are 10^9 bytes of output per second.
// Example  Two row shards to column shards, interrupted and gone on with.
//          [tests: reshard_files_test.cc, "rows become columns and come back"]
// Errors   Those of asked_files.h, checkpoint/reshard/plan.h and carry_out.h.
#pragma once

#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/files_request.h"

namespace tileglot::api {

Reply reshard_files(const ReshardFilesRequest& request);

Reply reshard_status(const std::string& folder);

}  // namespace tileglot::api
