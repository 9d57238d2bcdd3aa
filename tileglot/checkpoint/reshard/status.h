// SPDX-License-Identifier: Apache-2.0
// status.h: how far the resharding into a folder is.
//
// What     status_of(folder) reads the job, the journals and the names in the folder, and says of each
//          file whether it is done, being written, left by a worker that is gone, or missing.
// Why      Workers are started by a scheduler and end without a word; who looks at the folder knows.
// How      The worker's line in the journal says who writes; a lock on the journal says that he still
//          does, where the file system keeps locks between machines. Nothing is written.
// Units    Bytes, without headers.
// Example  One of two files named, the other left at 40 of 100 bytes by worker 2/2 on host a.
//          [tests: status_test.cc, "what a dead worker left is named"]
// Errors   reshard.no_job where the folder has none, reshard.unfinished; those of job_file.h and io.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

enum class PartState : std::uint8_t {
  kDone,     ///< it has its name
  kWriting,  ///< a worker has it
  kLeft,     ///< a worker had it, and is gone
  kMissing,  ///< nobody has begun
};

/// done, writing, left or missing.
std::string_view print(PartState state);

struct PartStatus {
  std::string file = {};
  PartState state = PartState::kMissing;
  std::int64_t done_bytes = 0;
  std::int64_t bytes = 0;
  std::string worker = {};  ///< who writes, or wrote last; empty: nobody is known
};

struct ReshardStatus {
  Job job = {};
  std::vector<PartStatus> parts = {};
  bool is_complete = false;  ///< the job was, and all files are there
};

core::Result<ReshardStatus> status_of(const std::string& folder);

/// reshard.unfinished where the folder has a job that is not complete: what is there may look whole. A
/// path that is not a folder passes.
core::Status check_finished(const std::string& path);

}  // namespace tileglot::checkpoint::reshard
