// SPDX-License-Identifier: Apache-2.0
// fetch_runs.h: runs of a file, read or copied into a unit.
//
// What     fetch_runs moves the runs of a piece to `target` by the means that reads.h chooses.
// Why      All that a thread needs for it, buffers and vectors, is kept from call to call.
// Errors   io.changed where the file is shorter than the runs, or a page of it cannot be read; those
//          of io/file/ranged_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/checkpoint/reshard/detail/open_files.h"
#include "tileglot/checkpoint/reshard/detail/reads.h"
#include "tileglot/checkpoint/reshard/detail/runs.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard::detail {

/// `begin_bytes` is where the piece begins in its file. Precondition: `target` has the runs.
core::Status fetch_runs(const OpenFile& file, std::int64_t begin_bytes, const Runs& runs,
                        std::span<std::byte> target, const Limits& limits = {});

}  // namespace tileglot::checkpoint::reshard::detail
