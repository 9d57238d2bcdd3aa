// SPDX-License-Identifier: Apache-2.0
// arguments.h: how the arguments of an operation are read.
//
// What     Every argument is a text; flag_argument, number_argument and the like read the i-th one.
//          Lists are written as JSON writes them.
// Why      The operations of all notations read their numbers, flags and lists alike.
// Units    The span of an error counts in the arguments written with ", " between them.
// Example  xla.layout_equal({1,0}, {1,0}x) is refused at byte 12, the x.
//          [tests: calculator/xla/operations_test.cc, "an error points into all arguments"]
// Errors   eval.syntax (not a number, flag or list).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::value {

using Arguments = std::span<const std::string>;

/// true or false.
core::Result<bool> flag_argument(Arguments args, std::size_t i);
core::Result<std::int64_t> number_argument(Arguments args, std::size_t i);
/// Nothing for null.
core::Result<std::optional<std::int64_t>> number_or_null_argument(Arguments args, std::size_t i);
core::Result<std::vector<std::int64_t>> numbers_argument(Arguments args, std::size_t i);
/// Nothing for null.
core::Result<std::optional<std::vector<std::int64_t>>> numbers_or_null_argument(Arguments args,
                                                                                std::size_t i);
core::Result<std::optional<std::vector<bool>>> flags_or_null_argument(Arguments args,
                                                                      std::size_t i);

/// The value, or its error with the span shifted by the arguments before the i-th.
template <class T>
core::Result<T> in_argument(core::Result<T> value, Arguments args, std::size_t i) {
  if (value || !value.error()->span) return value;
  std::size_t begin = 0;
  for (const std::string& before : args.first(i)) begin += before.size() + 2;
  core::Error error = std::move(value).error();
  error->span = core::Span{begin + error->span->begin, begin + error->span->end};
  return core::fail(std::move(error));
}

}  // namespace tileglot::value
