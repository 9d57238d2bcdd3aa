// SPDX-License-Identifier: Apache-2.0
// to_triton.h: the attribute of Triton that lists the basis vectors of a layout.
//
// What     to_attribute(L) is #ttg.linear<{..}> for what threads hold (#ttg.generic_linear<{..}>
//          where those of warp move along several dimensions), and #ttg.shared_linear<{..},
//          alignment = 16> for memory. A layout from elements to offsets, as one of CuTe or XLA is,
//          is turned round first: Triton's goes from the offset to the element.
// Why      A layout found elsewhere goes into a kernel by its attribute.
// Example  {dim0: [[2]], dim1: [[1]]} -> {offset: 4} is
//          #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>.
//          [tests: to_triton_test.cc, "memory is turned round"]
// Errors   bridge.no_attribute: Triton's verifier would refuse it, elements and offsets are not one
//          to one, or it would mean another layout, since it says no sizes.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

core::Result<std::string> to_attribute(const notation::linear::Layout& layout);

}  // namespace tileglot::bridge
