// SPDX-License-Identifier: Apache-2.0
// operations.h: the operations of this package by name, on texts.
//
// What     apply_operation("crd2idx", {"(1,5)", "(3,(2,3)):(3,(12,1))"}) reads the arguments, calls
//          the operation and returns its value: an integer, a tuple or a layout.
// Why      The command line, the JSON interface and the golden tests call operations by name; there
//          is one table of names, next to the operations.
// Example  apply_operation("coalesce", {"(_2,(_1,_6)):(_1,(_6,_2))"}) is the layout _12:_1.
//          [tests: golden_test.cc, "CuTe's own answers are given for the sample"]
//          With Semantics::kCuteCpp, composition (_4,_6,_8):(_2,_3,_5) o _6:_3 is (_2,_3):(_6,_3).
//          [tests: cute_cpp_operations_test.cc, "an operation answers by the semantics asked for"]
// Errors   cute.no_cpp_answer (kCuteCpp only: the result in C++ is not known here); cute.operation
//          (no such name); cute.arguments (wrong number of arguments); those of parse.h and of the
//          operation. A span is a range in the argument that the message names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/calculator/operation/value.h"

namespace tileglot::notation::cute {

/// Which results to return where C++ CuTe's differ: the exact ones, which obey the operation's law
/// or are refused, or CuTe's own, right or wrong (as_cpp/).
enum class Semantics : std::uint8_t { kExact, kCuteCpp };

core::Result<Value> apply_operation(std::string_view operation,
                                    const std::vector<std::string>& arguments,
                                    Semantics semantics = Semantics::kExact);

/// The name here of an operation that C++ spells otherwise: coalesce of a layout and a profile is
/// coalesce_by_mode, group_modes is group. Any other name is returned unchanged.
std::string_view operation_spelled(std::string_view word, std::size_t arguments);

/// True if Semantics::kCuteCpp has its own result or refusal for the operation.
bool differs_in_cpp(std::string_view operation);

/// The names that apply_operation knows, in alphabetical order.
std::vector<std::string_view> operation_names();

}  // namespace tileglot::notation::cute
