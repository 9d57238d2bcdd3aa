// SPDX-License-Identifier: Apache-2.0
// gather.h: slices read from, and written to, places given by an array of indices.
//
// What     gathered_slices(..) is HLO's gather, scattered(..) its scatter, also variadic, with
//          batching dimensions.
// How      Both have a grid of starting points, given by the indices, and at each the box of a
//          slice. One function lists the operand's element for every element of result or updates;
//          gather reads there, scatter combines there.
// Example  From [4,5,3] with slice_sizes={1,1,3}, start_index_map={1,0} the index (y,x) takes the
//          row (x,y,0..2).
//          [tests: hlo/run/operation/gather_test.cc, "rows by pairs of indices"]
//          gather moves starts so that slices are in bounds; scatter skips slices that are not.
//          [tests: hlo/run/operation/gather_test.cc, "slices beyond the border"]
// Errors   Those of combine.h.
// Source   XLA, Gather and Scatter.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"

namespace tileglot::hlo::run {

/// Names are gather's; the first three are scatter's update_window_dims, inserted_window_dims and
/// scatter_dims_to_operand_dims.
struct GatherDimensions {
  Extents offset_dims = {};           ///< of the result: where the slice's dimensions are
  Extents collapsed_slice_dims = {};  ///< of the operand: not in the result
  Extents start_index_map = {};       ///< the operand's dimension of each index
  Extents operand_batching_dims = {};
  Extents indices_batching_dims = {};
  std::int64_t index_vector_dim = 0;
};

struct GatherArrays {
  Extents operand = {};
  const Elements* indices = nullptr;
  Extents indices_extents = {};
  Extents slice_sizes = {};
  Extents result = {};  ///< of scatter: the updates
};

Elements gathered_slices(const Elements& operand, const GatherArrays& arrays,
                         const GatherDimensions& dimensions);

/// slice_sizes need not be set: they follow from the updates.
core::Result<std::vector<Elements>> scattered(const Applying& applying, ComputationId computation,
                                              std::span<const Elements* const> operands,
                                              std::span<const Elements* const> updates,
                                              GatherArrays arrays,
                                              const GatherDimensions& dimensions);

}  // namespace tileglot::hlo::run
