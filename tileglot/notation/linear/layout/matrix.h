// SPDX-License-Identifier: Apache-2.0
// matrix.h: the matrix of a linear layout, row by row.
//
// What     matrix(L) has a word for each bit of the flat output; bit c of it is the entry in column c,
//          which is bit c of the flat input.
// Example  (2,2,2):(2,4,1), in CuTe's notation, is {i: [2,4,1]} -> {o: 8}, and its matrix is
//          [[0,0,1],[1,0,0],[0,1,0]]: the words 0b100, 0b001, 0b010.
//          [tests: matrix_test.cc, "rows of words"]
// Errors   None.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::vector<std::uint64_t> matrix(const Layout& layout);

}  // namespace tileglot::notation::linear
