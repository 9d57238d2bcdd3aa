// SPDX-License-Identifier: Apache-2.0
// carry_out.h: a worker's share of the files of a resharded model, written.
//
// What     carry_out(plan, options) writes the files of this worker and, if all others are there too, the
//          index.
// How      No worker waits for another or sends it anything. The job lies in the folder (job_file.h).
//          Each worker reserves the space of its own files before it writes the first byte, names each
//          when it is written and its sources are found unchanged, and makes the index if it then
//          finds all files named. It takes the folder, names files and makes the index under the
//          lock of the folder (folder_lock.h).
// Units    Bytes.
// Example  Two workers, one of which is killed: the same command, with any number of workers, goes
//          on with what is missing.
//          [tests: carry_out_test.cc, "what an interrupted worker left is gone on with"]
// Errors   reshard.other_job, reshard.same_folder where the output's folder has a source,
//          reshard.incomplete where files of a complete job are gone, reshard.copies,
//          io.exists where a file is not of this job, io.changed;
//          relayout.max_memory; those of part_writer.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

struct ReshardProgress {
  std::int64_t done_bytes = 0;  ///< of this worker's files, including earlier runs
  std::int64_t total_bytes = 0;
  std::int64_t moved_bytes = 0;  ///< by this run
  std::size_t done_parts = 0;
  std::size_t parts = 0;
  double seconds = 0;
};

struct CarryOptions {
  std::string folder = {};  ///< of the output; made if it is not there
  std::int64_t worker = 0;  ///< of the plan's workers
  int threads = 0;          ///< 0: as many as the processor runs
  std::optional<std::int64_t> max_memory_bytes = {};
  std::int64_t slab_bytes = std::int64_t{64} << 20;
  std::int64_t unit_bytes = kUnitBytes;
  bool replace = false;       ///< files of the same names, and another job
  bool recheck = false;       ///< reads what earlier runs wrote
  bool check_copies = false;  ///< reads all copies of the source first
  std::function<void(const ReshardProgress&)> progress = {};
  std::function<bool()> is_interrupted = {};
};

struct ReshardReport {
  std::int64_t moved_bytes = 0;
  std::int64_t kept_bytes = 0;
  std::int64_t redone_bytes = 0;
  double seconds = 0;
  int threads = 1;
  std::vector<std::string> missing = {};  ///< files of other workers that are not there yet
  bool is_complete = false;               ///< all files are named, and the index
};

core::Result<ReshardReport> carry_out(const ReshardPlan& plan, const CarryOptions& options);

}  // namespace tileglot::checkpoint::reshard
