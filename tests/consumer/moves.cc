// SPDX-License-Identifier: Apache-2.0
// moves.cc: what a user of the installed library writes to move tensors; the guide shows these
// functions. Exits 0 if every element is where the layouts say.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/relayout/cpu/batch.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/relayout.h"
#include "tileglot/relayout/cpu/transpose.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/cpu/window.h"
#include "tileglot/relayout/plan/plan.h"

namespace tg = tileglot;
namespace cpu = tileglot::relayout::cpu;
namespace xla = tileglot::notation::xla;
using tg::core::Status;
using In = std::span<const std::byte>;
using Out = std::span<std::byte>;

tg::core::Result<tg::map::IndexMap> map_of(std::string_view text) {
  TILEGLOT_TRY(shape, xla::parse_shape(text));
  return tg::bridge::to_map(shape);
}

Status tile(In weights, Out tiled) {
  TILEGLOT_TRY(rows, map_of("f32[100,300]{1,0}"));
  TILEGLOT_TRY(tiles, map_of("f32[100,300]{1,0:T(8,128)}"));
  return cpu::relayout(rows, tiles, tg::core::ElementType::kF32, weights, tiled);
}

Status tile_often(std::span<const In> weights, std::span<const Out> tiled) {
  TILEGLOT_TRY(rows, map_of("f32[100,300]{1,0}"));
  TILEGLOT_TRY(tiles, map_of("f32[100,300]{1,0:T(8,128)}"));
  TILEGLOT_TRY(plan, tg::relayout::plan::plan(rows, tiles, 32));
  const cpu::PreparedPlan prepared(plan, {.threads = 1});
  for (std::size_t i = 0; i < weights.size(); ++i) {
    TILEGLOT_TRY_STATUS(prepared.execute(weights[i], tiled[i]));
  }
  return {};
}

Status tile_all(std::span<const cpu::BatchTensor> tensors) {
  TILEGLOT_TRY(rows, map_of("f32[100,300]{1,0}"));
  TILEGLOT_TRY(tiles, map_of("f32[100,300]{1,0:T(8,128)}"));
  return cpu::relayout_batch(rows, tiles, 32, tensors);
}

Status tile_upper_half_last(In weights, Out tiled) {
  TILEGLOT_TRY(rows, map_of("f32[100,300]{1,0}"));
  TILEGLOT_TRY(tiles, map_of("f32[100,300]{1,0:T(8,128)}"));
  const std::array upper = {tg::map::Slice{0, 50}, tg::map::Slice{0, 300}};
  const std::array lower = {tg::map::Slice{50, 50}, tg::map::Slice{0, 300}};
  return cpu::relayout_window({rows, upper}, {tiles, lower}, 32, weights, tiled);
}

Status tile_and_tell(In weights, Out tiled) {
  TILEGLOT_TRY(rows, map_of("f32[100,300]{1,0}"));
  TILEGLOT_TRY(tiles, map_of("f32[100,300]{1,0:T(8,128)}"));
  cpu::RelayoutOptions options;
  options.watch.report = [](cpu::Progress p) {
    std::printf("%lld of %lld bytes\n", static_cast<long long>(p.done_bytes),
                static_cast<long long>(p.all_bytes));
    return true;  // false ends the move
  };
  return cpu::relayout(rows, tiles, 32, weights, tiled, options);
}

Status transpose(In matrix, Out transposed) {
  cpu::TransposeOptions options;
  options.element_bytes = 4;
  options.dims = {100, 300};
  options.permutation = {1, 0};
  TILEGLOT_TRY(transpose, cpu::Transpose::of(options));
  return transpose.execute(matrix, transposed);
}

namespace {

constexpr std::int64_t kRows = 100;
constexpr std::int64_t kColumns = 300;

using Numbers = std::vector<std::uint32_t>;

In bytes_of(const Numbers& numbers) { return std::as_bytes(std::span(numbers)); }
Out bytes_of(Numbers& numbers) { return std::as_writable_bytes(std::span(numbers)); }

Numbers counted() {
  Numbers numbers(kRows * kColumns);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i) + 1;
  return numbers;
}

/// Row r of the first array is row r + shift of the second, which the layout's own evaluator reads.
bool holds(std::string_view layout, const Numbers& rows, const Numbers& moved, std::int64_t count,
           std::int64_t shift) {
  const auto evaluator = xla::Evaluator::of(*xla::parse_shape(layout));
  for (std::int64_t r = 0; r < count; ++r) {
    for (std::int64_t c = 0; c < kColumns; ++c) {
      const auto at = evaluator->offset(std::array<std::int64_t, 2>{r + shift, c});
      if (moved[static_cast<std::size_t>(at)] != rows[static_cast<std::size_t>(r * kColumns + c)])
        return false;
    }
  }
  return true;
}

constexpr std::string_view kTiles = "f32[100,300]{1,0:T(8,128)}";

/// 104 rows of 384 columns, with the padding.
Numbers room() { return Numbers(std::size_t{104} * 384); }

bool moves_one(Status (*move)(In, Out), std::string_view layout, std::int64_t count,
               std::int64_t shift) {
  const Numbers rows = counted();
  Numbers moved = room();
  return move(bytes_of(rows), bytes_of(moved)).has_value() &&
         holds(layout, rows, moved, count, shift);
}

bool moves_many() {
  const std::array<Numbers, 2> rows = {counted(), counted()};
  std::array<Numbers, 2> often = {room(), room()};
  std::array<Numbers, 2> batch = {room(), room()};
  const std::array in = {bytes_of(rows[0]), bytes_of(rows[1])};
  const std::array out = {bytes_of(often[0]), bytes_of(often[1])};
  const std::array tensors = {cpu::BatchTensor{in[0], bytes_of(batch[0])},
                              cpu::BatchTensor{in[1], bytes_of(batch[1])}};
  if (!tile_often(in, out) || !tile_all(tensors)) return false;
  return holds(kTiles, rows[0], often[0], kRows, 0) && holds(kTiles, rows[1], often[1], kRows, 0) &&
         holds(kTiles, rows[0], batch[0], kRows, 0) && holds(kTiles, rows[1], batch[1], kRows, 0);
}

}  // namespace

int main() {
  const std::array checks = {moves_one(tile, kTiles, kRows, 0), moves_many(),
                             moves_one(tile_upper_half_last, kTiles, 50, 50),
                             moves_one(tile_and_tell, kTiles, kRows, 0),
                             moves_one(transpose, "f32[100,300]{0,1}", kRows, 0)};
  int failed = 0;
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (checks[i]) continue;
    std::printf("move %d of the guide is wrong\n", static_cast<int>(i) + 1);
    ++failed;
  }
  return failed;
}
