// SPDX-License-Identifier: Apache-2.0
// job_file.h: the file in the output's folder that says which job its files are of.
//
// What     .tileglot-reshard.job has the job, the names and sizes of all its files, and whether they are
//          complete. remove_others removes the files of a job that is given up.
// Why      Workers agree by it, and a request for the status learns which files there will be. It
//          stays when the job is complete, so that a worker that comes late finds nothing to do.
// How      Who writes it holds the lock of the folder (folder_lock.h). Only a regular file is read or
//          replaced: a link would lead elsewhere, and a pipe would block.
// Example  A folder with the file of another job: reshard.other_job, and the field that differs.
//          [tests: job_file_test.cc, "the field that differs is named"]
// Errors   reshard.other_job; reshard.job_file for a file that is not as we write it; io.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

struct ListedFile {
  std::string name = {};
  std::int64_t header_bytes = 0;
  std::int64_t bytes = 0;  ///< with the header
  friend bool operator==(const ListedFile&, const ListedFile&) = default;
};

struct JobFile {
  Job job = {};
  std::vector<ListedFile> files = {};
  std::string index = {};  ///< empty: there is none
  bool is_complete = false;
};

JobFile job_file_of(const Job& job, const Output& output);

std::string print(const JobFile& file);
core::Result<JobFile> parse_job_file(std::string_view text);

/// Paths end in a slash, here and below.
std::string job_file_path(const std::string& folder);

/// Nothing if there is none.
core::Result<std::optional<JobFile>> read_job_file(const std::string& folder);

core::Status write_job_file(const std::string& folder, const JobFile& file, bool replace);

/// Nothing if the jobs are one.
std::optional<core::Error> other_job(const std::string& folder, const Job& there, const Job& here);

/// Of the files of `given_up`, those that this program has named so, of the listed size, and what workers
/// left of them; files of the same names as those of `file` stay.
void remove_others(const std::string& folder, const JobFile& given_up, const JobFile& file);

}  // namespace tileglot::checkpoint::reshard
