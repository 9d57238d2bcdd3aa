// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/part_journal.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tileglot::checkpoint::reshard {
namespace {

constexpr std::string_view kWorker = "worker ";
constexpr std::string_view kSlab = "slab ";

struct NumberedSlab {
  std::int64_t number = 0;
  WrittenSlab written = {};
};

/// Reads a number, and the blank after it.
template <class Number>
void take(std::string_view& text, Number& number, int base) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(' ')) text.remove_prefix(1);
}

std::optional<NumberedSlab> read_slab(std::string_view line) {
  if (!line.starts_with(kSlab)) return std::nullopt;
  constexpr int kDecimal = 10;
  constexpr int kHexadecimal = 16;
  NumberedSlab slab;
  std::string_view text = line.substr(kSlab.size());
  take(text, slab.number, kDecimal);
  take(text, slab.written.bytes, kDecimal);
  take(text, slab.written.sum, kHexadecimal);
  // What is not as we write it is not ours.
  const bool is_ours = line == slab_line(slab.number, slab.written) && slab.number >= 0;
  return is_ours ? std::optional(slab) : std::nullopt;
}

}  // namespace

std::int64_t PartProgress::bytes() const {
  std::int64_t all = 0;
  for (const auto& [number, slab] : slabs) all += slab.bytes;
  return all;
}

std::string job_line(std::uint64_t job, std::uint64_t header, std::int64_t slab_bytes,
                     std::int64_t unit_bytes) {
  return fmt::format("job {:016x} {:016x} {} {}", job, header, slab_bytes, unit_bytes);
}

std::string worker_line(std::string_view worker) { return fmt::format("{}{}", kWorker, worker); }

std::string slab_line(std::int64_t slab, const WrittenSlab& written) {
  return fmt::format("{}{} {} {:016x}", kSlab, slab, written.bytes, written.sum);
}

bool begins_with_job(std::span<const std::string> lines, std::uint64_t job) {
  return !lines.empty() && lines.front().starts_with(fmt::format("job {:016x} ", job));
}

PartProgress progress_of(std::span<const std::string> lines) {
  PartProgress progress;
  for (const std::string& line : lines) {
    if (line.starts_with(kWorker)) progress.worker = line.substr(kWorker.size());
    if (const auto slab = read_slab(line)) progress.slabs[slab->number] = slab->written;
  }
  return progress;
}

std::optional<PartProgress> progress_of(std::span<const std::string> lines, std::string_view job) {
  if (lines.empty() || lines.front() != job) return std::nullopt;
  return progress_of(lines);
}

}  // namespace tileglot::checkpoint::reshard
