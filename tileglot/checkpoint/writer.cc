// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/rooms.h"
#include "tileglot/checkpoint/tensor_pieces.h"
#include "tileglot/checkpoint/work.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/file/journal.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/output_target.h"
#include "tileglot/io/file/resumable_file.h"
#include "tileglot/relayout/cpu/measure.h"
#include "tileglot/relayout/cpu/tasks.h"

namespace tileglot::checkpoint {
namespace {

namespace cpu = relayout::cpu;

using Lines = std::vector<std::string>;

/// How many tasks ahead the disk starts reading.
constexpr std::int64_t kTasksAhead = 6;

class Writer {
 public:
  Writer(const Checkpoint& source, const Plan& plan, const WriteOptions& options)
      : source_(source), plan_(plan), options_(options) {}

  core::Result<WriteReport> run() {
    TILEGLOT_TRY(rooms, rooms_for(options_.threads, options_.memory_bytes));
    room_bytes_ = rooms.room_bytes;
    works_ = make_works(plan_, rooms.piece_bytes);
    tasks_ = works_.empty() ? 0 : works_.back()->end_task();
    TILEGLOT_TRY_STATUS(open_journal());
    TILEGLOT_TRY_STATUS(begin());
    TILEGLOT_TRY_STATUS(timed(report_.seconds, [&] { return move_all(); }));
    TILEGLOT_TRY_STATUS(check_sources());
    TILEGLOT_TRY_STATUS(timed(report_.finish_seconds, [&] { return commit(); }));
    return report_;
  }

 private:
  template <class Action>
  static core::Status timed(double& seconds, Action action) {
    core::Status status;
    seconds = cpu::seconds_of([&] { status = action(); });
    return status;
  }

  core::Status open_journal() {
    TILEGLOT_TRY(journal, io::Journal::open(io::beside(plan_.path, "journal"), plan_.path));
    journal_.emplace(std::move(journal));
    job_ = job_line(source_, plan_, works_);
    is_resumed_ = !journal_->lines().empty() && journal_->lines().front() == job_;
    sums_ = claimed_sums(is_resumed_ ? journal_->lines() : Lines(), works_.size());
    return {};
  }

  core::Status begin() {
    auto status = open_files();
    if (!status) take_back();
    return status;
  }

  core::Status open_files() {
    files_.reserve(plan_.parts.size());
    for (std::size_t p = 0; p < plan_.parts.size(); ++p) {
      TILEGLOT_TRY(file, open_part(p));
      files_.push_back(std::move(file));
    }
    TILEGLOT_TRY_STATUS(keep_finished());
    TILEGLOT_TRY_STATUS(keep_named());
    TILEGLOT_TRY_STATUS(check_index());
    return begin_journal();
  }

  /// If the work could not start, removes what it created.
  void take_back() {
    for (io::ResumableFile& file : files_) {
      if (file.is_new()) file.discard();
    }
    if (journal_->lines().empty()) journal_->remove();
  }

  /// A run that ended between renaming two parts has left the first under its final name.
  core::Result<io::ResumableFile> open_part(std::size_t p) const {
    const auto works = works_of(p);
    const bool is_claimed = std::ranges::all_of(works, [&](const auto& work) {
      return work->left == 0 || sums_[work->number].has_value();
    });
    if (is_resumed_ && is_claimed) {
      const PartPlan& part = plan_.parts[p];
      if (auto file = io::ResumableFile::finished(part.path, part.file_bytes())) {
        return *std::move(file);
      }
    }
    return open_partial(p);
  }

  core::Result<io::ResumableFile> open_partial(std::size_t p) const {
    const PartPlan& part = plan_.parts[p];
    TILEGLOT_TRY(file, io::ResumableFile::open(part.path, part.file_bytes(), options_.replace));
    TILEGLOT_TRY_STATUS(file.write(0, std::as_bytes(std::span(part.header))));
    return std::move(file);
  }

  std::span<const std::unique_ptr<Work>> works_of(std::size_t part) const {
    const auto found =
        std::ranges::equal_range(works_, part, {}, [](const auto& work) { return work->part; });
    return {found.begin(), found.end()};
  }

  /// The sum of what is stored of a tensor, computed as when it was written.
  core::Result<std::uint64_t> sum_of(const Work& work) const {
    TILEGLOT_TRY(memory, files_[work.part].contents());
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < work.pieces.count(); ++i) {
      const auto begin = static_cast<std::size_t>(work.begin_bytes + work.pieces.begin(i));
      const auto bytes = static_cast<std::size_t>(work.pieces.bytes(i));
      sum += piece_sum(memory.bytes().subspan(begin, bytes), i);
    }
    return sum;
  }

  core::Status run_tasks(std::int64_t tasks, const cpu::Task& body,
                         const std::function<core::Status()>& watch) const {
    if (!options_.on_this_thread) return cpu::run_tasks(options_.threads, tasks, body, watch);
    for (std::int64_t task = 0; task < tasks; ++task) {
      TILEGLOT_TRY_STATUS(watch());
      TILEGLOT_TRY_STATUS(body(0, task));
    }
    static_cast<void>(watch());  // An error after all tasks are done changes nothing.
    return {};
  }

  /// Reads all tensors that the journal lists as finished, and trusts only their bytes.
  core::Status keep_finished() {
    const auto verify = [&](int /*worker*/, std::int64_t i) -> core::Status {
      Work& work = *works_[static_cast<std::size_t>(i)];
      const auto claim = sums_[work.number];
      if (!claim || work.left == 0 || files_[work.part].is_new()) return {};
      TILEGLOT_TRY(sum, sum_of(work));
      if (sum == *claim) work.left = Work::kKept;
      return {};
    };
    const auto tensors = static_cast<std::int64_t>(works_.size());
    return run_tasks(tensors, verify, [&] { return goes_on(); });
  }

  /// A file with the final name but different bytes is not ours, and counts as an existing file.
  core::Status keep_named() {
    for (std::size_t p = 0; p < files_.size(); ++p) {
      if (!files_[p].is_finished()) continue;
      TILEGLOT_TRY(is_ours, is_whole(p));
      if (is_ours) continue;
      TILEGLOT_TRY(file, open_partial(p));
      files_[p] = std::move(file);
      for (const auto& work : works_of(p)) work->left = work->pieces.count();
    }
    return {};
  }

  core::Result<bool> is_whole(std::size_t p) const {
    TILEGLOT_TRY(memory, files_[p].contents());
    const auto header = std::as_bytes(std::span(plan_.parts[p].header));
    if (!std::ranges::equal(memory.bytes().first(header.size()), header)) return false;
    return std::ranges::all_of(works_of(p), [](const auto& work) { return work->left <= 0; });
  }

  /// Refuses what can be refused before the work.
  core::Status check_index() {
    if (!plan_.index_text) return {};
    const bool are_named = std::ranges::all_of(files_, &io::ResumableFile::is_finished);
    has_index_ = are_named && is_there(plan_.path, *plan_.index_text);
    if (has_index_) return {};
    TILEGLOT_TRY(target, io::output_target(plan_.path, options_.replace));
    static_cast<void>(target);
    return {};
  }

  static bool is_there(const std::string& path, std::string_view text) {
    const auto file = io::MappedFile::open(path);
    return file && std::ranges::equal(file->bytes(), std::as_bytes(std::span(text)));
  }

  core::Status begin_journal() {
    TILEGLOT_TRY_STATUS(is_resumed_ ? journal_->go_on() : journal_->begin(job_));
    for (const auto& work : works_) {
      if (work->left != Work::kKept) continue;
      ++report_.kept_tensors;
      done_bytes_ += work->move->target_bytes;
    }
    return {};
  }

  /// The tensor of a task: the last that begins at or before it and has pieces.
  std::size_t tensor_of(std::int64_t task) const {
    const auto behind = std::ranges::upper_bound(
        works_, task, {}, [](const std::unique_ptr<Work>& work) { return work->first_task; });
    return static_cast<std::size_t>(behind - works_.begin()) - 1;
  }

  core::Status move_all() {
    rooms_.resize(static_cast<std::size_t>(options_.threads));
    started_ = std::chrono::steady_clock::now();
    const auto body = [&](int worker, std::int64_t task) { return move_piece(worker, task); };
    auto status = run_tasks(tasks_, body, [&] {
      show_progress();
      return goes_on();
    });
    rooms_.clear();
    return status;
  }

  core::Status goes_on() const {
    if (!options_.is_interrupted || !options_.is_interrupted()) return {};
    return core::fail({.code = "io.interrupted",
                       .message = "the work was interrupted",
                       .help = "the same command goes on with what is finished"});
  }

  void show_progress() const {
    if (!options_.progress) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
    options_.progress({.done_bytes = done_bytes_,
                       .total_bytes = plan_.data_bytes(),
                       .moved_bytes = moved_bytes_,
                       .done_tensors = done_tensors_ + report_.kept_tensors,
                       .tensors = works_.size(),
                       .seconds = elapsed.count()});
  }

  core::Status move_piece(int worker, std::int64_t task) {
    const std::size_t tensor = tensor_of(task);
    Work& work = *works_[tensor];
    read_ahead(task + kTasksAhead);
    if (work.left == Work::kKept) return {};
    const std::int64_t piece = task - work.first_task;
    TILEGLOT_TRY(sum, write_piece(rooms_[static_cast<std::size_t>(worker)], work, piece));
    work.sum += sum;
    done_bytes_ += work.pieces.bytes(piece);
    moved_bytes_ += work.pieces.bytes(piece);
    if (--work.left > 0) return {};
    ++done_tensors_;
    const std::lock_guard lock(journal_mutex_);
    return journal_->append(done_line(tensor, work.sum));
  }

  /// Source and target usually have the same order; otherwise the system reads on demand.
  void read_ahead(std::int64_t task) const {
    if (task >= tasks_) return;
    const Work& work = *works_[tensor_of(task)];
    if (work.left == Work::kKept) return;
    const auto source = work.move->source.data;
    const auto piece = static_cast<std::size_t>(task - work.first_task);
    const std::size_t share = source.size() / static_cast<std::size_t>(work.pieces.count()) + 1;
    const std::size_t begin = std::min(piece * share, source.size());
    io::expect_reads(source.subspan(begin, std::min(share, source.size() - begin)));
  }

  core::Result<std::uint64_t> write_piece(io::MemoryMapping& room, const Work& work,
                                          std::int64_t piece) {
    if (work.pieces.room_bytes() > room_bytes_) return make_in_file(work, piece);
    TILEGLOT_TRY_STATUS(grow_room(room, work.pieces.room_bytes()));
    TILEGLOT_TRY(bytes, work.pieces.make(piece, room.writable_bytes()));
    TILEGLOT_TRY_STATUS(
        files_[work.part].write(work.begin_bytes + work.pieces.begin(piece), bytes));
    return piece_sum(bytes, piece);
  }

  /// Without a buffer, for a layout that is one slab, larger than the memory limit.
  core::Result<std::uint64_t> make_in_file(const Work& work, std::int64_t piece) const {
    TILEGLOT_TRY(memory, files_[work.part].map());
    const auto begin = static_cast<std::size_t>(work.begin_bytes + work.pieces.begin(piece));
    const auto place =
        memory.writable_bytes().subspan(begin, static_cast<std::size_t>(work.pieces.bytes(piece)));
    TILEGLOT_TRY(bytes, work.pieces.make(piece, place));
    const std::uint64_t sum = piece_sum(bytes, piece);
    if (memory.lost_pages()) {
      return core::fail(io::os_error(EIO, "write", files_[work.part].path()));
    }
    return sum;
  }

  /// Checks that the sources still match the job line.
  core::Status check_sources() {
    TILEGLOT_TRY_STATUS(source_.check());
    if (job_ == job_line(source_, plan_, works_)) return {};
    return core::fail(
        {.code = "io.changed",
         .message = fmt::format("{} was written while it was read", io::path_text(source_.path)),
         .help = "nothing was replaced; try again when no other program writes it"});
  }

  core::Status commit() {
    for (const io::ResumableFile& file : files_) TILEGLOT_TRY_STATUS(file.sync());
    for (io::ResumableFile& file : files_) TILEGLOT_TRY_STATUS(file.commit());
    if (plan_.index_text && !has_index_) {
      TILEGLOT_TRY_STATUS(io::write_file(plan_.path, std::as_bytes(std::span(*plan_.index_text)),
                                         {.replace = options_.replace}));
    }
    journal_->remove();
    report_.written_bytes = moved_bytes_;
    return {};
  }

  const Checkpoint& source_;
  const Plan& plan_;
  const WriteOptions& options_;
  WriteReport report_;
  std::string job_;
  bool is_resumed_ = false;                         ///< the journal is for this job
  bool has_index_ = false;                          ///< already under its final name
  std::vector<std::optional<std::uint64_t>> sums_;  ///< recorded in the journal, per tensor
  std::int64_t room_bytes_ = 0;
  Works works_;
  std::int64_t tasks_ = 0;
  std::vector<io::ResumableFile> files_;
  std::optional<io::Journal> journal_;
  std::mutex journal_mutex_;
  std::vector<io::MemoryMapping> rooms_;  ///< one per worker
  std::atomic<std::int64_t> done_bytes_ = 0;
  std::atomic<std::int64_t> moved_bytes_ = 0;
  std::atomic<std::size_t> done_tensors_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace

core::Result<WriteReport> write(const Checkpoint& source, const Plan& plan,
                                const WriteOptions& options) {
  return Writer(source, plan, options).run();
}

}  // namespace tileglot::checkpoint
