// SPDX-License-Identifier: Apache-2.0
// called.h: a function called with an operation's arguments, each read as its parameter.
//
// What     called<F, R0, R1>(args) is F(R0(args, 0), R1(args, 1)), or the first refusal, of a
//          reader or of F.
// Why      Most operations are a function of a notation and the readers of its parameters, so a
//          table row can be just that.
// Example  called<xla::dimension_stride, valid_shape_argument, number_argument>(args).
//          [tests: called_test.cc, "the first refusal is the answer"]
// Errors   Those of the readers and of the function.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/calculator/operation/arguments.h"

namespace tileglot::value {

template <class T>
core::Result<T> to_result(T value) {
  return value;
}
template <class T>
core::Result<T> to_result(core::Result<T> result) {
  return result;
}
/// Success is true.
inline core::Result<bool> to_result(const core::Status& status) {
  if (!status) return core::fail(status.error());
  return true;
}

template <auto Function, auto... Readers>
auto called(Arguments args) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto read = std::tuple{Readers(args, I)...};
    using Called = decltype(to_result(Function(*std::move(std::get<I>(read))...)));
    const core::Error* refusal = nullptr;
    ((refusal = refusal == nullptr && !std::get<I>(read) ? &std::get<I>(read).error() : refusal),
     ...);
    if (refusal != nullptr) return Called(core::fail(*refusal));
    return to_result(Function(*std::move(std::get<I>(read))...));
  }(std::make_index_sequence<sizeof...(Readers)>());
}

}  // namespace tileglot::value
