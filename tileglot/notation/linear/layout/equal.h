// SPDX-License-Identifier: Apache-2.0
// equal.h: equality of linear layouts.
//
// What     equal is ==: the same names, sizes and vectors in the same order.
//          equal_ignoring_out_dim_sizes ignores the sizes of outputs; equal_ignoring_order compares
//          the functions of named inputs and outputs, in whatever order they are listed.
// Example  {i: [1]} -> {o: 2} and {i: [1]} -> {o: 4} are equal except for the size of o.
//          [tests: equal_test.cc, "three kinds of equality"]
// Errors   None.
#pragma once

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

inline bool equal(const Layout& a, const Layout& b) { return a == b; }
bool equal_ignoring_out_dim_sizes(const Layout& a, const Layout& b);
bool equal_ignoring_order(const Layout& a, const Layout& b);

}  // namespace tileglot::notation::linear
