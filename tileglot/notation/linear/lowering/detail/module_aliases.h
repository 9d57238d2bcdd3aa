// SPDX-License-Identifier: Apache-2.0
// module_aliases.h: the attribute aliases of a module.
//
// What     An alias is a line `#name = #dialect.attribute..`. resolve(name) reads what it stands for,
//          once; an alias may use others, wherever they stand.
// Why      Encodings are mostly written by alias, and a slice's parent is one.
// Errors   triton.alias (no such alias, or one that stands for itself), triton.too_large (a chain
//          of more than kMaxEncodingDepth), and those of encoding/parse.h.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/encoding/encoding.h"

namespace tileglot::notation::linear {

class ModuleAliases {
 public:
  /// All of the text, which outlives this.
  explicit ModuleAliases(std::string_view text) : text_(text) {}

  /// The line that begins at `line` defines an alias, if it does. True where that is a layout.
  bool define(std::size_t line);

  core::Result<Nested> resolve(std::string_view name);
  /// The encoding that stands at a place of the text.
  core::Result<Nested> read_at(std::size_t position);

 private:
  struct Alias {
    std::size_t value = 0;                              ///< where it stands
    bool open = false;                                  ///< being read
    std::optional<core::Result<Nested>> encoding = {};  ///< once it was read
  };

  std::string_view text_;
  std::map<std::string_view, Alias> aliases_;
  std::size_t open_ = 0;
};

}  // namespace tileglot::notation::linear
