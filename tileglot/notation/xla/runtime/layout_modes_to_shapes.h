// SPDX-License-Identifier: Apache-2.0
// layout_modes_to_shapes.h: the shapes of a program's arguments and results, by their layout modes.
//
// What     layout_mode_to_shape sets the layout of the whole value by its mode: for `default` the
//          layout that the chooser picks for what a device stores, for a user's layout that layout,
//          for `auto` none. layout_modes_to_shapes does so for all arguments and results of a
//          program; a tuple that is the only argument, or the result, counts as its elements.
// Why      A compiler takes the layouts of a program's arguments and results from shapes.
// Units    A memory space is set only where there is a layout to hold it.
// Example  f32[128,128] over devices=[1,2], mode default, with a chooser that makes the smaller
//          dimension major: f32[128,128]{0,1}.
//          [tests: layout_modes_to_shapes_test.cc, "the default layout is that of the tile"]
// Errors   xla.mode_count (the number of modes, memory spaces or shardings differs from the number
//          of values), xla.not_array, xla.memory_space; those of the chooser and of tile_shape.h;
//          those of validate/validate.h for a layout that does not fit the value.
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

/// Returns a shape with the layout in which the client stores it.
using CompactLayoutChooser = std::function<core::Result<Shape>(const Shape&)>;

/// Row-major, whatever the layout was: what CPU and GPU clients choose.
core::Result<Shape> row_major_shape(const Shape& shape);

/// `sharded` is what each device stores of `whole`.
core::Result<Shape> layout_mode_to_shape(const LayoutMode& mode, const Shape& whole,
                                         const Shape& sharded, std::int64_t memory_space,
                                         const CompactLayoutChooser& chooser);

/// The arguments or the results of a program: its values, or one tuple of them.
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

/// `results` has the one result; if it is a tuple, so is the returned one.
core::Result<BorderShapes> layout_modes_to_shapes(const BorderValues& arguments,
                                                  const BorderValues& results,
                                                  const CompactLayoutChooser& chooser);

}  // namespace tileglot::notation::xla
