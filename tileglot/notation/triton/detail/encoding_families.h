// SPDX-License-Identifier: Apache-2.0
// encoding_families.h: the names and keys of each family of encodings.
//
// What     One row per name: the dialect, the name in the text, where its parameters are and the
//          function that reads them from a KeyReader.
// Why      The only table of current and older names.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/notation/triton/detail/attribute_value.h"
#include "tileglot/notation/triton/detail/key_reader.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

enum class Dialect : std::uint8_t { kGpu, kNvidia };  ///< ttg and triton_gpu, ttng and its old name

/// Where the parameters are between '<' and '>'.
enum class BodyForm : std::uint8_t {
  kDictionary,       ///< {..}; numbers may have a type
  kStruct,           ///< {..}; numbers have none
  kBare,             ///< no braces
  kPaddings,         ///< [..] {..}
  kOutsideAlignment  ///< {..}, alignment = 16
};

struct EncodingFamily {
  Dialect dialect;
  std::string_view name;
  BodyForm form;
  Encoding (*read)(KeyReader& keys, const AttributeBody& body);
};

std::span<const EncodingFamily> encoding_families();

}  // namespace tileglot::notation::triton
