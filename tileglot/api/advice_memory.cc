// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/advice_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/analysis/contiguous_runs.h"
#include "tileglot/api/bytes_text.h"
#include "tileglot/api/reply.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/array_size.h"
#include "tileglot/notation/xla/evaluate.h"
#include "tileglot/notation/xla/layout_order.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/shape.h"
#include "tileglot/notation/xla/tpu_tiling.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::Result;

constexpr std::int64_t kSegment = 128;
constexpr std::int64_t kWarp = 32;

std::string layout_text(const xla::Shape& shape) {
  return xla::print(xla::layout_or_default(shape));
}

/// Neighbours along the most minor dimension that stay neighbours in memory, and where the next row
/// of them begins.
struct Rows {
  std::int64_t dimension = 0;
  std::int64_t run_bytes = 0;
  std::int64_t pitch_bytes = 0;
};

Result<Rows> rows_of(const xla::Shape& shape) {
  const std::vector<std::int64_t> order = xla::layout_or_default(shape).minor_to_major;
  TILEGLOT_TRY(map, bridge::to_map(shape));
  TILEGLOT_TRY(evaluator, xla::Evaluator::of(shape));
  Rows rows{.dimension = order[0]};
  rows.run_bytes = bytes_of(analysis::run_length(map, static_cast<std::size_t>(order[0])), shape);
  rows.pitch_bytes = rows.run_bytes;
  if (order.size() < 2 || map.extent(static_cast<std::size_t>(order[1])) < 2) return rows;
  std::vector<std::int64_t> next(order.size(), 0);
  next[static_cast<std::size_t>(order[1])] = 1;
  rows.pitch_bytes = bytes_of(evaluator.offset(next), shape);
  return rows;
}

}  // namespace

Remark about_order(const xla::Shape& shape) {
  const xla::Layout layout = xla::layout_or_default(shape);
  const bool falls = xla::has_descending_layout(layout) && layout.tiles.empty();
  std::string text =
      falls ? "byte strides fall from the first dimension to the last: row-major"
            : fmt::format("not row-major: code that expects falling strides copies {} first",
                          xla::print(layout));
  return {"order", std::move(text), {{"major_to_minor", falls}}, !falls};
}

Result<Remark> about_lines(const xla::Shape& shape) {
  TILEGLOT_TRY(rows, rows_of(shape));
  const bool is_aligned = rows.pitch_bytes % kCacheLine == 0;
  const std::int64_t fewest = core::ceil_div(rows.run_bytes, kCacheLine);
  // A run that begins anywhere in a line reaches at most one line more.
  const std::int64_t most = is_aligned ? fewest : fewest + 1;
  return Remark{
      "lines",
      fmt::format("runs of {} B along dimension {} begin every {} B: {} cache lines each{}",
                  grouped(rows.run_bytes), rows.dimension, grouped(rows.pitch_bytes), grouped(most),
                  is_aligned ? ", aligned" : fmt::format(" where {} would do", fewest)),
      {{"run_bytes", rows.run_bytes},
       {"pitch_bytes", rows.pitch_bytes},
       {"lines", most},
       {"fewest_lines", fewest}},
      !is_aligned};
}

Result<Remark> about_segments(const xla::Shape& shape) {
  TILEGLOT_TRY(rows, rows_of(shape));
  const std::int64_t wanted = bytes_of(kWarp, shape);
  const std::int64_t run = std::min(std::max<std::int64_t>(rows.run_bytes, 1), wanted);
  const std::int64_t segments = core::ceil_div(wanted, run) * core::ceil_div(run, kSegment);
  const std::int64_t fewest = core::ceil_div(wanted, kSegment);
  return Remark{"segments",
                fmt::format("{} neighbours along dimension {} lie in {} segments of {} B{}", kWarp,
                            rows.dimension, segments, kSegment,
                            segments == fewest ? "" : fmt::format(" where {} would do", fewest)),
                {{"segments", segments}, {"fewest_segments", fewest}},
                segments != fewest};
}

Result<Remark> about_tiling(const xla::Shape& shape) {
  TILEGLOT_TRY(compact, xla::with_tpu_tiling(shape, xla::TpuTiling::kCompact));
  TILEGLOT_TRY(untiled, xla::with_tpu_tiling(shape, xla::TpuTiling::kUntiled));
  TILEGLOT_TRY(compact_bytes, xla::array_size(compact));
  TILEGLOT_TRY(untiled_bytes, xla::array_size(untiled));
  const bool is_compact = compact.layout->tiles == xla::layout_or_default(shape).tiles;
  return Remark{"tiling",
                fmt::format("the compact tiling{} is {}, {} B; without tiles {} B",
                            is_compact ? ", which this is," : "", layout_text(compact),
                            grouped(compact_bytes), grouped(untiled_bytes)),
                {{"compact", layout_text(compact)},
                 {"compact_bytes", compact_bytes},
                 {"untiled_bytes", untiled_bytes}},
                !is_compact};
}

}  // namespace tileglot::api
