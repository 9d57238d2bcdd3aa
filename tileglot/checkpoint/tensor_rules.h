// SPDX-License-Identifier: Apache-2.0
// tensor_rules.h: command-line rules that select tensors of a model by name.
//
// What     TensorRules reads texts `PATTERN: VALUE`; value_of(name) is the value of the first whose
//          pattern matches, and unmatched() refuses patterns that no name matched.
// Why      A pattern that matches nothing is probably misspelt: silently moving nothing would look
//          like success.
// Example  {"layers.*.w: {1,0:T(8,128)}", "*: row-major"} gives layers.0.w the first value, all
//          else the second.
//          [tests: tensor_rules_test.cc, "the first rule that matches counts"]
// Errors   checkpoint.rule (not `PATTERN: VALUE`), checkpoint.no_match.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::checkpoint {

class TensorRules {
 public:
  /// `option` is named in messages: "--map".
  static core::Result<TensorRules> of(const std::vector<std::string>& texts,
                                      std::string_view option);

  /// Adds a last rule for all tensors, which may match none.
  void add_default(std::string value);

  /// Also marks the matching rules as used.
  std::optional<std::string> value_of(std::string_view name);

  /// Precondition: value_of was called for every name.
  core::Status unmatched() const;

 private:
  struct Rule {
    std::string text;
    std::string pattern;
    std::string value;
    bool was_matched = false;
  };
  static core::Result<Rule> rule_of(const std::string& text, std::string_view option);

  std::vector<Rule> rules_;
};

}  // namespace tileglot::checkpoint
