// SPDX-License-Identifier: Apache-2.0
// xla/operation.h: one operation on XLA's values, and how its arguments are read.
//
// What     An XlaOperation has a name, a number of arguments and a function; operation<F,
//          Readers...> is that of a function and the readers of its parameters. An argument is a
//          text; shape_argument and the like read the i-th one, as operation/arguments.h reads
//          numbers. described(x) is the JSON of a shape or layout: its text as "print", its
//          protocol buffer, in hex, as "proto".
// Why      Each group of operations has a table of its own, and all read their arguments alike.
// Units    The span of an error counts in the arguments written with ", " between them.
// Example  xla.layout_equal({1,0}, {1,0}x) is refused at byte 12, the x.
//          [tests: xla/operations_test.cc, "an error points into all arguments"]
// Errors   xla.type; those of operation/arguments.h and of notation/xla.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/called.h"
#include "tileglot/value/json.h"

namespace tileglot::api {

using value::flag_argument;
using value::flags_or_null_argument;
using value::in_argument;
using value::Json;
using value::number_argument;
using value::numbers_argument;
using value::numbers_or_null_argument;

using XlaArguments = value::Arguments;

struct XlaOperation {
  std::string_view name;
  std::size_t arguments;
  core::Result<Json> (*apply)(XlaArguments);
};

Json described(const notation::xla::Shape& shape);
Json described(const notation::xla::Layout& layout);

/// As the released XLA reads it; the spellings of its documents are refused.
core::Result<notation::xla::Shape> shape_argument(XlaArguments args, std::size_t i);
/// As above, but without a layout where the text has none.
core::Result<notation::xla::Shape> shape_as_written_argument(XlaArguments args, std::size_t i);
/// Read and validated.
core::Result<notation::xla::Shape> valid_shape_argument(XlaArguments args, std::size_t i);
core::Result<notation::xla::Layout> layout_argument(XlaArguments args, std::size_t i);

/// f32, bf16 and so on.
core::Result<notation::xla::PrimitiveType> type_argument(XlaArguments args, std::size_t i);

inline Json json_of(const notation::xla::Shape& shape) { return described(shape); }
inline Json json_of(const notation::xla::Layout& layout) { return described(layout); }
template <class T>
Json json_of(const T& value) {
  return value;
}
/// null if there is no answer.
template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? json_of(*value) : Json();
}

template <auto Function, auto... Readers>
core::Result<Json> answered(XlaArguments args) {
  TILEGLOT_TRY(value, (value::called<Function, Readers...>(args)));
  return json_of(value);
}

/// The operation that calls FUNCTION with its arguments as READERS read them.
template <auto Function, auto... Readers>
constexpr XlaOperation operation(std::string_view name) {
  return {name, sizeof...(Readers), answered<Function, Readers...>};
}

}  // namespace tileglot::api
