// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/checkpoint_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/checkpoint_file.h"
#include "tileglot/api/checkpoint_plan.h"
#include "tileglot/api/crew.h"
#include "tileglot/api/relayout.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/tensor_move.h"
#include "tileglot/api/tensor_pieces.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/io/atomic_file.h"
#include "tileglot/io/checksum.h"
#include "tileglot/io/journal.h"
#include "tileglot/io/memory_mapping.h"
#include "tileglot/io/os_error.h"
#include "tileglot/io/resumable_file.h"
#include "tileglot/relayout/cpu/measure.h"

namespace tileglot::api {
namespace {

namespace cpu = relayout::cpu;

/// Pieces that fit a cache are written while they are there.
constexpr std::int64_t kPieceBytes = std::int64_t{4} << 20;
/// Fewer make a piece of nothing but its cost.
constexpr std::int64_t kFewestBytes = std::int64_t{64} << 10;
/// What the executor promises to stay below.
constexpr std::int64_t kThreadBytes = std::int64_t{1} << 20;

/// A tensor on its way: what is left of it, and the sum of what is there.
struct Work {
  Work(const TensorMove& a_move, std::int64_t most_bytes)
      : move(&a_move), pieces(a_move, most_bytes) {
    left = pieces.count();
  }

  const TensorMove* move;
  TensorPieces pieces;
  std::size_t part = 0;
  std::int64_t begin_bytes = 0;  ///< in its file
  std::int64_t first_task = 0;
  std::atomic<std::int64_t> left = 0;  ///< pieces; kKept for a tensor that an earlier run finished
  std::atomic<std::uint64_t> sum = 0;
};
constexpr std::int64_t kKept = -1;

/// Pieces are summed in any order, and each counts where it is.
std::uint64_t piece_sum(std::span<const std::byte> bytes, std::int64_t piece) {
  return io::mixed(io::checksum(bytes) + static_cast<std::uint64_t>(piece));
}

std::string done_line(std::size_t tensor, std::uint64_t sum) {
  return fmt::format("done {} {:016x}", tensor, sum);
}

struct Done {
  std::size_t tensor = 0;
  std::uint64_t sum = 0;
};

/// Nothing for any other line.
std::optional<Done> read_done(const std::string& line) {
  constexpr std::size_t kNumber = std::string_view("done ").size();
  const std::size_t space = std::min(line.find(' ', kNumber), line.size());
  Done done;
  const char* const text = line.data();
  std::from_chars(text + std::min(kNumber, line.size()), text + space, done.tensor);
  std::from_chars(text + std::min(space + 1, line.size()), text + line.size(), done.sum, 16);
  return line == done_line(done.tensor, done.sum) ? std::optional(done) : std::nullopt;
}

class Writer {
 public:
  Writer(const CheckpointFile& source, const CheckpointPlan& plan, const WriteOptions& options)
      : source_(source), plan_(plan), options_(options) {}

  core::Result<WriteReport> run() {
    TILEGLOT_TRY_STATUS(choose_pieces());
    list_works();
    TILEGLOT_TRY_STATUS(open_files());
    TILEGLOT_TRY_STATUS(keep_finished());
    core::Status status;
    report_.seconds = cpu::seconds_of([&] { status = move_all(); });
    TILEGLOT_TRY_STATUS(std::move(status));
    TILEGLOT_TRY_STATUS(check_sources());
    report_.finish_seconds = cpu::seconds_of([&] { status = commit(); });
    TILEGLOT_TRY_STATUS(std::move(status));
    return report_;
  }

 private:
  core::Status choose_pieces() {
    room_bytes_ = options_.memory_bytes / options_.threads - kThreadBytes;
    piece_bytes_ = std::min(kPieceBytes, room_bytes_);
    if (piece_bytes_ >= kFewestBytes) return {};
    return core::fail(
        {.code = "relayout.max_memory",
         .message =
             fmt::format("{} threads need {} bytes of memory, and {} are allowed", options_.threads,
                         options_.threads * (kThreadBytes + kFewestBytes), options_.memory_bytes),
         .help = "use fewer threads"});
  }

  void list_works() {
    std::int64_t tasks = 0;
    for (std::size_t p = 0; p < plan_.parts.size(); ++p) {
      const PartPlan& part = plan_.parts[p];
      const auto header = static_cast<std::int64_t>(part.header.size());
      for (std::size_t i = 0; i < part.moves.size(); ++i) {
        auto work = std::make_unique<Work>(part.moves[i], piece_bytes_);
        work->part = p;
        work->begin_bytes = header + part.placed[i].begin_bytes;
        work->first_task = tasks;
        tasks += work->pieces.count();
        works_.push_back(std::move(work));
      }
    }
    tasks_ = tasks;
  }

  /// Everything that decides what the bytes of the output are.
  std::string job() const {
    std::string text = "tileglot 1\n";
    for (const CheckpointPart& part : source_.parts) text += part.tensors.file.stamp() + "\n";
    for (const PartPlan& part : plan_.parts) text += part.path + "\n" + part.header + "\n";
    for (const auto& work : works_) {
      const TensorMove& move = *work->move;
      text += bridge::print(move.source.layout);
      text += move.to ? " > " + bridge::print(*move.to) : std::string(" copied");
      text += fmt::format(" in {}\n", work->pieces.count());
    }
    return fmt::format("job {:016x} {}", io::checksum(std::as_bytes(std::span(text))), text.size());
  }

  core::Status open_files() {
    files_.reserve(plan_.parts.size());
    for (const PartPlan& part : plan_.parts) {
      TILEGLOT_TRY(file, io::ResumableFile::open(part.path, part.file_bytes(), options_.replace));
      TILEGLOT_TRY_STATUS(file.write(0, std::as_bytes(std::span(part.header))));
      files_.push_back(std::move(file));
    }
    TILEGLOT_TRY(journal, io::Journal::open(io::beside(plan_.path, "journal")));
    journal_.emplace(std::move(journal));
    return {};
  }

  /// The tensors that lines of the journal speak of, if it is this job's.
  std::vector<std::optional<std::uint64_t>> claimed() const {
    std::vector<std::optional<std::uint64_t>> sums(works_.size());
    const auto& lines = journal_->lines();
    if (lines.empty() || lines.front() != job_) return sums;
    for (const std::string& line : lines) {
      const auto done = read_done(line);
      if (done && done->tensor < sums.size()) sums[done->tensor] = done->sum;
    }
    return sums;
  }

  /// What is there of a tensor, summed as when it was written.
  core::Result<std::uint64_t> sum_of(const Work& work) const {
    TILEGLOT_TRY(memory, files_[work.part].map());
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < work.pieces.count(); ++i) {
      const auto begin = static_cast<std::size_t>(work.begin_bytes + work.pieces.begin(i));
      const auto bytes = static_cast<std::size_t>(work.pieces.bytes(i));
      sum += piece_sum(memory.bytes().subspan(begin, bytes), i);
    }
    return sum;
  }

  /// Reads all that the journal says is finished, and believes only what it reads.
  core::Status keep_finished() {
    job_ = job();
    const auto sums = claimed();
    const auto verify = [&](int /*worker*/, std::int64_t i) -> core::Status {
      Work& work = *works_[static_cast<std::size_t>(i)];
      const auto claim = sums[static_cast<std::size_t>(i)];
      if (!claim || work.left == 0 || files_[work.part].is_new()) return {};
      TILEGLOT_TRY(sum, sum_of(work));
      if (sum == *claim) work.left = kKept;
      return {};
    };
    const auto tensors = static_cast<std::int64_t>(works_.size());
    TILEGLOT_TRY_STATUS(run_crew(options_.threads, tensors, verify, [&] { return goes_on(); }));
    return begin_journal(sums);
  }

  core::Status begin_journal(const std::vector<std::optional<std::uint64_t>>& sums) {
    TILEGLOT_TRY_STATUS(journal_->begin(job_));
    for (std::size_t i = 0; i < works_.size(); ++i) {
      if (works_[i]->left != kKept) continue;
      ++report_.kept_tensors;
      done_bytes_ += works_[i]->move->target_bytes;
      TILEGLOT_TRY_STATUS(journal_->append(done_line(i, *sums[i])));
    }
    return {};
  }

  /// The tensor that a task is of: the last that begins at or before it and has pieces.
  std::size_t tensor_of(std::int64_t task) const {
    const auto behind = std::ranges::upper_bound(
        works_, task, {}, [](const std::unique_ptr<Work>& work) { return work->first_task; });
    return static_cast<std::size_t>(behind - works_.begin()) - 1;
  }

  core::Status move_all() {
    rooms_.resize(static_cast<std::size_t>(options_.threads));
    started_ = std::chrono::steady_clock::now();
    const auto body = [&](int worker, std::int64_t task) { return move_piece(worker, task); };
    auto status = run_crew(options_.threads, tasks_, body, [&] {
      show_progress();
      return goes_on();
    });
    rooms_.clear();
    return status;
  }

  bool goes_on() const { return !options_.is_interrupted || !options_.is_interrupted(); }

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
    if (work.left == kKept) return {};
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

  core::Result<std::uint64_t> write_piece(io::MemoryMapping& room, const Work& work,
                                          std::int64_t piece) {
    if (work.pieces.room_bytes() > room_bytes_) return make_in_file(work, piece);
    TILEGLOT_TRY_STATUS(grow(room, work.pieces.room_bytes()));
    TILEGLOT_TRY(bytes, work.pieces.make(piece, room.writable_bytes()));
    TILEGLOT_TRY_STATUS(
        files_[work.part].write(work.begin_bytes + work.pieces.begin(piece), bytes));
    return piece_sum(bytes, piece);
  }

  /// Without memory of its own, for a layout that is one slab, larger than may be held.
  core::Result<std::uint64_t> make_in_file(const Work& work, std::int64_t piece) const {
    TILEGLOT_TRY(memory, files_[work.part].map());
    const auto begin = static_cast<std::size_t>(work.begin_bytes + work.pieces.begin(piece));
    const auto place =
        memory.writable_bytes().subspan(begin, static_cast<std::size_t>(work.pieces.bytes(piece)));
    TILEGLOT_TRY(bytes, work.pieces.make(piece, place));
    return piece_sum(bytes, piece);
  }

  static core::Status grow(io::MemoryMapping& room, std::int64_t bytes) {
    if (static_cast<std::int64_t>(room.bytes().size()) >= bytes) return {};
    room = io::MemoryMapping();
    TILEGLOT_TRY(grown, io::MemoryMapping::anonymous(bytes, "a slab"));
    room = std::move(grown);
    return {};
  }

  /// Whether what was read is what the job line says.
  core::Status check_sources() {
    TILEGLOT_TRY_STATUS(source_.check());
    if (job_ == job()) return {};
    return core::fail(
        {.code = "io.changed",
         .message = fmt::format("{} was written while it was read", io::path_text(source_.path)),
         .help = "nothing was put in its place; try again when no other program "
                 "writes it"});
  }

  core::Status commit() {
    for (const io::ResumableFile& file : files_) TILEGLOT_TRY_STATUS(file.sync());
    for (io::ResumableFile& file : files_) TILEGLOT_TRY_STATUS(file.commit());
    if (plan_.index_text) {
      TILEGLOT_TRY_STATUS(io::write_file(plan_.path, std::as_bytes(std::span(*plan_.index_text)),
                                         {.replace = options_.replace}));
    }
    journal_->remove();
    report_.written_bytes = plan_.data_bytes();
    return {};
  }

  const CheckpointFile& source_;
  const CheckpointPlan& plan_;
  const WriteOptions& options_;
  WriteReport report_;
  std::string job_;
  std::int64_t room_bytes_ = 0;
  std::int64_t piece_bytes_ = 0;
  std::vector<std::unique_ptr<Work>> works_;
  std::int64_t tasks_ = 0;
  std::vector<io::ResumableFile> files_;
  std::optional<io::Journal> journal_;
  std::mutex journal_mutex_;
  std::vector<io::MemoryMapping> rooms_;  ///< one a worker
  std::atomic<std::int64_t> done_bytes_ = 0;
  std::atomic<std::int64_t> moved_bytes_ = 0;
  std::atomic<std::size_t> done_tensors_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace

Step<WriteReport> write_checkpoint(const CheckpointFile& source, const CheckpointPlan& plan,
                                   const WriteOptions& options) {
  return about(Writer(source, plan, options).run(), {});
}

}  // namespace tileglot::api
