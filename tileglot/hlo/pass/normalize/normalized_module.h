// SPDX-License-Identifier: Apache-2.0
// normalized_module.h: a module after layout normalization, built from text and queried by text.
//
// Example  const Normalized n("HloModule m\nENTRY e { .. }"); n.says("f32[4,5]{1,0} abs(") is true.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

class Normalized {
 public:
  /// Fails the test if the text does not parse or verify, before or after, or if the pass's check
  /// fails afterwards. An error of the pass is kept.
  explicit Normalized(std::string_view text);

  bool says(std::string_view piece) const { return text_.find(piece) != std::string::npos; }
  const std::string& text() const { return text_; }
  std::size_t changes() const { return changes_; }
  const std::string& error() const { return error_; }

 private:
  std::string text_ = {};
  std::size_t changes_ = 0;
  std::string error_ = {};
};

/// A module made of the instructions of an entry, preceded by other computations.
std::string module_of(std::string_view entry, std::string_view others = "");

}  // namespace tileglot::hlo::pass
