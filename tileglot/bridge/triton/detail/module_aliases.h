// SPDX-License-Identifier: Apache-2.0
// module_aliases.h: the attribute aliases of a module.
//
// What     An alias is `#name = #dialect.attribute..` at the beginning of a line or after another
//          alias. resolve(name) reads its value once; an alias may use others, wherever they are
//          defined.
// Why      Encodings are mostly written by alias, and so is a slice's parent.
// Errors   triton.alias (no such alias, or one that refers to itself), triton.too_large (a chain of
//          more than kMaxEncodingDepth), and those of notation/triton/parse.h.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {

namespace triton = notation::triton;

class ModuleAliases {
 public:
  /// `text` is the whole module and must outlive this object.
  explicit ModuleAliases(std::string_view text) : text_(text) {}

  /// Records the alias that is defined at this position, if any. True if it is a layout.
  bool define(std::size_t position);

  core::Result<triton::Nested> resolve(std::string_view name);
  /// The encoding at a position of the text.
  core::Result<triton::Nested> read_at(std::size_t position);

 private:
  struct Alias {
    std::size_t value = 0;                                      ///< its position in the text
    bool open = false;                                          ///< being read
    std::optional<core::Result<triton::Nested>> encoding = {};  ///< set once it has been read
  };

  std::string_view text_;
  std::map<std::string_view, Alias> aliases_;
  std::size_t open_ = 0;
};

}  // namespace tileglot::bridge
