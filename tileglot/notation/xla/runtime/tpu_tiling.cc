// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/tpu_tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {
namespace {

constexpr std::int64_t kLanes = 128;
constexpr std::int64_t kSublanes = 8;
constexpr std::int64_t kWordBits = 32;

/// Rows of a tile: the power of two that holds `rows`, from `packed` to 8; or 8 * packed.
std::int64_t tile_rows(std::int64_t rows, std::int64_t packed, TpuTiling tiling) {
  const std::int64_t large = kSublanes * packed;
  if (tiling == TpuTiling::kLarge && rows >= large) return large;
  const auto fewest = static_cast<std::uint64_t>(std::clamp<std::int64_t>(rows, 1, kSublanes));
  return std::max(packed, static_cast<std::int64_t>(std::bit_ceil(fewest)));
}

/// The extent of the k-th dimension from the minor end; 1 where there is none. `?` needs room for
/// at least one.
std::int64_t minor_extent(const Shape& shape, const Layout& layout, std::size_t k) {
  if (k >= layout.minor_to_major.size()) return 1;
  const auto dimension = static_cast<std::size_t>(layout.minor_to_major[k]);
  return shape.dimensions[dimension].bound.value_or(1);
}

std::vector<Tile> tiles_of(const Shape& shape, const Layout& layout, std::int64_t packed,
                           TpuTiling tiling) {
  const bool is_line = rank(shape) < 2;
  const std::int64_t rows = is_line ? core::ceil_div(minor_extent(shape, layout, 0), kLanes)
                                    : minor_extent(shape, layout, 1);
  const std::int64_t together = tile_rows(rows, packed, tiling);
  std::vector<Tile> tiles{is_line ? Tile{{together * kLanes}} : Tile{{together, kLanes}}};
  if (packed == 1) return tiles;
  if (is_line) tiles.push_back(Tile{{kLanes}});
  tiles.push_back(Tile{{packed, 1}});
  return tiles;
}

core::Error no_tiling(std::string_view why) {
  return {{.code = "xla.tpu_tiling",
           .message = fmt::format("there is no TPU tiling for {}", why),
           .help = "TPUs tile arrays of elements of 32, 16, 8, 4, 2 or 1 bits"}};
}

}  // namespace

std::string_view name_of(TpuTiling tiling) {
  if (tiling == TpuTiling::kCompact) return "compact";
  return tiling == TpuTiling::kLarge ? "large" : "untiled";
}

core::Result<Shape> with_tpu_tiling(const Shape& shape, TpuTiling tiling) {
  if (!is_array(shape)) return core::fail(no_tiling(fmt::format("{}, no array", print(shape))));
  Shape tiled = shape;
  tiled.layout = layout_or_default(shape);
  tiled.layout->tiles.clear();
  if (is_sub_byte(shape.type)) tiled.layout->element_size_bits = bit_width(shape.type);
  if (tiling == TpuTiling::kUntiled) return tiled;
  const std::int64_t bits = element_size_bits(tiled);
  if (bits > kWordBits || !std::has_single_bit(static_cast<std::uint64_t>(bits)))
    return core::fail(no_tiling(fmt::format("elements of {} bits", bits)));
  tiled.layout->tiles = tiles_of(shape, *tiled.layout, kWordBits / bits, tiling);
  return tiled;
}

}  // namespace tileglot::notation::xla
