// SPDX-License-Identifier: Apache-2.0
// attribute_value.h: the value of a key of an MLIR attribute.
//
// What     AttributeValue is a number, a flag, a word, a list, a dictionary or an encoding, with
//          its place in the text.
// Why      Keys come in any order, so a dictionary is read whole before its keys are looked up.
// Units    Spans are bytes of the text that was parsed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

enum class ValueKind : std::uint8_t { kNumber, kFlag, kWord, kList, kDictionary, kEncoding };

struct AttributeValue {
  std::string_view key = {};  ///< of an entry of a dictionary
  core::Span key_span = {};
  ValueKind kind = ValueKind::kNumber;
  core::Span span = {};
  std::int64_t number = 0;                 ///< of a number; 1 for true
  bool typed = false;                      ///< a number followed by `: i32`
  std::string_view word = {};              ///< of a word
  std::vector<AttributeValue> items = {};  ///< of a list or a dictionary
  Nested encoding = {};                    ///< of an encoding
};

/// The parts between an attribute's '<' and '>'; most have one of them.
struct AttributeBody {
  std::vector<Padding> paddings = {};       ///< [2:+2, 4:+2]
  core::Span paddings_span = {};            ///< empty where there are none
  std::vector<AttributeValue> braced = {};  ///< {key = value, ..}
  bool has_braces = false;
  std::vector<AttributeValue> bare = {};  ///< key = value, .. outside of braces
  core::Span span = {};                   ///< with the '<' and '>'
};

}  // namespace tileglot::notation::triton
