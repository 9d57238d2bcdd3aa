// SPDX-License-Identifier: Apache-2.0
// to_triton.h: the Triton attribute that lists the basis vectors of a layout.
//
// What     to_attribute(L) is #ttg.linear<{..}> for a distributed layout (#ttg.generic_linear<{..}>
//          if the basis vectors of warp move along several dimensions), and
//          #ttg.shared_linear<{..}, alignment = 16> for memory. A layout from elements to offsets,
//          as in CuTe or XLA, is inverted first: Triton's goes from the offset to the element.
// Why      A layout found elsewhere is passed to a kernel as its attribute.
// Example  {dim0: [[2]], dim1: [[1]]} -> {offset: 4} is
//          #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>.
//          [tests: to_triton_test.cc, "memory is turned round"]
// Errors   bridge.no_attribute: Triton's verifier would reject it, elements and offsets are not one
//          to one, or it would mean another layout, since it does not contain sizes.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

core::Result<std::string> to_attribute(const notation::linear::Layout& layout);

}  // namespace tileglot::bridge
