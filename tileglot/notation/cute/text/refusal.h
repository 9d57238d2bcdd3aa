// SPDX-License-Identifier: Apache-2.0
// refusal.h: turns the plain-number refusals of constant expressions into error messages.
//
// What     to_error gives a Refusal its code, its sentence with the numbers, and help.
//          layout_error names the modes of a layout that are refused.
//          coordinate_error finds the parts of a coordinate and a shape that do not match.
// Why      The algebra is constexpr and cannot build text; this is the one place that does.
// Example  to_error({kTooManyLeaves, 65, 64}).message = "65 leaves are more than the 64 that ...".
//          [tests: refusal_test.cc, "every reason has a code, a sentence and help"]
// Errors   None; this is where errors get their text.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

core::Error to_error(const Refusal& refusal);

/// The error for a coordinate that idx2crd or crd2idx refuses: names the mode and both parts.
core::Error coordinate_error(const Refusal& refusal, const IntTuple& coordinate,
                             const IntTuple& shape);

/// The error for a refusal caused by a layout: names its modes, and a witness if there is one.
core::Error layout_error(const Refusal& refusal, const Layout<>& layout);

/// The error for the first extent of 0. Precondition: there is one.
core::Error elements_error(const Layout<>& layout);
core::Error elements_error(const IntTuple& shape);

/// The value of an outcome, or the error of its refusal.
template <class T>
core::Result<T> to_result(const Outcome<T>& outcome) {
  if (!outcome) return core::fail(to_error(outcome.refusal));
  return *outcome;
}

}  // namespace tileglot::notation::cute
