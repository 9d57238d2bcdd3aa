// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tileglot/checkpoint/reshard/job_file.h"
#include "tileglot/checkpoint/reshard/part_journal.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/journal.h"
#include "tileglot/io/file/locked_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/resumable_file.h"

namespace tileglot::checkpoint::reshard {
namespace {

/// A late worker may have left a partial file beside that of a complete job.
bool has_bytes(const std::string& path, std::int64_t bytes) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) &&
         std::cmp_equal(std::filesystem::file_size(path, error), bytes);
}

core::Result<PartStatus> part_status(const std::string& folder, const ListedFile& file,
                                     const JobFile& job) {
  const std::int64_t bytes = file.bytes - file.header_bytes;
  PartStatus status{.file = file.name, .bytes = bytes};
  const std::string path = folder + file.name;
  const std::string journal = io::beside(path, "journal");
  TILEGLOT_TRY(lines, io::Journal::read(journal));
  // A file of this name is ours if its journal is there, or the job is complete.
  const bool is_begun = begins_with_job(lines, job_digest(job.job));
  const bool is_named = job.is_complete ? has_bytes(path, file.bytes)
                                        : io::ResumableFile::finished(path, file.bytes).has_value();
  PartProgress progress = is_begun ? progress_of(lines) : PartProgress();
  status.worker = std::move(progress.worker);
  if (is_named && (is_begun || job.is_complete)) {
    status.state = PartState::kDone;
    status.done_bytes = bytes;
    return status;
  }
  if (!is_begun) return status;
  status.done_bytes = std::min(bytes, progress.bytes());
  status.state = io::is_locked(journal) ? PartState::kWriting : PartState::kLeft;
  return status;
}

}  // namespace

std::string_view print(PartState state) {
  switch (state) {
    case PartState::kDone: return "done";
    case PartState::kWriting: return "writing";
    case PartState::kLeft: return "left";
    case PartState::kMissing: break;
  }
  return "missing";
}

core::Result<ReshardStatus> status_of(const std::string& folder) {
  const std::string slashed = folder.empty() || folder.ends_with('/') ? folder : folder + "/";
  TILEGLOT_TRY(job, read_job_file(slashed));
  if (!job) {
    return core::fail({.code = "reshard.no_job",
                       .message = fmt::format("{} has no job of reshard", io::path_text(folder)),
                       .help = "name the folder that --output named"});
  }
  ReshardStatus status{.job = job->job, .is_complete = job->is_complete};
  status.parts.reserve(job->files.size());
  for (const ListedFile& file : job->files) {
    TILEGLOT_TRY(part, part_status(slashed, file, *job));
    status.is_complete = status.is_complete && part.state == PartState::kDone;
    status.parts.push_back(std::move(part));
  }
  return status;
}

core::Status check_finished(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return {};
  const auto status = status_of(path);
  if (!status || status->is_complete) return {};
  const auto done = std::ranges::count(status->parts, PartState::kDone, &PartStatus::state);
  return core::fail(
      {.code = "reshard.unfinished",
       .message = fmt::format("{} has {} of the {} files of a job that is not complete",
                              io::path_text(path), done, status->parts.size()),
       .help = "finish it with the command that began it; reshard --status says what is missing"});
}

}  // namespace tileglot::checkpoint::reshard
