// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/operation_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/near_miss.h"

namespace tileglot::calculator {
namespace {

using core::fail;
using core::Result;

/// `rows` are sorted by name.
const Operation* find_in(const std::vector<Operation>& rows, std::string_view name) {
  const auto found = std::ranges::lower_bound(rows, name, {}, &Operation::name);
  return found != rows.end() && found->name == name ? &*found : nullptr;
}

}  // namespace

OperationTable::OperationTable(std::span<const std::span<const Operation>> groups,
                               std::span<const Operation> in_cpp,
                               std::span<const Overload> overloads)
    : in_cpp_(in_cpp.begin(), in_cpp.end()), overloads_(overloads) {
  std::ranges::sort(in_cpp_, {}, &Operation::name);
  add(groups);
}

OperationTable OperationTable::with(std::span<const std::span<const Operation>> groups) const {
  OperationTable more = *this;
  more.add(groups);
  return more;
}

void OperationTable::add(std::span<const std::span<const Operation>> groups) {
  for (const std::span<const Operation> rows : groups)
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  std::ranges::sort(rows_, {}, &Operation::name);
  names_.clear();
  for (const Operation& row : rows_) names_.push_back(row.name);
  for (const Overload& overload : overloads_) {
    if (find(overload.word) == nullptr) names_.push_back(overload.word);
  }
  std::ranges::sort(names_, {},
                    [](std::string_view name) { return std::pair(family_of(name), name); });
}

const Operation* OperationTable::find(std::string_view name) const { return find_in(rows_, name); }

bool OperationTable::differs_in_cpp(std::string_view name) const {
  return find_in(in_cpp_, name) != nullptr;
}

std::string_view OperationTable::name_here(std::string_view word, std::size_t arguments) const {
  for (const Overload& overload : overloads_) {
    if (overload.word == word && overload.arguments == arguments) return overload.name;
  }
  return word;
}

bool OperationTable::knows(std::string_view name) const {
  return find(name) != nullptr ||
         std::ranges::find(overloads_, name, &Overload::word) != overloads_.end();
}

Result<Value> OperationTable::apply(std::string_view name, std::span<const Argument> arguments,
                                    const Settings& settings) const {
  name = name_here(name, arguments.size());
  const Operation* operation = find(name);
  const Operation* in_cpp =
      settings.semantics == Semantics::kCuteCpp ? find_in(in_cpp_, name) : nullptr;
  if (in_cpp != nullptr) operation = in_cpp;
  if (operation == nullptr) return fail(knows(name) ? not_taken(name) : unknown(name));
  if (arguments.size() < operation->fewest || arguments.size() > operation->most)
    return fail(wrong_count(*operation, arguments.size()));
  return operation->apply(Arguments(name, arguments, settings.via));
}

Result<Value> OperationTable::apply(std::string_view name, std::span<const std::string> texts,
                                    const Settings& settings) const {
  return apply(name, arguments_of(texts), settings);
}

core::Error OperationTable::unknown(std::string_view name) const {
  const std::string guess = core::did_you_mean(name, names_);
  return {
      {.code = "eval.operation",
       .message = fmt::format("there is no operation '{}'", name.substr(0, 64)),
       .help = guess.empty() ? "docs/reference/cute-operations.md and cli.md list them" : guess}};
}

core::Error OperationTable::not_taken(std::string_view word) const {
  std::vector<std::string_view> of_cute;
  std::ranges::copy_if(names_, std::back_inserter(of_cute),
                       [](std::string_view name) { return family_of(name) == Family::kCute; });
  return {{.code = "cute.operation",
           .message = fmt::format("there is no CuTe operation '{}'", word),
           .help = fmt::format("known are {}", fmt::join(of_cute, ", "))}};
}

std::size_t OperationTable::most_arguments(const Operation& operation) const {
  std::size_t most = operation.most;
  for (const Overload& overload : overloads_) {
    if (overload.word == operation.name) most = std::max(most, overload.arguments);
  }
  return most;
}

std::string OperationTable::count_wanted(const Operation& operation) const {
  const std::size_t most = most_arguments(operation);
  if (most == core::kMaxLeaves) return fmt::format("{} or more", operation.fewest);
  if (most == operation.fewest) return fmt::format("{}", most);
  return fmt::format("{} {} {}", operation.fewest, most - operation.fewest == 1 ? "or" : "to",
                     most);
}

core::Error OperationTable::wrong_count(const Operation& operation, std::size_t given) const {
  const Family family = family_of(operation.name);
  const bool is_one = most_arguments(operation) == 1;
  if (family == Family::kCute) {
    return {{.code = "cute.arguments",
             .message = fmt::format("{} takes {} argument{}, not {}", operation.name,
                                    count_wanted(operation), is_one ? "" : "s", given)}};
  }
  // "1 arguments" is what linear's and XLA's answer; evaluate_test.cc records both.
  return {
      {.code = "eval.arguments",
       .message = fmt::format("{} takes {} argument{}, and {} are given", operation.name,
                              operation.most, is_one && family == Family::kHlo ? "" : "s", given)}};
}

}  // namespace tileglot::calculator
