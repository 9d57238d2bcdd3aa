// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/operations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/operation/value.h"

namespace tileglot::notation::cute {
namespace {

/// The tables of all families.
std::vector<Operation> collect() {
  std::vector<Operation> all;
  const std::span<const Operation> families[] = {
      coordinate_operations(), composition_operations(), layout_operations(),
      mode_operations(),       product_operations(),     text_operations(),
      tiled_operations(),      swizzle_operations(),     tuple_operations(),
  };
  for (const std::span<const Operation> family : families) {
    all.insert(all.end(), family.begin(), family.end());
  }
  std::sort(all.begin(), all.end(),
            [](const Operation& a, const Operation& b) { return a.name < b.name; });
  return all;
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = collect();
  return all;
}

/// A C++ name with a number of arguments, and the name of that operation here.
struct Overload {
  std::string_view word;
  std::size_t arguments;
  std::string_view name;
};
constexpr Overload kOverloads[] = {
    {"coalesce", 2, "coalesce_by_mode"},
    {"filter", 2, "filter_by_mode"},
    {"group_modes", 3, "group"},
    {"idx2crd", 3, "idx2crd_stride"},
};

const Operation* find_operation(std::span<const Operation> among, std::string_view name) {
  const auto* found = std::find_if(among.data(), among.data() + among.size(),
                                   [name](const Operation& row) { return row.name == name; });
  return found == among.data() + among.size() ? nullptr : found;
}

/// The most arguments that the name takes, including its C++ overloads with other names here.
std::size_t most_of(const Operation& known) {
  std::size_t most = known.most;
  for (const Overload& overload : kOverloads) {
    if (overload.word == known.name) most = std::max(most, overload.arguments);
  }
  return most;
}

std::string count_wanted(const Operation& known) {
  const std::size_t most = most_of(known);
  if (most == core::kMaxLeaves) return fmt::format("{} or more", known.fewest);
  if (most == known.fewest) return fmt::format("{}", most);
  return fmt::format("{} {} {}", known.fewest, most - known.fewest == 1 ? "or" : "to", most);
}

core::Error wrong_count(const Operation& known, std::size_t given) {
  return {{.code = "cute.arguments",
           .message = fmt::format("{} takes {} argument{}, not {}", known.name, count_wanted(known),
                                  most_of(known) == 1 ? "" : "s", given)}};
}

}  // namespace

core::Result<Value> apply_operation(std::string_view operation,
                                    const std::vector<std::string>& arguments,
                                    Semantics semantics) {
  operation = operation_spelled(operation, arguments.size());
  const Operation* known = find_operation(operations(), operation);
  const Operation* in_cpp =
      semantics == Semantics::kCuteCpp ? find_operation(cute_cpp_operations(), operation) : nullptr;
  if (in_cpp != nullptr) known = in_cpp;
  if (known != nullptr) {
    if (arguments.size() >= known->fewest && arguments.size() <= known->most) {
      return known->call(Arguments(operation, arguments));
    }
    return core::fail(wrong_count(*known, arguments.size()));
  }
  return core::fail({.code = "cute.operation",
                     .message = fmt::format("there is no CuTe operation '{}'", operation),
                     .help = fmt::format("known are {}", fmt::join(operation_names(), ", "))});
}

std::string_view operation_spelled(std::string_view word, std::size_t arguments) {
  for (const Overload& overload : kOverloads) {
    if (overload.word == word && overload.arguments == arguments) return overload.name;
  }
  return word;
}

bool differs_in_cpp(std::string_view operation) {
  return find_operation(cute_cpp_operations(), operation) != nullptr;
}

std::vector<std::string_view> operation_names() {
  std::vector<std::string_view> names;
  for (const Operation& known : operations()) names.push_back(known.name);
  for (const Overload& overload : kOverloads) {
    if (find_operation(operations(), overload.word) == nullptr) names.push_back(overload.word);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tileglot::notation::cute
