// SPDX-License-Identifier: Apache-2.0
// tiled_side.h: the element positions of one side of a transpose.
//
// What     A TiledSide has for each dimension its tile, the number of tiles, and two steps: from
//          tile to tile and from element to element within one. map() is the layout, in units of
//          `unit_bytes`.
// Units    Bytes from element (0,..,0).
// Errors   relayout.too_large where the side has more bytes than int64 can count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::relayout::cpu {

struct TiledDim {
  std::size_t coordinate = 0;  ///< the dimension of the transpose
  std::int64_t extent = 1;
  std::int64_t tile = 1;
  std::int64_t tiles = 1;
  std::int64_t tile_step = 0;
  std::int64_t element_step = 0;
};

class TiledSide {
 public:
  /// Tiles of the last dimensions; `strides` from tile to tile, none for consecutive, row-major
  /// tiles. Precondition: tiles are 1 or more, extents 0 or more.
  static core::Result<TiledSide> of(std::span<const std::int64_t> extents,
                                    std::span<const std::size_t> coordinates,
                                    std::span<const std::int64_t> tiling,
                                    const std::optional<std::vector<std::int64_t>>& strides,
                                    std::int64_t element_bytes);

  const std::vector<TiledDim>& dims() const { return dims_; }
  bool is_row_major() const { return is_row_major_; }
  /// The lowest byte, 0 or negative.
  std::int64_t begin() const { return begin_; }
  /// From the lowest byte to the highest; for row-major tiles, including their padding.
  std::int64_t bytes() const { return bytes_; }
  /// The greatest common divisor of all steps.
  std::int64_t common_step(std::int64_t element_bytes) const;

  /// Maps a coordinate to units of that many bytes after begin(); the last dimension of the domain,
  /// if there is one more than the side has, is the unit within the element.
  core::Result<map::IndexMap> map(const std::vector<map::Dim>& domain,
                                  std::int64_t unit_bytes) const;

 private:
  core::Status set_row_major(std::int64_t tile_bytes);
  core::Status set_strides(const std::vector<std::int64_t>& strides, std::int64_t element_bytes);

  std::vector<TiledDim> dims_;
  bool is_row_major_ = true;
  std::int64_t begin_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace tileglot::relayout::cpu
