// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/carry_out.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/reshard/copies.h"
#include "tileglot/checkpoint/reshard/folder_lock.h"
#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/checkpoint/reshard/job_file.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/part_writer.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/output_target.h"
#include "tileglot/io/file/resumable_file.h"
#include "tileglot/relayout/cpu/threads.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace fs = std::filesystem;

/// What reading needs beside a unit: a buffer for runs that are short.
constexpr std::int64_t kThreadBytes = std::int64_t{4} << 20;

std::string with_slash(std::string folder) {
  if (!folder.empty() && !folder.ends_with('/')) folder += '/';
  return folder;
}

core::Status make_folder(std::string folder) {
  if (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  std::error_code error;
  if (fs::is_directory(folder, error)) return {};
  if (fs::exists(folder, error)) {
    return core::fail({.code = "reshard.output",
                       .message = fmt::format("{} is not a folder", io::path_text(folder)),
                       .help = "name a folder; it is made if it is not there"});
  }
  fs::create_directory(folder, error);
  // Another worker may have made it meanwhile.
  if (!error || fs::is_directory(folder)) return {};
  return core::fail(io::os_error(error.value(), "write", folder));
}

/// Fewer threads where memory is short.
core::Result<int> threads_for(const CarryOptions& options) {
  const int threads = relayout::cpu::threads_meant(options.threads);
  if (!options.max_memory_bytes) return threads;
  const std::int64_t each = kThreadBytes + options.unit_bytes;
  const std::int64_t fit = *options.max_memory_bytes / each;
  if (fit >= 1) return static_cast<int>(std::min<std::int64_t>(threads, fit));
  return core::fail({.code = "relayout.max_memory",
                     .message = fmt::format("a thread needs {} bytes of memory, and {} are allowed",
                                            each, *options.max_memory_bytes),
                     .help = "raise --max-memory"});
}

std::string worker_text(const ReshardPlan& plan, const CarryOptions& options) {
  constexpr std::size_t kLongestName = 256;
  std::array<char, kLongestName> host = {};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {"an unknown host"};
  return fmt::format("{}/{} on {}, process {}", options.worker, plan.shares.size(), host.data(),
                     ::getpid());
}

class Carrier {
 public:
  Carrier(const ReshardPlan& plan, const CarryOptions& options)
      : plan_(plan), options_(options), file_(job_file_of(plan.job, plan.output)) {}

  core::Result<ReshardReport> run() {
    TILEGLOT_TRY(threads, threads_for(options_));
    report_.threads = threads;
    TILEGLOT_TRY_STATUS(make_folder(folder()));
    TILEGLOT_TRY_STATUS(check_apart());
    const auto goes_on = [&] { return asked_to_go_on(); };
    if (options_.check_copies) TILEGLOT_TRY_STATUS(check_copies(plan_.source, goes_on));
    TILEGLOT_TRY_STATUS(locked([&] { return take_folder(); }));
    TILEGLOT_TRY_STATUS(write_all());
    TILEGLOT_TRY_STATUS(locked([&] { return finish(); }));
    return report_;
  }

 private:
  const std::string& folder() const { return part_options_.folder; }

  std::span<const std::size_t> own() const {
    return plan_.shares[static_cast<std::size_t>(options_.worker)];
  }

  const OutputPart& part(std::size_t number) const { return plan_.output.parts[number]; }

  std::string index_path() const { return folder() + plan_.output.index->file; }

  PartOptions part_options_of() const {
    return {.folder = with_slash(options_.folder),
            .job = job_digest(plan_.job),
            .worker = worker_text(plan_, options_),
            .unit_bytes = options_.unit_bytes,
            .slab_bytes = options_.slab_bytes,
            .replace = options_.replace,
            .recheck = options_.recheck,
            .is_interrupted = options_.is_interrupted};
  }

  /// A folder is one model, and no source is written over, by whatever path it is reached.
  core::Status check_apart() const {
    const fs::path output = real_path(options_.folder);
    for (const auto& file : plan_.source.files) {
      if (real_path(file.path).parent_path() != output) continue;
      return core::fail(
          {.code = "reshard.same_folder",
           .message = fmt::format("{} has a source, {}", io::path_text(options_.folder),
                                  io::path_text(file.path)),
           .help = "write to another folder"});
    }
    return {};
  }

  static fs::path real_path(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? fs::path(path) : real;
  }

  bool is_there(const OutputPart& part) const {
    std::error_code error;
    const fs::path path = folder() + part.file;
    return fs::is_regular_file(path, error) &&
           std::cmp_equal(fs::file_size(path, error), part.file_bytes());
  }

  bool is_whole() const {
    const bool are_there =
        std::ranges::all_of(plan_.output.parts, [&](const auto& part) { return is_there(part); });
    return are_there && (!plan_.output.index || is_our_index());
  }

  /// With the folder to itself. Of a complete job no lock stays.
  core::Status locked(const std::function<core::Status()>& action) {
    TILEGLOT_TRY(lock, lock_folder(folder(), [&] { return asked_to_go_on(); }));
    static_cast<void>(lock);
    auto status = action();
    if (report_.is_complete) remove_folder_lock(folder());
    return status;
  }

  /// Joins the job in the folder, or begins it. Nothing of another job is touched before all of ours is
  /// reserved.
  core::Status take_folder() {
    auto there = read_job_file(folder());
    if (!there && !options_.replace) return core::fail(std::move(there).error());
    const std::optional<JobFile> before = there ? *std::move(there) : std::nullopt;
    auto other = before ? other_job(folder(), before->job, plan_.job) : std::nullopt;
    if (other && !options_.replace) return core::fail(*std::move(other));
    const bool is_ours = before && !other;
    if (is_ours && before->is_complete && is_whole()) return rest_on_what_is_there();
    if (is_ours && before->is_complete && !options_.replace) return core::fail(lost());
    TILEGLOT_TRY_STATUS(check_index());
    TILEGLOT_TRY_STATUS(reserve());
    return is_ours && !before->is_complete ? core::Status() : begin(before);
  }

  core::Status begin(const std::optional<JobFile>& before) const {
    // An index of another model would list files that are being replaced.
    if (plan_.output.index && options_.replace) ::unlink(index_path().c_str());
    TILEGLOT_TRY_STATUS(write_job_file(folder(), file_, options_.replace));
    if (before) remove_others(folder(), *before, file_);
    return {};
  }

  /// Nothing of a complete job is done again.
  core::Status rest_on_what_is_there() {
    // The worker that completed it may have been killed before it removed them, or a late one have begun
    // anew.
    for (const OutputPart& part : plan_.output.parts) {
      remove_journal(part, part_options_);
      ::unlink(io::beside(folder() + part.file, "partial").c_str());
    }
    report_.kept_bytes =
        plan_.bytes_of(static_cast<std::size_t>(options_.worker)) - report_.moved_bytes;
    report_.is_complete = true;
    return {};
  }

  /// Without journals, the files that are there are not known to be whole.
  core::Error lost() const {
    const auto& parts = plan_.output.parts;
    const auto gone =
        std::ranges::find_if(parts, [&](const OutputPart& part) { return !is_there(part); });
    return lost(gone == parts.end() ? plan_.output.index->file : gone->file);
  }

  core::Error lost(const std::string& name) const {
    return {
        {.code = "reshard.incomplete",
         .message = fmt::format("{} was complete, and {} is not there any more, or is another file",
                                io::path_text(options_.folder), io::path_text(name)),
         .help = "--force writes all files again"}};
  }

  core::Status asked_to_go_on() const {
    if (!options_.is_interrupted || !options_.is_interrupted()) return {};
    return core::fail({.code = "io.interrupted", .message = "the work was interrupted"});
  }

  core::Status check_index() const {
    if (!plan_.output.index || is_our_index()) return {};
    TILEGLOT_TRY(target, io::output_target(index_path(), options_.replace));
    static_cast<void>(target);
    return {};
  }

  bool is_our_index() const {
    // What is not a regular file would be waited for.
    std::error_code error;
    if (!fs::is_regular_file(index_path(), error)) return false;
    const auto file = io::MappedFile::open(index_path());
    return file &&
           std::ranges::equal(file->bytes(), std::as_bytes(std::span(plan_.output.index->text)));
  }

  /// All or nothing: a full disk is found before the first byte is written.
  core::Status reserve() const {
    std::vector<std::size_t> reserved;
    for (const std::size_t number : own()) {
      const auto is_new = reserve_part(part(number), part_options_);
      if (is_new && *is_new) reserved.push_back(number);
      if (is_new) continue;
      for (const std::size_t other : reserved) discard_part(part(other), part_options_);
      return core::fail(is_new.error());
    }
    return {};
  }

  core::Status write_all() {
    started_ = std::chrono::steady_clock::now();
    for (const std::size_t number : own()) {
      TILEGLOT_TRY_STATUS(look());
      if (report_.is_complete) return {};
      auto written = write_one(number);
      if (written) continue;
      // Another run may have completed the job, or taken the folder and removed what was written.
      TILEGLOT_TRY_STATUS(look());
      if (!report_.is_complete) return written;
    }
    report_.seconds = seconds();
    show_progress(0, 0);
    return {};
  }

  /// Whether the folder is still of this job, and whether another worker has completed it.
  core::Status look() {
    if (report_.is_complete) return {};
    TILEGLOT_TRY(there, read_job_file(folder()));
    if (!there || other_job(folder(), there->job, plan_.job)) return core::fail(given_up());
    if (there->is_complete && is_whole()) return rest_on_what_is_there();
    return {};
  }

  core::Error given_up() const {
    return {{.code = "reshard.other_job",
             .message = fmt::format("{} was given up while this worker wrote its files",
                                    io::path_text(options_.folder)),
             .help = "another run with --force has the folder now"}};
  }

  /// No file of this job gets its name in the folder of another.
  core::Status named_by(const std::function<core::Status()>& name) {
    TILEGLOT_TRY_STATUS(look());
    return name();
  }

  core::Status write_one(std::size_t number) {
    PartOptions options = part_options_;
    options.threads = report_.threads;
    options.naming = [&](const std::function<core::Status()>& name) {
      return locked([&] { return named_by(name); });
    };
    options.progress = [&](std::int64_t done, std::int64_t kept) { show_progress(done, kept); };
    TILEGLOT_TRY(written, write_part(part(number), plan_.wanted, *plan_.reader, options));
    report_.moved_bytes += written.moved_bytes;
    report_.kept_bytes += written.kept_bytes;
    report_.redone_bytes += written.redone_bytes;
    ++done_parts_;
    return {};
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

  void show_progress(std::int64_t done, std::int64_t kept) const {
    if (!options_.progress) return;
    options_.progress({.done_bytes = report_.moved_bytes + report_.kept_bytes + done,
                       .total_bytes = plan_.bytes_of(static_cast<std::size_t>(options_.worker)),
                       .moved_bytes = report_.moved_bytes + done - kept,
                       .done_parts = done_parts_,
                       .parts = own().size(),
                       .seconds = seconds()});
  }

  /// The worker that finds all files named makes the index.
  core::Status finish() {
    TILEGLOT_TRY_STATUS(look());
    if (report_.is_complete) return {};
    for (const OutputPart& part : plan_.output.parts) {
      if (!is_named(part, part_options_)) report_.missing.push_back(part.file);
    }
    return report_.missing.empty() ? complete() : core::Status();
  }

  core::Status complete() {
    if (plan_.output.index) TILEGLOT_TRY_STATUS(write_index());
    file_.is_complete = true;
    TILEGLOT_TRY_STATUS(write_job_file(folder(), file_, true));
    for (const OutputPart& part : plan_.output.parts) remove_journal(part, part_options_);
    report_.is_complete = true;
    return {};
  }

  core::Status write_index() const {
    const auto written =
        io::write_file(index_path(), std::as_bytes(std::span(plan_.output.index->text)),
                       {.replace = options_.replace});
    const bool is_there = !written && written.error()->code == "io.exists" && is_our_index();
    return written || is_there ? core::Status() : written;
  }

  const ReshardPlan& plan_;
  const CarryOptions& options_;
  JobFile file_;
  PartOptions part_options_ = part_options_of();
  ReshardReport report_;
  std::size_t done_parts_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace

core::Result<ReshardReport> carry_out(const ReshardPlan& plan, const CarryOptions& options) {
  return Carrier(plan, options).run();
}

}  // namespace tileglot::checkpoint::reshard
