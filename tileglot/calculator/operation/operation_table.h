// SPDX-License-Identifier: Apache-2.0
// operation_table.h: operations by name.
//
// What     find(name) is the operation of that name; apply(name, arguments) is its value. A table
//          also has the operations that C++ CuTe answers otherwise, and the words that C++ uses for
//          one of several operations, by their number of arguments. with(groups) is the table with
//          more operations.
// Why      The command line, the JSON interface and the recorded answers call operations by name.
//          Who may do more, such as open files, adds its rows to the same table.
// Example  apply("coalesce", {"(_2,(_1,_6)):(_1,(_6,_2))"}) is the layout _12:_1.
//          [tests: cute/operations_test.cc, "each is called by name"]
//          With Semantics::kCuteCpp, composition (_4,_6,_8):(_2,_3,_5) o _6:_3 is (_2,_3):(_6,_3).
//          [tests: cute/cute_cpp_operations_test.cc, "an operation answers by the semantics asked
//          for"]
// Errors   eval.operation (no such name); eval.arguments and, for CuTe's, cute.arguments (a wrong
//          number of arguments, with the signature as help); those of the operation. A span counts in the texts of all arguments with
//          ", " between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/values.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {

using bridge::Via;

/// Which results to return where C++ CuTe's differ: the exact ones, which obey the operation's law
/// or are refused, or CuTe's own, right or wrong (notation/cute/as_cpp/).
enum class Semantics : std::uint8_t { kExact, kCuteCpp };

struct Settings {
  Via via = Via::kNotation;
  Semantics semantics = Semantics::kExact;
};

/// A C++ name with a number of arguments, and the name of that operation here.
struct Overload {
  std::string_view word;
  std::size_t arguments;
  std::string_view name;
};

class OperationTable {
 public:
  /// `in_cpp` and `overloads` must outlive the table.
  explicit OperationTable(std::span<const std::span<const Operation>> groups,
                          std::span<const CppAnswer> in_cpp = {},
                          std::span<const Overload> overloads = {});

  OperationTable with(std::span<const std::span<const Operation>> groups) const;

  /// The value of an operation on values and texts.
  core::Result<Value> apply(std::string_view name, std::span<const Argument> arguments,
                            const Settings& settings = {}) const;
  /// The same for texts alone.
  core::Result<Value> apply(std::string_view name, std::span<const std::string> texts,
                            const Settings& settings = {}) const;

  /// Null if there is none.
  const Operation* find(std::string_view name) const;
  /// True if Semantics::kCuteCpp has its own result or refusal for the operation.
  bool differs_in_cpp(std::string_view name) const;
  /// The name here of an operation that C++ spells otherwise: coalesce of a layout and a profile is
  /// coalesce_by_mode, group_modes is group. Any other name is returned unchanged.
  std::string_view name_here(std::string_view word, std::size_t arguments) const;

  /// True for the name of an operation and for a word of C++.
  bool knows(std::string_view name) const;
  /// All that it knows, by family, each in alphabetical order.
  std::span<const std::string_view> names() const { return names_; }
  /// All operations, in the order of names().
  std::vector<Operation> rows() const;
  /// The words of C++ that lead to the operation, and those for which it has other names here.
  std::span<const Overload> overloads() const { return overloads_; }
  /// How the word is called: "coalesce(layout) or coalesce(layout, profile)". Empty if it does not
  /// know the word.
  std::string signature_of(std::string_view word) const;
  /// The error for a name that it does not know, with the name that was probably meant.
  core::Error unknown(std::string_view name) const;

 private:
  void add(std::span<const std::span<const Operation>> groups);
  core::Error wrong_count(std::string_view word, std::size_t given) const;
  /// "1", "1 or 2", "2 to 4", "1 or more", "at most 64" if more are given; of all
  /// operations that the word can mean.
  std::string count_wanted(std::string_view word, std::size_t given) const;

  std::vector<Operation> rows_;  ///< by name
  std::vector<CppAnswer> in_cpp_;
  std::span<const Overload> overloads_;
  std::vector<std::string_view> names_;
};

}  // namespace tileglot::calculator
