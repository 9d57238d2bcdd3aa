// SPDX-License-Identifier: Apache-2.0
// composed_evaluator.h: a composed layout prepared for many evaluations by mode.
//
// What     ComposedEvaluator::of(C).offset(x) is A(offset + B(x)) with x[k] in mode k of B.
// Why      The counterpart of evaluator.h for layouts that are not a shape:stride.
// Units    Offsets are in elements.
// Example  For Sw<3,0,3> o 0 o (8,8):(8,1): extents (8,8); offset (1,0) = 9.
//          [tests: composed_evaluator_test.cc, "an evaluator agrees with crd2idx everywhere"]
// Errors   cute.unsupported for an inner swizzle; those of reach; cute.swizzled_negative if an
//          offset before the last stage would be negative, which C++ and the map read differently.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/text/evaluator.h"

namespace tileglot::notation::cute {

class ComposedEvaluator {
 public:
  static core::Result<ComposedEvaluator> of(const ComposedLayout& composed);

  std::span<const std::int64_t> extents() const { return inner_.extents(); }
  std::int64_t size() const { return inner_.size(); }
  /// A bound on the offsets: at least one more than the largest offset.
  std::int64_t reach() const { return reach_; }
  /// Precondition: one number in [0, extent) for each mode.
  std::int64_t offset(std::span<const std::int64_t> by_mode) const;

 private:
  ComposedEvaluator(const ComposedLayout& composed, Evaluator inner, std::int64_t reach)
      : composed_(composed), inner_(std::move(inner)), reach_(reach) {}

  ComposedLayout composed_;
  Evaluator inner_;
  std::int64_t reach_;
};

/// Fails with cute.swizzled_negative if an offset before the last stage is negative.
core::Status check_not_negative(const ComposedLayout& composed);

}  // namespace tileglot::notation::cute
