// SPDX-License-Identifier: Apache-2.0
// arguments.h: what a call is given, and how its numbers, flags and lists are read.
//
// What     An Argument is a text as the user wrote it, or the value of a call inside. Arguments are
//          those of one call; flag_argument, number_argument and the like read the i-th. Lists are
//          written as JSON writes them.
// Why      A value of the wanted type is taken as it is; every other argument is read from its text,
//          so a nested call means what the user could have written in its place.
// Units    The span of an error counts in the texts of the arguments with ", " between them.
// Example  xla.layout_equal({1,0}, {1,0}x) is refused at byte 12, the x.
//          [tests: xla/operations_test.cc, "an error points into all arguments"]
// Errors   eval.syntax (not a number, flag, list or JSON).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/values.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {

class Argument {
 public:
  explicit Argument(std::string text) : given_(std::move(text)) {}
  explicit Argument(Value value) : given_(std::move(value)) {}

  /// As written; of a value, its argument_text.
  std::string text() const;
  /// Null for a text.
  const Value* value() const { return std::get_if<Value>(&given_); }

 private:
  std::variant<std::string, Value> given_;
};

/// As many arguments as texts.
std::vector<Argument> arguments_of(std::span<const std::string> texts);

class Arguments {
 public:
  /// `operation` and `given` must outlive the arguments.
  Arguments(std::string_view operation, std::span<const Argument> given,
            bridge::Via via = bridge::Via::kNotation)
      : operation_(operation), given_(given), via_(via) {}

  std::string_view operation() const { return operation_; }
  std::size_t count() const { return given_.size(); }
  /// Which evaluator lists offsets.
  bridge::Via via() const { return via_; }

  std::string text(std::size_t i) const { return given_[i].text(); }
  /// The i-th argument if it is a value of this type; otherwise null.
  template <class T>
  const T* value(std::size_t i) const {
    const Value* value = given_[i].value();
    return value == nullptr ? nullptr : std::get_if<T>(value);
  }

  /// The texts of all arguments with ", " between them: what the spans of errors count in.
  std::string source() const;
  /// The error with its span shifted by the arguments before the i-th.
  core::Error placed(core::Error error, std::size_t i) const;

 private:
  std::string_view operation_;
  std::span<const Argument> given_;
  bridge::Via via_;
};

/// The value, or its error with the span shifted by the arguments before the i-th.
template <class T>
core::Result<T> in_argument(core::Result<T> value, const Arguments& args, std::size_t i) {
  if (value) return value;
  return core::fail(args.placed(std::move(value).error(), i));
}

/// true or false.
core::Result<bool> flag_argument(const Arguments& args, std::size_t i);
core::Result<std::int64_t> number_argument(const Arguments& args, std::size_t i);
/// Nothing for null.
core::Result<std::optional<std::int64_t>> number_or_null_argument(const Arguments& args,
                                                                  std::size_t i);
core::Result<std::vector<std::int64_t>> numbers_argument(const Arguments& args, std::size_t i);
/// Nothing for null.
core::Result<std::optional<std::vector<std::int64_t>>> numbers_or_null_argument(
    const Arguments& args, std::size_t i);
core::Result<std::optional<std::vector<bool>>> flags_or_null_argument(const Arguments& args,
                                                                      std::size_t i);
/// Any list or object.
core::Result<Json> json_argument(const Arguments& args, std::size_t i);

/// The argument as JSON; discarded if it is none.
Json json_in(const Arguments& args, std::size_t i);

}  // namespace tileglot::calculator
