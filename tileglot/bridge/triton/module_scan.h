// SPDX-License-Identifier: Apache-2.0
// module_scan.h: every layout of a .ttgir or .mlir file.
//
// What     scan_module(text) finds the encodings of a module: the aliases, `#blocked =
//          #ttg.blocked<..>`, and those written inside types; for each the types that use it, and
//          what it lowers to for them.
// Why      A kernel's layouts are spread over its types. The module itself is not parsed: types and
//          aliases are recognized by their first words, so files of any pass and version can be
//          read.
// Units    Spans are bytes of the text. Parts of a file between lines `// -----` have aliases of
//          their own, as in MLIR's tests.
// Example  #a = #ttg.blocked<..> and a %0 : tensor<8xf16, #a>: one layout, with one type.
//          [tests: module_scan_test.cc, "aliases and inline encodings are found with their types"]
// Errors   triton.too_large: more than kMaxModuleTypes different types. An encoding or a type that
//          is refused has its error in place of the layout.
// Source   MLIR's language reference; what Triton 3.9.0 prints.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::bridge {

/// A type of the module and what its encoding lowers to for it.
struct ModuleType {
  std::string text = {};  ///< as written: "tensor<8xf16, #a>"
  notation::triton::TensorType type = {};
  core::Result<notation::linear::Layout> layout = {};
};

struct ModuleLayout {
  std::string name = {};  ///< "#a", or the encoding as written inside a type
  bool is_alias = false;
  core::Result<notation::triton::Nested> encoding = {};
  std::vector<ModuleType> types = {};  ///< in order of first appearance
};

/// In order of first appearance; aliases that no type uses are included.
core::Result<std::vector<ModuleLayout>> scan_module(std::string_view text);

inline constexpr std::size_t kMaxModuleTypes = std::size_t{1} << 16;

}  // namespace tileglot::bridge
