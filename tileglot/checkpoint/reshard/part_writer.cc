// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/part_writer.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/part_journal.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/units.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/checksum.h"
#include "tileglot/io/file/journal.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/resumable_file.h"
#include "tileglot/relayout/cpu/tasks.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace cpu = relayout::cpu;

std::span<const std::byte> header_of(const OutputPart& part) {
  return std::as_bytes(std::span(part.header));
}

std::string journal_path(const OutputPart& part, const PartOptions& options) {
  return io::beside(path_of(part, options), "journal");
}

std::string job_line_of(const OutputPart& part, const PartOptions& options) {
  return job_line(options.job, io::checksum(header_of(part)), options.slab_bytes,
                  options.unit_bytes);
}

std::optional<io::ResumableFile> named(const OutputPart& part, const PartOptions& options) {
  return io::ResumableFile::finished(path_of(part, options), part.file_bytes());
}

core::Result<io::Journal> open_journal(const OutputPart& part, const PartOptions& options) {
  return io::Journal::open(journal_path(part, options), path_of(part, options));
}

bool has_partial(const OutputPart& part, const PartOptions& options) {
  std::error_code error;
  const auto bytes =
      std::filesystem::file_size(io::beside(path_of(part, options), "partial"), error);
  return !error && std::cmp_equal(bytes, part.file_bytes());
}

/// Lines speak of a file. Those of one that is gone go before another is made: a kill between the two
/// must not leave lines beside a file that is empty.
core::Result<io::ResumableFile> open_partial(const OutputPart& part, const PartOptions& options,
                                             io::Journal& journal) {
  if (!has_partial(part, options)) TILEGLOT_TRY_STATUS(journal.begin(job_line_of(part, options)));
  return io::ResumableFile::open(path_of(part, options), part.file_bytes(), options.replace);
}

/// Units of all entries, one after the other, and the slabs that they make.
class Slabs {
 public:
  Slabs(const OutputPart& part, const WantedModel& wanted, const PartOptions& options)
      : header_bytes_(static_cast<std::int64_t>(part.header.size())) {
    pieces_.reserve(part.entries.size());
    for (const Entry& entry : part.entries) add(entry, wanted, options);
    if (open_bytes_ > 0) close();
  }

  struct Slab {
    std::int64_t first_unit = 0;
    std::int64_t units = 0;
    std::int64_t begin = 0;  ///< in the file
    std::int64_t bytes = 0;
  };

  struct Unit {
    const Entry* entry = nullptr;
    map::Box box = {};
    std::int64_t begin = 0;  ///< in the file
    std::int64_t bytes = 0;
  };

  const std::vector<Slab>& slabs() const { return slabs_; }

  Unit unit(std::int64_t number) const {
    const auto after = std::ranges::upper_bound(pieces_, number, {}, &Piece::first_unit);
    const Piece& piece = *(after - 1);
    const std::int64_t i = number - piece.first_unit;
    return {.entry = piece.entry,
            .box = piece.units.box(i),
            .begin = header_bytes_ + piece.entry->placed.begin_bytes + piece.units.begin(i),
            .bytes = piece.units.bytes(i)};
  }

 private:
  struct Piece {
    const Entry* entry = nullptr;
    std::int64_t first_unit = 0;
    Units units = {};
  };

  void add(const Entry& entry, const WantedModel& wanted, const PartOptions& options) {
    const WantedArray& array = wanted.arrays[entry.array];
    Units units =
        Units::of(array.tiles[entry.tile].extents, array.element_bits, options.unit_bytes);
    if (units.count() == 0) return;
    for (std::int64_t i = 0; i < units.count(); ++i) {
      open_bytes_ += units.bytes(i);
      ++open_units_;
      if (open_bytes_ >= options.slab_bytes) close();
    }
    const std::int64_t count = units.count();
    pieces_.push_back({.entry = &entry, .first_unit = units_, .units = std::move(units)});
    units_ += count;
  }

  void close() {
    const Slab* const before = slabs_.empty() ? nullptr : &slabs_.back();
    slabs_.push_back({.first_unit = before == nullptr ? 0 : before->first_unit + before->units,
                      .units = open_units_,
                      .begin = before == nullptr ? header_bytes_ : before->begin + before->bytes,
                      .bytes = open_bytes_});
    open_units_ = 0;
    open_bytes_ = 0;
  }

  std::int64_t header_bytes_;
  std::vector<Piece> pieces_ = {};
  std::vector<Slab> slabs_ = {};
  std::int64_t units_ = 0;
  std::int64_t open_units_ = 0;
  std::int64_t open_bytes_ = 0;
};

/// Sums of units can be added in any order; each depends on where it is in its slab.
std::uint64_t unit_sum(std::span<const std::byte> bytes, std::int64_t number) {
  return io::mixed(io::checksum(bytes) + static_cast<std::uint64_t>(number));
}

class Writer {
 public:
  Writer(const OutputPart& part, const WantedModel& wanted, const Source& source,
         const PartOptions& options)
      : part_(part),
        wanted_(wanted),
        source_(source),
        options_(options),
        slabs_(part, wanted, options) {}

  core::Result<PartReport> run() {
    // The journal is locked, so nobody else has this part from here on.
    TILEGLOT_TRY(journal, open_journal(part_, options_));
    journal_.emplace(std::move(journal));
    const std::string job = job_line_of(part_, options_);
    auto progress = progress_of(journal_->lines(), job);
    if (progress) done_ = std::move(progress->slabs);
    TILEGLOT_TRY_STATUS(open_file(progress.has_value()));
    TILEGLOT_TRY_STATUS(begin_journal(job));
    TILEGLOT_TRY_STATUS(keep());
    TILEGLOT_TRY_STATUS(move_all());
    TILEGLOT_TRY_STATUS(source_.check());
    TILEGLOT_TRY_STATUS(give_name());
    return report_;
  }

 private:
  /// A file that has its name is known by its lines, which must not be lost after it.
  core::Status give_name() {
    TILEGLOT_TRY_STATUS(file_->sync());
    TILEGLOT_TRY_STATUS(journal_->sync());
    const auto name = [&] { return file_->commit(); };
    return options_.naming ? options_.naming(name) : name();
  }

  /// A run that ended after it gave the name has left all lines.
  core::Status open_file(bool is_resumed) {
    if (is_resumed && done_.size() == slabs_.slabs().size()) file_ = named(part_, options_);
    return file_ ? core::Status() : open_new(options_);
  }

  core::Status open_new(const PartOptions& options) {
    TILEGLOT_TRY(file, open_partial(part_, options, *journal_));
    if (file.is_new()) done_.clear();
    file_.emplace(std::move(file));
    return file_->write(0, header_of(part_));
  }

  core::Status begin_journal(const std::string& job) {
    if (file_->is_finished()) return journal_->go_on();
    TILEGLOT_TRY_STATUS(done_.empty() ? journal_->begin(job) : journal_->go_on());
    return journal_->append(worker_line(options_.worker));
  }

  /// Decides which slabs of earlier runs stay.
  core::Status keep() {
    is_kept_.assign(slabs_.slabs().size(), false);
    for (std::size_t i = 0; i < is_kept_.size(); ++i) {
      TILEGLOT_TRY(is_kept, stays(i));
      is_kept_[i] = is_kept;
      if (is_kept) report_.kept_bytes += slabs_.slabs()[i].bytes;
    }
    if (file_->is_finished() && report_.redone_bytes > 0) return begin_again();
    return {};
  }

  core::Result<bool> stays(std::size_t slab) {
    const auto line = done_.find(static_cast<std::int64_t>(slab));
    const std::int64_t bytes = slabs_.slabs()[slab].bytes;
    if (line == done_.end() || line->second.bytes != bytes) return false;
    if (!options_.recheck) return true;
    TILEGLOT_TRY_STATUS(goes_on());
    TILEGLOT_TRY(sum, stored_sum(slabs_.slabs()[slab]));
    if (sum == line->second.sum) return true;
    report_.redone_bytes += bytes;
    return false;
  }

  /// A named file that is not as it was written is replaced by a new one.
  core::Status begin_again() {
    is_kept_.assign(is_kept_.size(), false);
    report_.redone_bytes = part_.data_bytes();
    report_.kept_bytes = 0;
    done_.clear();
    PartOptions options = options_;
    options.replace = true;
    TILEGLOT_TRY_STATUS(open_new(options));
    return begin_journal(job_line_of(part_, options_));
  }

  core::Result<std::uint64_t> stored_sum(const Slabs::Slab& slab) const {
    TILEGLOT_TRY(memory, file_->contents());
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < slab.units; ++i) {
      const Slabs::Unit unit = slabs_.unit(slab.first_unit + i);
      sum += unit_sum(memory.bytes().subspan(static_cast<std::size_t>(unit.begin),
                                             static_cast<std::size_t>(unit.bytes)),
                      i);
    }
    return sum;
  }

  core::Status move_all() {
    rooms_.resize(static_cast<std::size_t>(options_.threads));
    done_bytes_ = report_.kept_bytes;
    for (std::size_t i = 0; i < is_kept_.size(); ++i) {
      if (is_kept_[i]) continue;
      TILEGLOT_TRY_STATUS(goes_on());
      TILEGLOT_TRY_STATUS(move_slab(i));
    }
    show_progress();
    return {};
  }

  core::Status move_slab(std::size_t number) {
    const Slabs::Slab& slab = slabs_.slabs()[number];
    std::atomic<std::uint64_t> sum = 0;
    const auto body = [&](int worker, std::int64_t i) -> core::Status {
      TILEGLOT_TRY(of_unit, move_unit(rooms_[static_cast<std::size_t>(worker)],
                                      slabs_.unit(slab.first_unit + i), i));
      sum += of_unit;
      return {};
    };
    // A slab that was begun is finished, whatever is asked of the process.
    TILEGLOT_TRY_STATUS(cpu::run_tasks(options_.threads, slab.units, body, [&] {
      show_progress();
      return core::Status();
    }));
    TILEGLOT_TRY_STATUS(file_->sync());
    report_.moved_bytes += slab.bytes;
    return journal_->append(
        slab_line(static_cast<std::int64_t>(number), {.bytes = slab.bytes, .sum = sum}));
  }

  core::Result<std::uint64_t> move_unit(io::MemoryMapping& room, const Slabs::Unit& unit,
                                        std::int64_t number) {
    TILEGLOT_TRY_STATUS(grow(room, unit.bytes));
    const auto bytes = room.writable_bytes().first(static_cast<std::size_t>(unit.bytes));
    const WantedArray& array = wanted_.arrays[unit.entry->array];
    const WantedTile& tile = array.tiles[unit.entry->tile];
    const auto tile_number = static_cast<std::int64_t>(unit.entry->tile);
    TILEGLOT_TRY_STATUS(source_.fetch(tile, array.element_bits, tile_number, unit.box, bytes));
    TILEGLOT_TRY_STATUS(file_->write(unit.begin, bytes));
    done_bytes_ += unit.bytes;
    return unit_sum(bytes, number);
  }

  static core::Status grow(io::MemoryMapping& room, std::int64_t bytes) {
    if (static_cast<std::int64_t>(room.bytes().size()) >= bytes) return {};
    TILEGLOT_TRY(grown, io::MemoryMapping::anonymous(bytes, "a unit"));
    room = std::move(grown);
    return {};
  }

  core::Status goes_on() const {
    if (!options_.is_interrupted || !options_.is_interrupted()) return {};
    return core::fail({.code = "io.interrupted",
                       .message = "the work was interrupted",
                       .help = "the same command goes on with what is finished"});
  }

  void show_progress() const {
    if (options_.progress) options_.progress(done_bytes_, report_.kept_bytes);
  }

  const OutputPart& part_;
  const WantedModel& wanted_;
  const Source& source_;
  const PartOptions& options_;
  Slabs slabs_;
  PartReport report_;
  std::optional<io::Journal> journal_;
  std::map<std::int64_t, WrittenSlab> done_;  ///< as the journal says
  std::optional<io::ResumableFile> file_;
  std::vector<bool> is_kept_;
  std::vector<io::MemoryMapping> rooms_;  ///< one for each thread
  std::atomic<std::int64_t> done_bytes_ = 0;
};

}  // namespace

std::string path_of(const OutputPart& part, const PartOptions& options) {
  return options.folder + part.file;
}

bool is_named(const OutputPart& part, const PartOptions& options) {
  const auto lines = io::Journal::read(journal_path(part, options));
  const auto progress = lines ? progress_of(*lines, job_line_of(part, options)) : std::nullopt;
  // A file of another job has its name until ours is written.
  const bool is_written =
      progress && !progress->worker.empty() && progress->bytes() == part.data_bytes();
  return is_written && named(part, options).has_value();
}

core::Result<bool> reserve_part(const OutputPart& part, const PartOptions& options) {
  if (is_named(part, options)) return false;
  TILEGLOT_TRY(journal, open_journal(part, options));
  auto file = open_partial(part, options, journal);
  if (file) return file->is_new();
  if (journal.lines().empty()) journal.remove();
  return core::fail(std::move(file).error());
}

void discard_part(const OutputPart& part, const PartOptions& options) {
  auto journal = open_journal(part, options);
  if (!journal || journal->lines().size() > 1 || !has_partial(part, options)) return;
  if (auto file = open_partial(part, options, *journal)) file->discard();
  journal->remove();
}

void remove_journal(const OutputPart& part, const PartOptions& options) {
  const std::string path = journal_path(part, options);
  const auto lines = io::Journal::read(path);
  if (lines && begins_with_job(*lines, options.job)) ::unlink(path.c_str());
}

core::Result<PartReport> write_part(const OutputPart& part, const WantedModel& wanted,
                                    const Source& source, const PartOptions& options) {
  return Writer(part, wanted, source, options).run();
}

}  // namespace tileglot::checkpoint::reshard
