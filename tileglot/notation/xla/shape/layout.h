// SPDX-License-Identifier: Apache-2.0
// layout.h: the memory layout of an array, as XLA writes it after a shape.
//
// What     Layout holds the order of the dimensions (minor_to_major), the tiles, and every
//          attribute of the text.
// Why      One value keeps all that was written: nothing is lost between reading and printing.
// Units    Numbers in minor_to_major are logical dimensions, the most minor first. Tail padding is
//          in elements, the element size in bits, the prefix in bytes. A split names a physical
//          dimension, 0 the most major.
// Example  {1,0:T(8,128)(2,1)S(1)} is minor_to_major {1,0}, tiles {8,128} and {2,1}, memory_space
//          1.
//          [tests: text/parse_test.cc, "every attribute is kept"]
//          Layout::row_major(2).tiled({8, 128}).tiled({2, 1}).in_memory_space(1) is the same.
//          [tests: layout_test.cc, "builders say what the text says"]
//          Layout{} is XLA's default, and the result of its Clear.
// Source   XLA, layout.h. Level types `D(..)` are read and dropped, as XLA does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {

struct Shape;

/// `SC(0:40,72)`: physical dimension 0 is cut before 40 and before 72.
struct SplitConfig {
  std::int64_t dimension = 0;
  std::vector<std::int64_t> indices = {};
  friend bool operator==(const SplitConfig&, const SplitConfig&) = default;
};

struct Layout {
  std::vector<std::int64_t> minor_to_major = {};
  std::vector<Tile> tiles = {};
  std::int64_t tail_padding_alignment = 1;             ///< L(n), in elements
  std::optional<PrimitiveType> index_type = {};        ///< #(u32)
  std::optional<PrimitiveType> pointer_type = {};      ///< *(u32)
  std::optional<std::int64_t> element_size_bits = {};  ///< E(4); absent: the type's own size
  std::int8_t memory_space = 0;                        ///< S(1)
  std::vector<SplitConfig> split_configs = {};         ///< SC(0:40)
  std::shared_ptr<const Shape> physical_shape = {};  ///< P(f32[10]); compared and printed by value
  std::int64_t dynamic_shape_metadata_prefix_bytes = 0;  ///< M(8)

  static Layout row_major(std::size_t rank);     ///< {rank-1, .., 1, 0}
  static Layout column_major(std::size_t rank);  ///< {0, 1, .., rank-1}
  static Layout of_minor_to_major(std::vector<std::int64_t> order);
  static Layout of_major_to_minor(std::vector<std::int64_t> order);

  // The layout with one more attribute. Nothing is checked here; validate/validate.h does that.
  [[nodiscard]] Layout tiled(std::initializer_list<TileEntry> entries) const;
  [[nodiscard]] Layout tiled(Tile tile) const;
  [[nodiscard]] Layout tail_padded(std::int64_t alignment) const;
  [[nodiscard]] Layout with_element_size(std::int64_t bits) const;
  [[nodiscard]] Layout in_memory_space(std::int8_t space) const;
  [[nodiscard]] Layout split(std::int64_t physical_dimension, std::vector<std::int64_t> cuts) const;
  [[nodiscard]] Layout with_metadata_prefix(std::int64_t bytes) const;

  /// Compares every member; physical shapes by value.
  friend bool operator==(const Layout& a, const Layout& b);
};

/// {rank-1, .., 1, 0}: row-major, what XLA fills in where a text names no layout.
Layout descending_layout(std::size_t rank);

}  // namespace tileglot::notation::xla
