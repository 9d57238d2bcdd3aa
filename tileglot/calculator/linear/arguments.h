// SPDX-License-Identifier: Apache-2.0
// linear/arguments.h: how the operations on linear layouts read their arguments.
//
// What     linear_argument and the like read the i-th argument. Layouts are values, JSON or texts of
//          notation/linear.
// Example  linear.mul({i: [1]} -> {o: 2}, {i: [1,x]} -> {o: 2}) is refused at byte 27, the x.
//          [tests: linear/operations_test.cc, "an error points into all arguments"]
// Errors   Those of operation/arguments.h, value/linear.h and notation/linear.
#pragma once

#include <cstddef>
#include <vector>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/named_size.h"

namespace tileglot::calculator {

core::Result<notation::linear::Layout> linear_argument(const Arguments& args, std::size_t i);
/// The name of one dimension.
core::Result<notation::linear::Name> name_argument(const Arguments& args, std::size_t i);
/// [name,..]
core::Result<std::vector<notation::linear::Name>> names_argument(const Arguments& args,
                                                                 std::size_t i);
/// [[name,size],..]
core::Result<std::vector<notation::linear::NamedSize>> sizes_argument(const Arguments& args,
                                                                      std::size_t i);

}  // namespace tileglot::calculator
