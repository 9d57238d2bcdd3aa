// SPDX-License-Identifier: Apache-2.0
// sort.h: sorts rows of one or several arrays by a comparison.
//
// What     sorted(..) puts every row along one dimension into the order that the comparator gives
//          for pairs of elements of all operands, which move together. Always stable.
// How      A merge sort of numbers: it ends after n log n comparisons even if the comparator
//          contradicts itself. The comparisons of all rows are evaluated together.
// Example  Keys 3 1 3 2 with values 0 1 2 3 by LT: values 1 3 0 2.
//          [tests: hlo/run/operation/sort_test.cc, "equal keys keep their order"]
// Errors   Those of combine.h; run.operands where the comparator does not return a pred.
// Source   XLA, Sort.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"

namespace tileglot::hlo::run {

core::Result<std::vector<Elements>> sorted(const Applying& applying, ComputationId comparator,
                                           std::span<const Elements* const> operands,
                                           const Extents& extents, std::size_t dimension);

}  // namespace tileglot::hlo::run
