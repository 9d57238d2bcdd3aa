// SPDX-License-Identifier: Apache-2.0
// layout_modes_to_shapes.h: the shapes of a program's arguments and results, by their layout modes.
//
// What     layout_mode_to_shape gives the whole value the layout that its mode says: of `default` the
//          one that the chooser has for what a device stores, of a user's layout that layout, of
//          `auto` none. layout_modes_to_shapes does so for all arguments and results of a program; a
//          tuple that is the only argument, or the result, counts by its elements.
// Why      A compiler takes the layouts at the border of a program from shapes.
// Units    A memory space is written where there is a layout to write it into.
// Example  f32[128,128] over devices=[1,2], mode default, with a chooser that makes the smaller
//          dimension major: f32[128,128]{0,1}.
//          [tests: layout_modes_to_shapes_test.cc, "the default layout is that of the tile"]
// Errors   xla.mode_count (another number of modes, memory spaces or shardings than of values),
//          xla.not_array, xla.memory_space; those of the chooser, of tile_shape.h and of
//          validate.h, for a layout that does not fit the value.
// Source   XLA, pjrt/utils.h (LayoutModesToXlaShapes).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

/// A shape with the layout that the client stores it in.
using CompactLayoutChooser = std::function<core::Result<Shape>(const Shape&)>;

/// Row-major, whatever the layout was: what CPU and GPU clients choose.
core::Result<Shape> row_major_shape(const Shape& shape);

/// `sharded` is what each device stores of `whole`.
core::Result<Shape> layout_mode_to_shape(const LayoutMode& mode, const Shape& whole,
                                         const Shape& sharded, std::int64_t memory_space,
                                         const CompactLayoutChooser& chooser);

/// One side of a program: its values, or one tuple of them.
struct BorderValues {
  std::vector<Shape> shapes = {};
  std::vector<std::optional<Sharding>> shardings = {};  ///< one for each shape; none: no sharding
  std::vector<LayoutMode> modes = {};                   ///< one for each value
  std::vector<std::int64_t> memory_spaces = {};         ///< one for each value
};

/// The shape of each value, in order.
core::Result<std::vector<Shape>> border_shapes(const BorderValues& values,
                                               const CompactLayoutChooser& chooser);

struct BorderShapes {
  std::vector<Shape> arguments = {};
  Shape result = {};
};

/// `results` has the one result, which may be a tuple and then is one again.
core::Result<BorderShapes> layout_modes_to_shapes(const BorderValues& arguments,
                                                  const BorderValues& results,
                                                  const CompactLayoutChooser& chooser);

}  // namespace tileglot::notation::xla
