// SPDX-License-Identifier: Apache-2.0
// linear/operation.h: one operation on linear layouts, and how its arguments are read.
//
// What     A LinearOperation has a name, a number of arguments and a function; linear_operation<F,
//          Readers...> is that of a function and the readers of its parameters. linear_argument and
//          the like read the i-th argument. Its result is a layout, or another value as JSON; null
//          where the operation has no answer.
// Why      Each group of operations has a table of its own, and all read their arguments alike.
// Units    The span of an error counts in the arguments written with ", " between them.
// Example  linear.mul({i: [1]} -> {o: 2}, {i: [1,x]} -> {o: 2}) is refused at byte 27, the x.
//          [tests: linear/operations_test.cc, "an error points into all arguments"]
// Errors   Those of operation/arguments.h, value/linear.h and notation/linear.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/named_size.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/called.h"
#include "tileglot/value/json.h"

namespace tileglot::api {

using value::Arguments;
using value::flag_argument;
using value::in_argument;
using value::Json;
using value::number_argument;
using value::number_or_null_argument;
using value::numbers_argument;

/// A layout has a text of its own, and a type in the answer.
using LinearResult = std::variant<Json, notation::linear::Layout>;

struct LinearOperation {
  std::string_view name;
  std::size_t arguments;
  core::Result<LinearResult> (*apply)(Arguments);
};

/// Read as JSON or as a text of notation/linear.
core::Result<notation::linear::Layout> linear_argument(Arguments args, std::size_t i);
/// The name of one dimension.
core::Result<notation::linear::Name> name_argument(Arguments args, std::size_t i);
/// [name,..]
core::Result<std::vector<notation::linear::Name>> names_argument(Arguments args, std::size_t i);
/// [[name,size],..]
core::Result<std::vector<notation::linear::NamedSize>> sizes_argument(Arguments args,
                                                                      std::size_t i);
/// Any list or object, as JSON.
core::Result<Json> json_argument(Arguments args, std::size_t i);

inline LinearResult to_linear_result(const notation::linear::Layout& layout) { return layout; }
template <class T>
LinearResult to_linear_result(const T& value) {
  return Json(value);
}
/// null if there is no answer.
template <class T>
LinearResult to_linear_result(const std::optional<T>& value) {
  return value ? to_linear_result(*value) : LinearResult(Json());
}

template <auto Function, auto... Readers>
core::Result<LinearResult> linear_answered(Arguments args) {
  TILEGLOT_TRY(value, (value::called<Function, Readers...>(args)));
  return to_linear_result(value);
}

/// The operation that calls FUNCTION with its arguments as READERS read them.
template <auto Function, auto... Readers>
constexpr LinearOperation linear_operation(std::string_view name) {
  return {name, sizeof...(Readers), linear_answered<Function, Readers...>};
}

}  // namespace tileglot::api
