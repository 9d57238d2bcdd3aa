// SPDX-License-Identifier: Apache-2.0
// operation.h: one operation, and how a function of a notation becomes one.
//
// What     An Operation has a name, a signature, a line about its result, an example, and the
//          function that applies it. operation<F, R0, R1>(description) is F(R0(args, 0), R1(args, 1)),
//          or the first refusal, of a reader or of F; invoke<F, R0, R1>(args) is that result before
//          it becomes a Value.
// Why      Most operations are a function of a notation and the readers of its parameters, so a
//          table row can be just that. The same row is what `eval --list`, the manual, completion and
//          the pages of the reference print, and what calls are checked against.
// Example  operation<xla::dimension_stride, valid_shape_argument, number_argument>(
//          {"xla.dimension_stride", "shape, number", "the step ..", "xla.dimension_stride(..)"}).
//          [tests: operation/operation_test.cc, "the first refusal is the answer"]
// Errors   Those of the readers and of the function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/signature.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::calculator {

/// What a person needs to call an operation.
struct Description {
  std::string_view name;
  std::string_view signature;  ///< its parameters: "layout, [shape]" (signature.h)
  std::string_view what;       ///< a line about the result
  std::string_view example;    ///< a call
};

using Apply = core::Result<Value> (*)(const Arguments&);

struct Operation {
  std::string_view name;
  std::string_view signature;
  std::string_view what;
  std::string_view example;
  Apply apply;
};

/// What C++ CuTe answers in place of an operation.
struct CppAnswer {
  std::string_view name;
  Apply apply;
};

/// What a name begins with: "xla.", "linear." or "hlo."; CuTe's have no prefix. In the order in
/// which a misspelt name is compared with them.
enum class Family : std::uint8_t { kCute, kXla, kLinear, kHlo };

constexpr Family family_of(std::string_view name) {
  if (name.starts_with("xla.")) return Family::kXla;
  if (name.starts_with("linear.")) return Family::kLinear;
  return name.starts_with("hlo.") ? Family::kHlo : Family::kCute;
}

template <class T>
core::Result<T> as_result(T value) {
  return value;
}
template <class T>
core::Result<T> as_result(core::Result<T> result) {
  return result;
}
/// Success is true.
inline core::Result<bool> as_result(const core::Status& status) {
  if (!status) return core::fail(status.error());
  return true;
}

inline Value as_value(const notation::linear::Layout& layout) { return layout; }
inline Value as_value(const notation::xla::Shape& shape) { return shape; }
inline Value as_value(const notation::xla::Layout& layout) { return layout; }
template <class T>
Value as_value(const T& value) {
  return Json(value);
}
/// null if there is no answer.
template <class T>
Value as_value(const std::optional<T>& value) {
  return value ? as_value(*value) : Value(Json());
}

template <auto Function, auto... Readers>
auto invoke(const Arguments& args) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto read = std::tuple{Readers(args, I)...};
    using Called = decltype(as_result(Function(*std::move(std::get<I>(read))...)));
    const core::Error* refusal = nullptr;
    ((refusal = refusal == nullptr && !std::get<I>(read) ? &std::get<I>(read).error() : refusal),
     ...);
    if (refusal != nullptr) return Called(core::fail(*refusal));
    return as_result(Function(*std::move(std::get<I>(read))...));
  }(std::make_index_sequence<sizeof...(Readers)>());
}

template <auto Function, auto... Readers>
core::Result<Value> answered(const Arguments& args) {
  TILEGLOT_TRY(value, (invoke<Function, Readers...>(args)));
  return as_value(value);
}

/// Only called at compile time, where a call of what is not constexpr is an error.
void signature_has_another_number_of_parameters();

/// The operation that calls FUNCTION with its arguments as READERS read them.
template <auto Function, auto... Readers>
consteval Operation operation(const Description& described) {
  constexpr ArgumentCount kRead{sizeof...(Readers), sizeof...(Readers)};
  if (argument_count(described.signature) != kRead) signature_has_another_number_of_parameters();
  return {described.name, described.signature, described.what, described.example,
          answered<Function, Readers...>};
}

}  // namespace tileglot::calculator
