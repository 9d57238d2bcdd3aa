// SPDX-License-Identifier: Apache-2.0
// layout_preference.h: which layout a backend wants for what a device stores.
//
// What     A LayoutPreferenceFn says what kind of layout a shape should have; a
//          ShapeRepresentationFn gives the shape as the backend stores it.
//          rewrite_layout_with_sharded_shape asks both about the tile of a sharded array, and gives
//          the whole array the layout of the answer; its dimensions stay.
//          representation_with_sharding is the
//          shape that a value gets: tuples leaf by leaf, arrays as the backend stores them, and
//          sharded ones with the layout of their tiles.
// Why      A layout serves the memory it is used in, and that holds one tile.
// Example  f32[128,128] over devices=[1,2] has tiles f32[128,64]; a backend that makes the smaller
//          dimension major stores them as {0,1}, so the array becomes f32[128,128]{0,1}.
//          [tests: layout_preference_test.cc, "the layout is that of the tile"]
// Errors   Those of the functions, as they are; those of tile_shape.h; xla.sharding_shape where the
//          representation has another rank than the array, or a tuple another number of leaves.
// Source   XLA, layout_util.h of the HLO builder and xla_helpers.h. As there, shardings that are not
//          tiled change nothing; a tuple of tiled shardings, at which XLA ends its process, is
//          refused by the rewriting.
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

/// How a backend stores arrays. An empty function has no preference, or leaves the shape as it is.
struct Representation {
  LayoutPreferenceFn preference = {};
  ShapeRepresentationFn shape = {};
};

/// What clients of the CPU and of GPUs do: row-major, numbers of less than 8 bits packed.
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

/// A tuple's sharding has one for each leaf, or one for all.
core::Result<Shape> representation_with_sharding(const Shape& shape,
                                                 const std::optional<Sharding>& sharding,
                                                 FastMemory fast_memory,
                                                 const Representation& representation);

}  // namespace tileglot::notation::xla
