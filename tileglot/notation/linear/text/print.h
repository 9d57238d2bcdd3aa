// SPDX-License-Identifier: Apache-2.0
// print.h: the text of a linear layout.
//
// What     print(L) writes our form, which parse.h reads back: inputs with their basis vectors, then
//          outputs with their sizes; a layout that is not surjective says so.
// Example  {register: [[0,1],[0,2]], lane: [[1,0]]} -> {dim0: 2, dim1: 8}, surjective: false
//          [tests: print_test.cc, "a layout is written as it is read"]
// Errors   None.
#pragma once

#include <string>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::string print(const Layout& layout);

}  // namespace tileglot::notation::linear
