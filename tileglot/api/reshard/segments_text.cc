// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/segments_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/api/reshard/planned.h"
#include "tileglot/relayout/reshard/segments.h"
#include "tileglot/relayout/reshard/transfer.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace reshard = relayout::reshard;
using value::grouped;

constexpr std::int64_t kMostRows = 16;
/// The column of labels, less the second blank before the next one.
constexpr std::size_t kLabelWidth = 11;

std::string loops_text(const reshard::Segment& segment) {
  if (segment.loops.empty()) return "once";
  std::vector<std::string> loops;
  loops.reserve(segment.loops.size());
  for (const reshard::SegmentLoop& loop : segment.loops) {
    loops.push_back(fmt::format("{} x (+{} B, +{} B)", grouped(loop.count),
                                grouped(loop.source_step_bytes), grouped(loop.target_step_bytes)));
  }
  return fmt::format("{}", fmt::join(loops, ", "));
}

/// What is passed on within a node comes from the tile that the sender wanted, not the one it had.
std::string sender_text(const reshard::Transfer& transfer) {
  if (!transfer.is_forwarded()) return {};
  return fmt::format("; from what rank {} received", transfer.from);
}

value::TextRow row_of(const reshard::Transfer& transfer, const reshard::Segment& segment) {
  return {"",
          std::to_string(transfer.from),
          grouped(segment.source_byte),
          grouped(segment.target_byte),
          grouped(segment.bytes),
          loops_text(segment) + sender_text(transfer)};
}

}  // namespace

std::string segments_text(std::span<const Received> received) {
  std::vector<value::TextRow> rows{{value::padded("segments", kLabelWidth), "from", "source byte",
                                    "target byte", "bytes", "times (source step, target step)"}};
  std::int64_t count = 0;
  for (const auto& [transfer, segments] : received) {
    for (const reshard::Segment& segment : segments) {
      if (++count <= kMostRows) rows.push_back(row_of(transfer, segment));
    }
  }
  if (count == 0) return "  segments     none\n";
  using enum value::Align;
  std::string text = value::table_of(rows, {kLeft, kRight, kRight, kRight, kRight, kLeft});
  if (count > kMostRows)
    text += fmt::format("  {:<12} and {} more; --json lists all\n", "", grouped(count - kMostRows));
  return text;
}

}  // namespace tileglot::api
