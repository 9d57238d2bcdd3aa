// SPDX-License-Identifier: Apache-2.0
// layout_preference.h: the layout that a backend prefers for what a device stores.
//
// What     A LayoutPreferenceFn returns the kind of layout that a shape should have; a
//          ShapeRepresentationFn returns the shape as the backend stores it.
//          rewrite_layout_with_sharded_shape calls both for the tile of a sharded array, and gives
//          the whole array the resulting layout; its dimensions are kept.
//          representation_with_sharding is the shape that a value gets: tuples leaf by leaf, arrays
//          as the backend stores them, and sharded ones with the layout of their tiles.
// Why      A layout is chosen for the memory of one device, which holds one tile.
// Example  f32[128,128] over devices=[1,2] has tiles f32[128,64]; a backend that makes the smaller
//          dimension major stores them as {0,1}, so the array becomes f32[128,128]{0,1}.
//          [tests: layout_preference_test.cc, "the layout is that of the tile"]
// Errors   Those of the functions, unchanged; those of tile_shape.h; xla.sharding_shape where the
//          ranks of the representation and the array, or the leaf counts of a tuple, differ.
// Source   XLA, layout_util.h of the HLO builder and xla_helpers.h. As there, shardings that are
//          not tiled change nothing; a tuple of tiled shardings, on which XLA aborts, is refused by
//          rewrite_layout_with_sharded_shape.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

enum class LayoutPreference : std::uint8_t {
  kNone = 0,
  kTpuCompactChunkPadded = 1,
  kTpuLinear = 2,
};

enum class FastMemory : std::uint8_t { kNo, kYes };

using LayoutPreferenceFn = std::function<core::Result<LayoutPreference>(const Shape&)>;
using ShapeRepresentationFn =
    std::function<core::Result<Shape>(const Shape&, FastMemory, LayoutPreference)>;

/// How a backend stores arrays. An empty function means no preference, or leaves the shape
/// unchanged.
struct Representation {
  LayoutPreferenceFn preference = {};
  ShapeRepresentationFn shape = {};
};

/// The representation of CPU and GPU clients: row-major, numbers of less than 8 bits packed.
Representation row_major_representation();
/// The compact tiles of tpu_tiling.h, rows first.
Representation tpu_representation();

/// The shape as it is stored, with the preference for it.
core::Result<Shape> stored_shape(const Representation& representation, const Shape& shape,
                                 FastMemory fast_memory);

/// `shape` with the layout of its tile's representation.
core::Result<Shape> rewrite_layout_with_sharded_shape(const std::optional<Sharding>& sharding,
                                                      FastMemory fast_memory,
                                                      const Representation& representation,
                                                      const Shape& shape);

/// A tuple's sharding has one sharding for each leaf, or one for all.
core::Result<Shape> representation_with_sharding(const Shape& shape,
                                                 const std::optional<Sharding>& sharding,
                                                 FastMemory fast_memory,
                                                 const Representation& representation);

}  // namespace tileglot::notation::xla
