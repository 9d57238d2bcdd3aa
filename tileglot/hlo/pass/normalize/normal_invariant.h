// SPDX-License-Identifier: Apache-2.0
// normal_invariant.h: what is true of a module after layout normalization.
//
// What     check_layouts_normalized(module) holds a module to it: operations that normalization rewrites
//          (normalize/rules.h) read and write row-major arrays. What it leaves be in an odd form is
//          excused by what makes it odd.
// Why      A pass behind it looks at shapes alone; one operation that was forgotten is read wrongly.
// Example  negate(p {0,1}) {0,1} is refused: it is not row-major.
//          [tests: hlo/pass/normalize/layouts_test.cc, "an operation that was forgotten is noticed"]
// Errors   hlo.invariant with the place of the instruction; hlo.layouts where a layout is missing.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

core::Status check_layouts_normalized(const Module& module);

}  // namespace tileglot::hlo::pass
