// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/stdout_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/rooms.h"
#include "tileglot/checkpoint/work.h"
#include "tileglot/checkpoint/writer.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/stream.h"
#include "tileglot/relayout/cpu/measure.h"
#include "tileglot/relayout/cpu/tasks.h"

namespace tileglot::checkpoint {
namespace {

namespace cpu = relayout::cpu;

class StdoutWriter {
 public:
  StdoutWriter(const Checkpoint& source, const Plan& plan, const WriteOptions& options)
      : source_(source), plan_(plan), options_(options) {}

  core::Result<WriteReport> run() {
    TILEGLOT_TRY(rooms, rooms_for(options_.threads, options_.memory_bytes));
    works_ = make_works(plan_, rooms.piece_bytes);
    TILEGLOT_TRY_STATUS(check_slabs(rooms.room_bytes));
    rooms_.resize(static_cast<std::size_t>(options_.threads));
    built_.resize(rooms_.size());
    started_ = std::chrono::steady_clock::now();
    core::Status status;
    report_.seconds = cpu::seconds_of([&] { status = write_all(); });
    TILEGLOT_TRY_STATUS(status);
    TILEGLOT_TRY_STATUS(source_.check());
    return report_;
  }

 private:
  /// A file takes a slab of any size in its place; a stream has no place yet.
  core::Status check_slabs(std::int64_t room_bytes) const {
    for (const auto& work : works_) {
      if (work->pieces.room_bytes() <= room_bytes) continue;
      return core::fail(
          {.code = "relayout.max_memory",
           .message = fmt::format("'{}' moves in pieces of {} bytes, and each thread may hold {}",
                                  core::printable(work->move->source.name),
                                  work->pieces.room_bytes(), room_bytes),
           .help = "raise --max-memory, use fewer threads, or name a file: -o OUT.safetensors"});
    }
    return {};
  }

  core::Status write_all() {
    TILEGLOT_TRY_STATUS(put(std::as_bytes(std::span(plan_.parts.front().header))));
    header_bytes_ = report_.written_bytes;
    for (const auto& work : works_) {
      const auto threads = static_cast<std::int64_t>(rooms_.size());
      for (std::int64_t i = 0; i < work->pieces.count(); i += threads)
        TILEGLOT_TRY_STATUS(write_group(*work, i, std::min(i + threads, work->pieces.count())));
      ++done_tensors_;
      show_progress();
    }
    return {};
  }

  core::Status write_group(const Work& work, std::int64_t begin, std::int64_t end) {
    const auto build = [&](int /*worker*/, std::int64_t i) -> core::Status {
      const auto slot = static_cast<std::size_t>(i);
      TILEGLOT_TRY_STATUS(grow_room(rooms_[slot], work.pieces.room_bytes()));
      TILEGLOT_TRY(bytes, work.pieces.make(begin + i, rooms_[slot].writable_bytes()));
      built_[slot] = bytes;
      return {};
    };
    TILEGLOT_TRY_STATUS(
        cpu::run_tasks(options_.threads, end - begin, build, [&] { return goes_on(); }));
    for (std::int64_t i = 0; i < end - begin; ++i)
      TILEGLOT_TRY_STATUS(put(built_[static_cast<std::size_t>(i)]));
    show_progress();
    return {};
  }

  core::Status put(std::span<const std::byte> bytes) {
    TILEGLOT_TRY_STATUS(goes_on());
    TILEGLOT_TRY_STATUS(io::write_all(STDOUT_FILENO, "stdout", bytes));
    report_.written_bytes += static_cast<std::int64_t>(bytes.size());
    return {};
  }

  core::Status goes_on() const {
    if (!options_.is_interrupted || !options_.is_interrupted()) return {};
    return core::fail({.code = "io.interrupted",
                       .message = "the work was interrupted",
                       .help = "stdout has the beginning of the model only"});
  }

  void show_progress() const {
    if (!options_.progress) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
    const std::int64_t done_bytes = report_.written_bytes - header_bytes_;
    options_.progress({.done_bytes = done_bytes,
                       .total_bytes = plan_.data_bytes(),
                       .moved_bytes = done_bytes,
                       .done_tensors = done_tensors_,
                       .tensors = works_.size(),
                       .seconds = elapsed.count()});
  }

  const Checkpoint& source_;
  const Plan& plan_;
  const WriteOptions& options_;
  WriteReport report_;
  Works works_;
  std::vector<io::MemoryMapping> rooms_;           ///< one for each piece of a group
  std::vector<std::span<const std::byte>> built_;  ///< in the rooms, or in the source
  std::int64_t header_bytes_ = 0;
  std::size_t done_tensors_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace

core::Result<WriteReport> write_stdout(const Checkpoint& source, const Plan& plan,
                                       const WriteOptions& options) {
  return StdoutWriter(source, plan, options).run();
}

}  // namespace tileglot::checkpoint
