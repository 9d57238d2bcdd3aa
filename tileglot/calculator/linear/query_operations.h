// SPDX-License-Identifier: Apache-2.0
// linear/query_operations.h: queries about linear layouts, by name.
//
// What     linear_query_operations() has apply, table and matrix, flags, equalities and other
//          questions, texts and views, and the permutations of registers.
// Example  linear.matrix({i: [2,4,1]} -> {o: 8}) is [4,1,2], a word for each output bit.
//          [tests: linear/query_operations_test.cc, "numbers, flags and lists"]
// Errors   Those of linear/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_query_operations();

}  // namespace tileglot::api
