// SPDX-License-Identifier: Apache-2.0
// reduce.h: reductions over dimensions, over windows, and of the places that windows select.
//
// What     reduced(..) folds the named dimensions of each operand; window_reduced(..) the elements
//          that each position of a window covers; selected_and_scattered(..) adds each source
//          element to the element of the operand that its window selects.
// Units    Operands of a variadic reduction have one list of extents. Initial values have one
//          element.
// Order    Each total takes its values in row-major order of the reduced index, so that floats give
//          the same bits whatever the layouts are.
// Example  Sums of [4,5] over windows {size=3x1 pad=1_1x0_0} take two rows at the ends, three
//          between.
//          [tests: hlo/run/operation/reduce_test.cc, "windows at the border take what is there"]
// Errors   Those of combine.h.
// Source   XLA, Reduce, ReduceWindow, SelectAndScatter. Padding takes no part in a window: the
//          totals begin with the initial value.
#pragma once

#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"

namespace tileglot::hlo::run {

struct Reduction {
  std::span<const Elements* const> operands = {};
  std::span<const Elements* const> initial = {};
  Extents extents = {};
  ComputationId computation = {};
};

core::Result<std::vector<Elements>> reduced(const Applying& applying, const Reduction& reduction,
                                            const Extents& dimensions);

core::Result<std::vector<Elements>> window_reduced(const Applying& applying,
                                                   const Reduction& reduction, const Window& window,
                                                   const Extents& result);

struct Selection {
  const Elements* operand = nullptr;
  Extents extents = {};
  const Elements* source = nullptr;
  Extents source_extents = {};
  const Elements* initial = nullptr;
  ComputationId select = {};
  ComputationId scatter = {};
};

core::Result<Elements> selected_and_scattered(const Applying& applying, const Selection& selection,
                                              const Window& window);

}  // namespace tileglot::hlo::run
