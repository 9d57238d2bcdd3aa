// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/files_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "tileglot/api/reshard/files_request.h"
#include "tileglot/api/reshard/worker.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/status.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace files = checkpoint::reshard;
namespace pieces = checkpoint::pieces;
using value::grouped;
using value::TextRow;

constexpr std::size_t kListed = 8;
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kMostMissing = 4;
constexpr double kGiga = 1e9;
constexpr std::int64_t kFewestTimedBytes = std::int64_t{64} << 20;
/// Above this a message between workers would cost less than reading again.
constexpr double kMuchReading = 2;

std::string counted(std::size_t number, std::string_view noun) {
  const auto count = static_cast<std::int64_t>(number);
  return core::counted(count, grouped(count), noun);
}

std::string bytes_text(std::int64_t bytes) { return fmt::format("{} B", grouped(bytes)); }

std::string shape_text(const pieces::Extents& extents) {
  return fmt::format("[{}]", fmt::join(extents, ","));
}

std::string_view spelling_text(pieces::Spelling spelling) {
  switch (spelling) {
    case pieces::Spelling::kSharded: return "torch's sharded safetensors";
    case pieces::Spelling::kRecorded: return "recorded pieces";
    case pieces::Spelling::kRanks: return "files of ranks";
    case pieces::Spelling::kNpy: return ".npy files";
    case pieces::Spelling::kWhole: break;
  }
  return "whole arrays";
}

std::string_view output_text(files::Names names) {
  switch (names) {
    case files::Names::kRank: return "files of ranks";
    case files::Names::kDcp: return "torch's sharded safetensors";
    case files::Names::kPieces: return "recorded pieces";
    case files::Names::kHf: break;
  }
  return "whole arrays";
}

/// The label of a line, and what it says.
std::string line(std::string_view label, std::string_view text) {
  return fmt::format("  {:<12} {}\n", label, text);
}

/// The first of the arrays that a wanted one is made of, in the order of joining, and how many more.
std::string made_of(const files::WantedArray& array, const pieces::PiecedModel& source) {
  std::unordered_set<std::size_t> arrays;
  std::string first;
  for (const files::WantedTile& tile : array.tiles) {
    for (const files::Fill& fill : tile.fills) {
      if (arrays.insert(fill.array).second && arrays.size() == 1)
        first = source.arrays[fill.array].name;
    }
  }
  if (arrays.empty() || (arrays.size() == 1 && first == array.name)) return "";
  const std::string name = core::printable(first, kLongestName);
  if (arrays.size() == 1) return name;
  return fmt::format("{} and {} more", name, grouped(std::ssize(arrays) - 1));
}

std::int64_t bytes_of(const files::WantedArray& array) {
  constexpr std::int64_t kBits = 8;
  std::int64_t elements = 1;
  for (const std::int64_t extent : array.extents) elements *= extent;
  return elements * array.element_bits / kBits;
}

TextRow row_of(const files::WantedArray& array, const pieces::PiecedModel& source) {
  return {core::printable(array.name, kLongestName),
          std::string(core::name(array.type)),
          shape_text(array.extents),
          array.sharding.empty() ? "whole" : array.sharding,
          grouped(static_cast<std::int64_t>(array.tiles.size())),
          grouped(bytes_of(array)),
          made_of(array, source)};
}

std::string arrays_text(const files::ReshardPlan& plan, bool is_all) {
  using enum value::Align;
  const auto& arrays = plan.wanted.arrays;
  const std::size_t listed = is_all ? arrays.size() : std::min(kListed, arrays.size());
  std::vector<TextRow> rows{{"array", "type", "shape", "cut", "tiles", "bytes", "made of"}};
  rows.reserve(listed + 1);
  for (std::size_t i = 0; i < listed; ++i) rows.push_back(row_of(arrays[i], plan.source));
  std::string text = value::table_of(rows, {kLeft, kLeft, kLeft, kLeft, kRight, kRight, kLeft});
  if (listed < arrays.size())
    text += fmt::format("  .. and {} more\n",
                        grouped(static_cast<std::int64_t>(arrays.size() - listed)));
  return text;
}

std::string files_text(const files::ReshardPlan& plan) {
  using enum value::Align;
  std::vector<TextRow> rows{{"file", "tensors", "bytes"}};
  rows.reserve(plan.output.parts.size() + 1);
  for (const files::OutputPart& part : plan.output.parts) {
    rows.push_back({core::printable(part.file, kLongestName),
                    grouped(static_cast<std::int64_t>(part.entries.size())),
                    grouped(part.file_bytes())});
  }
  return value::table_of(rows, {kLeft, kRight, kRight});
}

std::string ratio(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "1.00";
  return fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(whole));
}

/// Pages say something where there are many.
std::string reads_text(const files::ReadCost& cost, std::int64_t source) {
  std::string text = fmt::format("{} in {}, {} of the source", bytes_text(cost.read_bytes),
                                 core::counted(cost.reads, grouped(cost.reads), "read"),
                                 ratio(cost.read_bytes, source));
  if (source >= kFewestTimedBytes) {
    text += fmt::format("; in pages of 4 KiB {}", ratio(cost.page_bytes, source));
  }
  return text;
}

/// What each worker writes and reads, and what all read of what they need.
std::string workers_text(const files::ReshardPlan& plan,
                         const std::vector<files::ReadCost>& costs) {
  using enum value::Align;
  std::vector<TextRow> rows{{"worker", "files", "writes", "reads", "in pages", "in reads"}};
  rows.reserve(plan.output.parts.size() + 1);
  files::ReadCost all;
  for (std::size_t i = 0; i < plan.shares.size(); ++i) {
    if (plan.shares[i].empty()) continue;
    const files::ReadCost& cost = costs[i];
    all += cost;
    rows.push_back({fmt::format("{}/{}", i, plan.shares.size()),
                    grouped(static_cast<std::int64_t>(plan.shares[i].size())),
                    grouped(plan.bytes_of(i)), grouped(cost.read_bytes), grouped(cost.page_bytes),
                    grouped(cost.reads)});
  }
  std::string text = value::table_of(rows, {kLeft, kRight, kRight, kRight, kRight, kRight});
  const std::int64_t source = files::source_bytes(plan.source);
  text += line("reads", reads_text(all, source));
  const bool is_much =
      static_cast<double>(all.page_bytes) > kMuchReading * static_cast<double>(source);
  if (source >= kFewestTimedBytes && is_much) {
    text += line("",
                 "more than twice the source: the cuts cross; fewer workers on one machine share "
                 "what the system has read");
  }
  return text;
}

std::string worker_line(const files::ReshardReport& report, const Worker& worker) {
  std::string text = report.moved_bytes == 0 ? "has nothing left to write"
                                             : "wrote " + bytes_text(report.moved_bytes);
  // The time of little work says nothing.
  if (report.moved_bytes >= kFewestTimedBytes) {
    text += fmt::format(" in {:.2f} s, {:.2g} GB/s, with {}", report.seconds,
                        static_cast<double>(report.moved_bytes) / report.seconds / kGiga,
                        core::counted(report.threads, "thread"));
  }
  return line(fmt::format("worker {}/{}", worker.number, worker.count), text);
}

std::string missing_text(const std::vector<std::string>& missing) {
  std::vector<std::string> names;
  const std::size_t listed = std::min(missing.size(), kMostMissing);
  names.reserve(listed + 1);
  for (std::size_t i = 0; i < listed; ++i)
    names.push_back(core::printable(missing[i], kLongestName));
  if (listed < missing.size()) names.emplace_back("..");
  return line("missing", fmt::format("{} of other workers: {}", counted(missing.size(), "file"),
                                     fmt::join(names, ", ")));
}

}  // namespace

std::string plan_text(const files::ReshardPlan& plan, const ReshardFilesRequest& request,
                      const std::vector<files::ReadCost>& costs) {
  const bool is_all = request.dry_run || request.verbose;
  std::string text = fmt::format(
      "{}: {} in {}, {}, {}\n", io::path_text(request.input), spelling_text(plan.source.spelling),
      counted(plan.source.files.size(), "file"), counted(plan.source.arrays.size(), "array"),
      bytes_text(files::source_bytes(plan.source)));
  text += arrays_text(plan, is_all);
  text += fmt::format(
      "{}: {} in {}{}, {}\n", request.output.empty() ? "output" : io::path_text(request.output),
      output_text(plan.names), counted(plan.output.parts.size(), "file"),
      plan.output.index ? " and an index" : "", bytes_text(plan.output.data_bytes()));
  if (request.verbose) text += files_text(plan);
  if (request.dry_run) text += workers_text(plan, costs) + "dry run: nothing is written\n";
  return text;
}

std::string report_text(const files::ReshardReport& report, const ReshardFilesRequest& request,
                        const Worker& worker) {
  std::string text = worker_line(report, worker);
  if (report.kept_bytes > 0)
    text +=
        line("kept", fmt::format("{} that an earlier run wrote", bytes_text(report.kept_bytes)));
  if (report.redone_bytes > 0)
    text += line("redone", fmt::format("{} that were not as an earlier run wrote them",
                                       bytes_text(report.redone_bytes)));
  const bool is_nothing = report.is_complete && report.moved_bytes == 0;
  if (is_nothing && (request.force || request.recheck))
    text +=
        line("note", "the job was complete: nothing was read; remove the folder to write it again");
  if (report.is_complete) return text + line("complete", io::path_text(request.output));
  return text + missing_text(report.missing);
}

std::string status_text(const files::ReshardStatus& status, const std::string& folder) {
  using enum value::Align;
  std::vector<TextRow> rows{{"file", "state", "bytes", "of", "worker"}};
  rows.reserve(status.parts.size() + 1);
  std::int64_t done = 0;
  std::int64_t all = 0;
  for (const files::PartStatus& part : status.parts) {
    rows.push_back({core::printable(part.file, kLongestName), std::string(print(part.state)),
                    grouped(part.done_bytes), grouped(part.bytes),
                    core::printable(part.worker, kLongestName)});
    done += part.done_bytes;
    all += part.bytes;
  }
  return fmt::format("{}: {}, {} of {}\n", io::path_text(folder),
                     status.is_complete ? "complete" : "not complete", grouped(done),
                     bytes_text(all)) +
         value::table_of(rows, {kLeft, kLeft, kRight, kRight, kLeft});
}

}  // namespace tileglot::api
