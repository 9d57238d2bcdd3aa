// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/transpose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/detail/chunk_cut.h"
#include "tileglot/relayout/cpu/detail/tiled_side.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/plan_cache.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kMaxElementBytes = 16;

core::Status check_element(std::int64_t bytes) {
  if (core::is_power_of_two(bytes) && bytes <= kMaxElementBytes) return {};
  return core::fail({.code = "relayout.element_bits",
                     .message = fmt::format("elements of {} bytes cannot be transposed", bytes),
                     .help = "elements have 1, 2, 4, 8 or 16 bytes; smaller ones are unpacked "
                             "first, or moved by relayout()"});
}

core::Status check_dims(const std::vector<std::int64_t>& dims) {
  const auto negative =
      std::find_if(dims.begin(), dims.end(), [](std::int64_t dim) { return dim < 0; });
  if (negative == dims.end()) return {};
  return core::fail({.code = "map.domain",
                     .message = fmt::format("an extent is {}; it must be 0 or more", *negative)});
}

core::Status check_permutation(const TransposeOptions& options) {
  std::vector<std::int64_t> sorted = options.permutation;
  std::sort(sorted.begin(), sorted.end());
  bool is_permutation = sorted.size() == options.dims.size();
  for (std::size_t k = 0; k < sorted.size(); ++k)
    is_permutation = is_permutation && sorted[k] == static_cast<std::int64_t>(k);
  if (is_permutation) return {};
  return core::fail(
      {.code = "relayout.permutation",
       .message = fmt::format("({}) is not a permutation of {} dimensions",
                              fmt::join(options.permutation, ","), options.dims.size()),
       .help = "list each dimension of the input once, counted from 0"});
}

core::Status check_tiling(const std::vector<std::int64_t>& tiling, std::size_t rank,
                          std::string_view side) {
  const bool is_valid =
      tiling.size() <= rank &&
      std::all_of(tiling.begin(), tiling.end(), [](std::int64_t tile) { return tile >= 1; });
  if (is_valid) return {};
  return core::fail(
      {.code = "relayout.tiling",
       .message = fmt::format("({}) is not a tile of the {}, which has {} dimensions",
                              fmt::join(tiling, ","), side, rank),
       .help = "a tile has at most a size for each dimension, and each is 1 or more"});
}

core::Status check(const TransposeOptions& options) {
  TILEGLOT_TRY_STATUS(check_element(options.element_bytes));
  TILEGLOT_TRY_STATUS(check_dims(options.dims));
  TILEGLOT_TRY_STATUS(check_permutation(options));
  TILEGLOT_TRY_STATUS(check_tiling(options.input_tiling, options.dims.size(), "input"));
  TILEGLOT_TRY_STATUS(check_tiling(options.output_tiling, options.dims.size(), "output"));
  if (const auto& strides = options.input_strides_bytes;
      strides && strides->size() != options.dims.size())
    return core::fail({.code = "relayout.strides",
                       .message = fmt::format("{} strides of an input with {} dimensions",
                                              strides->size(), options.dims.size())});
  if (options.chunks >= 1) return {};
  return core::fail({.code = "relayout.chunks",
                     .message = fmt::format("a transpose cannot have {} chunks", options.chunks),
                     .help = "ask for 1 or more"});
}

/// Input and output, and the maps from one coordinate to both.
struct Sides {
  TiledSide input;
  TiledSide output;
  std::int64_t unit_bytes = 1;
  std::vector<map::Dim> domain = {};
};

core::Result<Sides> sides_of(const TransposeOptions& options) {
  std::vector<std::size_t> in_order;
  std::vector<std::size_t> permuted;
  std::vector<std::int64_t> extents;
  for (std::size_t k = 0; k < options.dims.size(); ++k) {
    in_order.push_back(k);
    permuted.push_back(static_cast<std::size_t>(options.permutation[k]));
    extents.push_back(options.dims[permuted.back()]);
  }
  TILEGLOT_TRY(input, TiledSide::of(options.dims, in_order, options.input_tiling,
                                    options.input_strides_bytes, options.element_bytes));
  TILEGLOT_TRY(output, TiledSide::of(extents, permuted, options.output_tiling, std::nullopt,
                                     options.element_bytes));
  Sides sides{std::move(input), std::move(output)};
  sides.unit_bytes = sides.input.common_step(options.element_bytes);
  for (const std::int64_t extent : options.dims) sides.domain.push_back({extent});
  if (sides.unit_bytes < options.element_bytes)
    sides.domain.push_back({options.element_bytes / sides.unit_bytes, "unit"});
  return sides;
}

/// The range of bytes that a map reaches, relative to its origin.
struct Reach {
  std::int64_t begin = 0;
  std::int64_t bytes = 0;
};

core::Result<Reach> reach_of(const map::IndexMap& f, std::int64_t unit_bytes) {
  TILEGLOT_TRY(range, map::exact_range(f));
  return Reach{range.lo * unit_bytes, (range.hi + 1 - range.lo) * unit_bytes};
}

/// f relative to the reach's first byte.
core::Result<map::IndexMap> within(const map::IndexMap& f, Reach reach, std::int64_t unit_bytes) {
  map::MapBuilder builder(f.domain());
  const map::Value moved =
      builder.add(builder.adopt(f), builder.constant(-(reach.begin / unit_bytes)));
  return builder.finish(moved, {{reach.bytes / unit_bytes, "offset"}});
}

/// The part of a whole buffer, or the chunk's buffer itself.
template <class Byte>
core::Result<std::span<Byte>> part_of(std::span<Byte> buffer, Reach part, std::int64_t whole_bytes,
                                      bool is_whole, std::string_view side) {
  const std::int64_t needed = is_whole ? whole_bytes : part.bytes;
  if (buffer.size() < static_cast<std::size_t>(needed))
    return core::fail({.code = "relayout.buffer_too_small",
                       .message = fmt::format("the {} buffer has {} bytes and the chunk needs {}",
                                              side, buffer.size(), needed)});
  return buffer.subspan(is_whole ? static_cast<std::size_t>(part.begin) : 0,
                        static_cast<std::size_t>(part.bytes));
}

/// The chunks of a transpose, each with its bytes on both sides and its plan.
class ChunkMaker {
 public:
  ChunkMaker(const TransposeOptions& options, const Sides& sides, const map::IndexMap& source,
             const map::IndexMap& target)
      : sides_(sides), source_(source), target_(target), by_input_(is_by_input(options)) {
    execute_ = options.execute;
    execute_.threads = 1;
    // Padding is between elements of several chunks.
    if (by_input_) execute_.zero_fill = false;
  }

  std::vector<Chunk> cut(std::int64_t chunks) const {
    return cut_in_chunks(side(), std::min<std::int64_t>(chunks, kMaxThreads));
  }

  /// The input's offset counts from the lowest byte.
  core::Result<std::pair<TransposeChunk, PreparedPlan>> make(Chunk chunk) {
    if (sides_.domain.size() > chunk.slices.size())
      chunk.slices.push_back({0, sides_.domain.back().extent, 1});
    TILEGLOT_TRY(from, map::subarray(source_, chunk.slices));
    TILEGLOT_TRY(to, map::subarray(target_, chunk.slices));
    TILEGLOT_TRY(read, reach_of(from, chunk, by_input_ && sides_.input.is_row_major()));
    TILEGLOT_TRY(written, reach_of(to, chunk, !by_input_));
    TILEGLOT_TRY(source, within(from, read, sides_.unit_bytes));
    TILEGLOT_TRY(target, within(to, written, sides_.unit_bytes));
    TILEGLOT_TRY(
        plan, plans_.prepared(source, target, static_cast<int>(8 * sides_.unit_bytes), execute_));
    return std::pair(TransposeChunk{read.begin, read.bytes, written.begin, written.bytes},
                     std::move(plan));
  }

 private:
  static bool is_by_input(const TransposeOptions& options) {
    return options.contiguity == Contiguity::kInput;
  }

  const TiledSide& side() const { return by_input_ ? sides_.input : sides_.output; }

  /// All bytes of the chunk in the side that was cut, else those of its elements.
  core::Result<Reach> reach_of(const map::IndexMap& f, const Chunk& chunk, bool is_cut) const {
    if (is_cut) return Reach{chunk.offset, chunk.bytes};
    return cpu::reach_of(f, sides_.unit_bytes);
  }

  const Sides& sides_;
  const map::IndexMap& source_;
  const map::IndexMap& target_;
  bool by_input_;
  ExecuteOptions execute_;
  /// Chunks of the same size share a plan.
  PlanCache plans_{static_cast<std::size_t>(kMaxThreads)};
};

}  // namespace

core::Result<Transpose> Transpose::of(const TransposeOptions& options) {
  TILEGLOT_TRY_STATUS(check(options));
  TILEGLOT_TRY(sides, sides_of(options));
  TILEGLOT_TRY(source, sides.input.map(sides.domain, sides.unit_bytes));
  TILEGLOT_TRY(target, sides.output.map(sides.domain, sides.unit_bytes));
  TILEGLOT_TRY(plan, plan::plan(source, target, static_cast<int>(8 * sides.unit_bytes)));
  Transpose transpose(PreparedPlan(std::move(plan), options.execute));
  transpose.input_begin_ = sides.input.begin();
  transpose.input_bytes_ = sides.input.bytes();
  transpose.output_bytes_ = sides.output.bytes();
  ChunkMaker maker(options, sides, source, target);
  for (cpu::Chunk& cut : maker.cut(options.chunks)) {
    TILEGLOT_TRY(made, maker.make(std::move(cut)));
    made.first.input_offset += sides.input.begin();
    transpose.chunks_.push_back({made.first, std::move(made.second)});
  }
  return transpose;
}

core::Status Transpose::execute_chunk(std::size_t i, std::span<const std::byte> input,
                                      std::span<std::byte> output, ChunkBuffers buffers) const {
  const auto& [bytes, plan] = chunks_[i];
  const Reach read{bytes.input_offset - input_begin_, bytes.input_bytes};
  const Reach written{bytes.output_offset, bytes.output_bytes};
  TILEGLOT_TRY(source, part_of(input, read, input_bytes_, buffers.input_is_whole, "input"));
  TILEGLOT_TRY(target, part_of(output, written, output_bytes_, buffers.output_is_whole, "output"));
  return plan.execute(source, target);
}

}  // namespace tileglot::relayout::cpu
