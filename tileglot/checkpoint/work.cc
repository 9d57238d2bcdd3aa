// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/work.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/plan.h"
#include "tileglot/checkpoint/tensor_move.h"
#include "tileglot/io/file/checksum.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint {
namespace {

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

/// Identifies the source's bytes, as far as possible without reading them.
std::string source_text(const Part& part) {
  const auto header = io::safetensors_header_text(part.tensors.file.bytes());
  return fmt::format("{} {:016x}\n", part.tensors.file.stamp(),
                     io::checksum(std::as_bytes(std::span(header))));
}

std::string work_text(const Work& work) {
  const TensorMove& move = *work.move;
  const std::string to = move.to ? " > " + bridge::print(*move.to) : std::string(" copied");
  return fmt::format("{}{} in {}\n", bridge::print(move.source.layout), to, work.pieces.count());
}

}  // namespace

Works make_works(const Plan& plan, std::int64_t piece_bytes) {
  Works works;
  std::int64_t tasks = 0;
  for (std::size_t p = 0; p < plan.parts.size(); ++p) {
    const PartPlan& part = plan.parts[p];
    const auto header = static_cast<std::int64_t>(part.header.size());
    works.reserve(works.size() + part.moves.size());
    for (std::size_t i = 0; i < part.moves.size(); ++i) {
      auto work = std::make_unique<Work>(part.moves[i], piece_bytes);
      work->number = works.size();
      work->part = p;
      work->begin_bytes = header + part.placed[i].begin_bytes;
      work->first_task = tasks;
      tasks = work->end_task();
      works.push_back(std::move(work));
    }
  }
  return works;
}

std::uint64_t piece_sum(std::span<const std::byte> bytes, std::int64_t piece) {
  return io::mixed(io::checksum(bytes) + static_cast<std::uint64_t>(piece));
}

std::string job_line(const Checkpoint& source, const Plan& plan, const Works& works) {
  std::string text = "tileglot 1\n";
  for (const Part& part : source.parts) text += source_text(part);
  for (const PartPlan& part : plan.parts) text += part.path + "\n" + part.header + "\n";
  for (const auto& work : works) text += work_text(*work);
  return fmt::format("job {:016x} {}", io::checksum(std::as_bytes(std::span(text))), text.size());
}

std::string done_line(std::size_t tensor, std::uint64_t sum) {
  return fmt::format("done {} {:016x}", tensor, sum);
}

std::vector<std::optional<std::uint64_t>> claimed_sums(std::span<const std::string> lines,
                                                       std::size_t tensors) {
  std::vector<std::optional<std::uint64_t>> sums(tensors);
  for (const std::string& line : lines) {
    const auto done = read_done(line);
    if (done && done->tensor < sums.size()) sums[done->tensor] = done->sum;
  }
  return sums;
}

}  // namespace tileglot::checkpoint
