// SPDX-License-Identifier: Apache-2.0
// dot.h: products of arrays summed over common dimensions.
//
// What     dot(..) pairs batch dimensions, sums over contracting dimensions, and returns batch,
//          then lhs's other dimensions, then rhs's. convolution(..) sums a kernel over the places
//          of a window, in groups of features or batches.
// Rounding Operands are converted to the result's type. Sums of floats run in double, of integers
//          in 64 bits, of complex numbers in double parts, and are rounded once: the order of the
//          sum hardly matters.
// Example  dot of [4,3] and [2,4] with lhs_contracting_dims={0}, rhs_contracting_dims={1} is [3,2].
//          [tests: hlo/run/operation/dot_test.cc, "every kind of dimensions"]
// Errors   run.steps.
// Source   XLA, DotGeneral and ConvWithGeneralPadding.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/budget.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

struct Factor {
  const Elements* elements = nullptr;
  Extents extents = {};
};

struct DotDimensions {
  Extents lhs_batch = {};
  Extents lhs_contracting = {};
  Extents rhs_batch = {};
  Extents rhs_contracting = {};
};

core::Result<Elements> dot(const Factor& lhs, const Factor& rhs, const DotDimensions& dimensions,
                           PrimitiveType type, Budget& budget);

struct Convolution {
  Window window = {};
  ConvolutionDimensions dimensions = {};
  std::int64_t feature_groups = 1;
  std::int64_t batch_groups = 1;
  Extents result = {};
};

core::Result<Elements> convolution(const Factor& input, const Factor& kernel,
                                   const Convolution& convolution, PrimitiveType type,
                                   Budget& budget);

}  // namespace tileglot::hlo::run
