// SPDX-License-Identifier: Apache-2.0
// part_journal.h: the lines of the journal that lies beside a part while it is written.
//
// What     job_line identifies the part and how it is cut, worker_line says who writes it, slab_line
//          records a finished slab. progress_of reads the lines of a journal.
// Why      A run that goes on with a part must know that it is the same one; people want to know who
//          left it.
// Units    Bytes.
// Example  "slab 7 67108864 00000000000004d2": slab 7 of 64 MiB has the checksum 1234.
//          [tests: part_journal_test.cc, "lines are read as they were written"]
// Errors   None: a line that is none of these is skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tileglot::checkpoint::reshard {

struct WrittenSlab {
  std::int64_t bytes = 0;
  std::uint64_t sum = 0;
  friend bool operator==(const WrittenSlab&, const WrittenSlab&) = default;
};

struct PartProgress {
  std::string worker = {};                         ///< the last that wrote
  std::map<std::int64_t, WrittenSlab> slabs = {};  ///< by number; of lines twice, the last

  std::int64_t bytes() const;
};

/// `job` is the digest of the job, `header` that of the part's header.
std::string job_line(std::uint64_t job, std::uint64_t header, std::int64_t slab_bytes,
                     std::int64_t unit_bytes);
std::string worker_line(std::string_view worker);
std::string slab_line(std::int64_t slab, const WrittenSlab& written);

/// Nothing if the first line is not `job`.
std::optional<PartProgress> progress_of(std::span<const std::string> lines, std::string_view job);

/// True if the first line is of a part of this job.
bool begins_with_job(std::span<const std::string> lines, std::uint64_t job);
/// Of any job.
PartProgress progress_of(std::span<const std::string> lines);

}  // namespace tileglot::checkpoint::reshard
