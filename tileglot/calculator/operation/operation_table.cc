// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/operation_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/signature.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"

namespace tileglot::calculator {
namespace {

using core::fail;
using core::Result;

/// `rows` are sorted by name.
template <class Row>
const Row* find_in(const std::vector<Row>& rows, std::string_view name) {
  const auto found = std::ranges::lower_bound(rows, name, {}, &Row::name);
  return found != rows.end() && found->name == name ? &*found : nullptr;
}

std::pair<Family, std::string_view> place_of(std::string_view name) {
  return {family_of(name), name};
}

}  // namespace

OperationTable::OperationTable(std::span<const std::span<const Operation>> groups,
                               std::span<const CppAnswer> in_cpp,
                               std::span<const Overload> overloads)
    : in_cpp_(in_cpp.begin(), in_cpp.end()), overloads_(overloads) {
  std::ranges::sort(in_cpp_, {}, &CppAnswer::name);
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
  std::ranges::sort(names_, {}, place_of);
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
  const std::string_view word = name;
  name = name_here(word, arguments.size());
  const Operation* operation = find(name);
  if (operation == nullptr && !knows(name)) return fail(unknown(name));
  if (operation == nullptr) return fail(wrong_count(word, arguments.size()));
  const ArgumentCount count = argument_count(operation->signature);
  if (arguments.size() < count.fewest || arguments.size() > count.most)
    return fail(wrong_count(word, arguments.size()));
  const CppAnswer* in_cpp =
      settings.semantics == Semantics::kCuteCpp ? find_in(in_cpp_, name) : nullptr;
  const Apply answer = in_cpp != nullptr ? in_cpp->apply : operation->apply;
  return answer(Arguments(name, arguments, settings.via));
}

Result<Value> OperationTable::apply(std::string_view name, std::span<const std::string> texts,
                                    const Settings& settings) const {
  return apply(name, arguments_of(texts), settings);
}

std::vector<Operation> OperationTable::rows() const {
  std::vector<Operation> rows = rows_;
  std::ranges::sort(rows, {}, [](const Operation& row) { return place_of(row.name); });
  return rows;
}

std::string OperationTable::signature_of(std::string_view word) const {
  std::vector<std::string> calls;
  if (const Operation* operation = find(word))
    calls.push_back(fmt::format("{}({})", word, operation->signature));
  for (const Overload& overload : overloads_) {
    if (overload.word != word) continue;
    calls.push_back(fmt::format("{}({})", word, find(overload.name)->signature));
  }
  return fmt::format("{}", fmt::join(calls, " or "));
}

core::Error OperationTable::unknown(std::string_view name) const {
  const std::string guess = core::did_you_mean(name, names_);
  return {{.code = "eval.operation",
           .message = fmt::format("there is no operation '{}'", core::printable(name)),
           .help = guess.empty() ? "`tileglot eval --list` lists them all" : guess}};
}

std::string OperationTable::count_wanted(std::string_view word, std::size_t given) const {
  ArgumentCount wanted{kMostArguments, 0};
  const auto include = [&wanted](const Operation& operation) {
    const ArgumentCount count = argument_count(operation.signature);
    wanted = {std::min(wanted.fewest, count.fewest), std::max(wanted.most, count.most)};
  };
  if (const Operation* operation = find(word)) include(*operation);
  for (const Overload& overload : overloads_) {
    if (overload.word == word) include(*find(overload.name));
  }
  const auto [fewest, most] = wanted;
  if (most == kMostArguments)
    return given > most ? fmt::format("at most {}", most) : fmt::format("{} or more", fewest);
  if (most == fewest) return fmt::format("{}", most);
  return fmt::format("{} {} {}", fewest, most - fewest == 1 ? "or" : "to", most);
}

core::Error OperationTable::wrong_count(std::string_view word, std::size_t given) const {
  const std::string wanted = count_wanted(word, given);
  return {{.code = family_of(word) == Family::kCute ? "cute.arguments" : "eval.arguments",
           .message = fmt::format("{} takes {} argument{}, not {}", word, wanted,
                                  wanted == "1" ? "" : "s", given),
           .help = fmt::format("write {}", signature_of(word))}};
}

}  // namespace tileglot::calculator
