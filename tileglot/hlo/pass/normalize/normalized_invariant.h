// SPDX-License-Identifier: Apache-2.0
// normalized_invariant.h: what is true of a module after layout normalization.
//
// What     check_layouts_normalized(module) checks that operations that normalization rewrites
//          (normalize/rules.h) read and write row-major arrays. Odd forms that it leaves alone are
//          exempt.
// Why      A pass after it looks at shapes only; an operation that was missed would be misread.
// Example  negate(p {0,1}) {0,1} is rejected: it is not row-major.
//          [tests: hlo/pass/normalize/layouts_test.cc, "an operation that was forgotten is
//          noticed"]
// Errors   hlo.invariant with the place of the instruction; hlo.layouts where a layout is missing.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

core::Status check_layouts_normalized(const Module& module);

}  // namespace tileglot::hlo::pass
