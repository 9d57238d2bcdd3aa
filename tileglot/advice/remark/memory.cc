// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/remark/about.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/analysis/contiguous_runs.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/runtime/tpu_tiling.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::advice {
namespace {

namespace xla = notation::xla;
using core::Result;

constexpr std::int64_t kSegment = 128;
constexpr std::int64_t kWarp = 32;

std::string layout_text(const xla::Shape& shape) {
  return xla::print(xla::layout_or_default(shape));
}

/// The contiguous run along the most minor dimension, and where the next row of them begins.
struct Rows {
  std::int64_t dimension = 0;
  std::int64_t run_bytes = 0;
  std::int64_t pitch_bytes = 0;  ///< 0 if there is one row
  std::int64_t piece_bytes = 0;  ///< of rows that follow each other without a gap
  std::int64_t array_bytes = 0;  ///< without padding
};

/// The offset one step along dimension d; nothing if there is no such step.
std::optional<std::int64_t> step_of(const xla::Evaluator& evaluator, std::int64_t d) {
  const auto at = static_cast<std::size_t>(d);
  if (evaluator.extents()[at] < 2) return std::nullopt;
  std::vector<std::int64_t> next(evaluator.extents().size(), 0);
  next[at] = 1;
  return evaluator.offset(next);
}

/// The number of elements from the first that are contiguous in the order of the dimensions.
std::int64_t piece_of(const xla::Evaluator& evaluator, const std::vector<std::int64_t>& order,
                      std::int64_t run) {
  std::int64_t piece = run;
  if (run < evaluator.extents()[static_cast<std::size_t>(order[0])]) return piece;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const auto step = step_of(evaluator, order[k]);
    if (!step) continue;
    if (*step != piece) break;
    piece *= evaluator.extents()[static_cast<std::size_t>(order[k])];
  }
  return piece;
}

Result<Rows> rows_of(const xla::Shape& shape) {
  const std::vector<std::int64_t> order = xla::layout_or_default(shape).minor_to_major;
  TILEGLOT_TRY(map, bridge::to_map(shape));
  TILEGLOT_TRY(evaluator, xla::Evaluator::of(shape));
  const std::int64_t run = analysis::run_length(map, static_cast<std::size_t>(order[0]));
  const auto next = order.size() > 1 ? step_of(evaluator, order[1]) : std::nullopt;
  return Rows{.dimension = order[0],
              .run_bytes = byte_count(run, shape),
              .pitch_bytes = byte_count(next.value_or(0), shape),
              .piece_bytes = byte_count(piece_of(evaluator, order, run), shape),
              .array_bytes = byte_count(evaluator.size(), shape)};
}

/// The most lines that a run touches: it begins at a multiple of gcd(pitch, line).
std::int64_t most_lines(const Rows& rows) {
  const std::int64_t farthest = kCacheLine - std::gcd(rows.pitch_bytes, kCacheLine);
  return core::ceil_div(farthest + rows.run_bytes, kCacheLine);
}

std::string counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", value::grouped(count), what, count == 1 ? "" : "s");
}

std::string instead_of(std::int64_t count, std::int64_t fewest) {
  return count == fewest ? "" : fmt::format(" where {} would do", value::grouped(fewest));
}

std::string lines_text(const Rows& rows, std::int64_t most) {
  const std::string lines = counted(most, "cache line");
  if (rows.pitch_bytes == 0) return "lie in " + lines;
  const std::string begin = fmt::format("begin every {} B: ", value::grouped(rows.pitch_bytes));
  return begin +
         (rows.pitch_bytes % kCacheLine == 0 ? lines + " each, aligned" : "at most " + lines);
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
  const std::int64_t fewest = core::ceil_div(rows.run_bytes, kCacheLine);
  const std::int64_t most = most_lines(rows);
  return Remark{"lines",
                fmt::format("runs of {} B along dimension {} {}{}", value::grouped(rows.run_bytes),
                            rows.dimension, lines_text(rows, most), instead_of(most, fewest)),
                {{"run_bytes", rows.run_bytes},
                 {"pitch_bytes", rows.pitch_bytes},
                 {"lines", most},
                 {"fewest_lines", fewest}},
                most != fewest};
}

Result<Remark> about_segments(const xla::Shape& shape) {
  TILEGLOT_TRY(rows, rows_of(shape));
  const std::int64_t wanted = std::min(byte_count(kWarp, shape), rows.array_bytes);
  const std::int64_t piece =
      std::clamp<std::int64_t>(rows.piece_bytes, 1, std::max<std::int64_t>(wanted, 1));
  const std::int64_t fewest = core::ceil_div(wanted, kSegment);
  const std::int64_t segments = core::ceil_div(wanted, piece) * core::ceil_div(piece, kSegment);
  return Remark{
      "segments",
      fmt::format("{} B of neighbours from dimension {} on, which a warp reads, lie in {} of "
                  "{} B{}",
                  wanted, rows.dimension, counted(segments, "segment"), kSegment,
                  instead_of(segments, fewest)),
      {{"segments", segments}, {"fewest_segments", fewest}},
      segments != fewest};
}

Result<Remark> about_tiling(const xla::Shape& shape) {
  TILEGLOT_TRY(compact, xla::with_tpu_tiling(shape, xla::TpuTiling::kCompact));
  TILEGLOT_TRY(untiled, xla::with_tpu_tiling(shape, xla::TpuTiling::kUntiled));
  TILEGLOT_TRY(bytes, xla::array_size(shape));
  TILEGLOT_TRY(compact_bytes, xla::array_size(compact));
  TILEGLOT_TRY(untiled_bytes, xla::array_size(untiled));
  const bool is_compact = compact.layout->tiles == xla::layout_or_default(shape).tiles;
  return Remark{"tiling",
                fmt::format("{} {}, {} B; without tiles {} B",
                            is_compact ? "this is the compact tiling," : "the compact tiling is",
                            layout_text(compact), value::grouped(compact_bytes),
                            value::grouped(untiled_bytes)),
                {{"compact", layout_text(compact)},
                 {"compact_bytes", compact_bytes},
                 {"untiled_bytes", untiled_bytes}},
                bytes > compact_bytes};
}

}  // namespace tileglot::advice
