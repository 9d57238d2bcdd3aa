// SPDX-License-Identifier: Apache-2.0
// worker.h: which of how many workers a process is.
//
// What     worker_of(text, count, environment) reads `3/64`, number 3 of the workers 0 to 63, or `auto`:
//          the number that a launcher has put into the environment:
//            torchrun             RANK, WORLD_SIZE
//            Open MPI             OMPI_COMM_WORLD_RANK, OMPI_COMM_WORLD_SIZE
//            MPICH, Intel MPI     PMI_RANK, PMI_SIZE
//            Slurm                SLURM_PROCID, SLURM_NTASKS
//            Kubernetes           JOB_COMPLETION_INDEX, and the number of workers by --workers
//          The first that is there counts: torchrun within Slurm starts more processes than Slurm does.
// Why      Any scheduler can start the workers. A shell within a launcher has these variables too, so
//          nothing is taken from them unless asked.
// Example  auto with SLURM_PROCID=3 and SLURM_NTASKS=64 is 3/64.
//          [tests: worker_test.cc, "launchers number their processes"]
// Errors   reshard.worker for a text that is neither, a number that is not below the count, no launcher's
//          variables, or a count that --workers contradicts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::api {

struct Worker {
  std::int64_t number = 0;
  std::int64_t count = 1;
  friend bool operator==(const Worker&, const Worker&) = default;
};

/// The value of a variable, if it is set.
using Environment = std::function<std::optional<std::string>(const char* name)>;
Environment environment_of_process();

/// An empty text is the only worker, or an error where a count is given.
core::Result<Worker> worker_of(std::string_view text, std::optional<std::int64_t> count,
                               const Environment& environment);

}  // namespace tileglot::api
