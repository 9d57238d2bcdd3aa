// SPDX-License-Identifier: Apache-2.0
// operation/signature.h: how many arguments the text of a signature allows.
//
// What     argument_count("layout, [shape]") is 1 to 2. Parameters are separated by commas; one in
//          brackets may be left out, and so may all in "[a, b]"; one that ends in ".." may be
//          repeated.
// Why      The signature that people read is the one that calls are checked against, so it cannot
//          be out of date.
// Example  "[mode..], layout" takes one argument or more.
//          [tests: operation/signature_test.cc, "a signature says how many arguments it takes"]
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "tileglot/core/int_tuple.h"

namespace tileglot::calculator {

struct ArgumentCount {
  std::size_t fewest = 0;
  std::size_t most = 0;  ///< kMostArguments if a parameter can be repeated

  friend constexpr bool operator==(const ArgumentCount&, const ArgumentCount&) = default;
};

/// No call takes more.
inline constexpr std::size_t kMostArguments = core::kMaxLeaves;

constexpr ArgumentCount argument_count(std::string_view signature) {
  ArgumentCount count;
  bool is_repeated = false;
  bool is_optional = false;
  while (!signature.empty()) {
    const std::string_view parameter = signature.substr(0, signature.find(", "));
    is_optional = is_optional || parameter.starts_with('[');
    if (!is_optional) ++count.fewest;
    if (parameter.ends_with(']')) is_optional = false;
    ++count.most;
    is_repeated = is_repeated || parameter.find("..") != std::string_view::npos;
    signature.remove_prefix(std::min(parameter.size() + 2, signature.size()));
  }
  if (is_repeated) count.most = kMostArguments;
  return count;
}

}  // namespace tileglot::calculator
