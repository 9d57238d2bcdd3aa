// SPDX-License-Identifier: Apache-2.0
// sublayout.h: some of the inputs and outputs of a linear layout.
//
// What     sublayout(L, ins, outs) keeps the dimensions named, in L's order and with their sizes.
//          sublayout_is_zero returns whether those inputs leave those outputs at 0.
// Example  Of {register: [[1,0]], lane: [[0,1]]} -> {dim0: 2, dim1: 2}, lane and dim1 are
//          {lane: [[1]]} -> {dim1: 2}. [tests: sublayout_test.cc, "the dimensions named are kept"]
// Errors   linear.no_dimension; sublayout_is_zero ignores outputs that do not exist, as Triton
//          does.
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> sublayout(const Layout& layout, std::span<const Name> ins,
                               std::span<const Name> outs);
core::Result<bool> sublayout_is_zero(const Layout& layout, std::span<const Name> ins,
                                     std::span<const Name> outs);

}  // namespace tileglot::notation::linear
