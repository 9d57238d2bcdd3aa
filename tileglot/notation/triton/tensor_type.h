// SPDX-License-Identifier: Apache-2.0
// tensor_type.h: the types of Triton's IR that have an encoding.
//
// What     TensorType is tensor<16x32xf16>, !ttg.memdesc<2x64x64xf16> or
//          !tt.tensordesc<128x64xf16>: the kind, the shape, and the text and width of the element
//          type.
// Why      An encoding means nothing without a shape.
// Units    Sizes are elements; the width of the element type is in bits.
// Example  tensor<128x!tt.ptr<f32>, #blocked> has the shape (128), elements of 64 bits and the
//          encoding text "#blocked".
//          [tests: tensor_type_test.cc, "a type has a shape, an element type and an encoding"]
// Errors   triton.type (no such type, a size that is not a number), triton.too_large.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

enum class TypeKind : std::uint8_t { kTensor, kMemory, kDescriptor };

struct TensorType {
  TypeKind kind = TypeKind::kTensor;
  Numbers shape = {};
  std::string element = {};                       ///< "f16", "!tt.ptr<f32>"
  std::optional<std::int64_t> element_bits = {};  ///< absent where the name does not give it
  std::string encoding = {};                      ///< as written after the shape; may be empty
  std::optional<core::Span> encoding_span = {};   ///< its place in the text
  /// For a memory that is part of another one: the shape of the whole, which has the layout.
  std::optional<Numbers> allocation = {};
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Parses the whole text as a type.
core::Result<TensorType> parse_tensor_type(std::string_view text);

/// True if one of the words that begin such a type is at the scanner's position.
bool at_tensor_type(core::Scanner& scanner);
core::Result<TensorType> parse_tensor_type_at(core::Scanner& scanner);

/// "tensor<16x32xf16>": without the encoding; "!ttg.memdesc<16x8xf16, 16x32>" with the allocation.
std::string print_shape_of(const TensorType& type);

/// The shape that a type's encoding describes: one buffer, for a memory with one dimension more
/// than the encoding (a ring of buffers); the whole memory, for a part of one.
Numbers buffer_shape(const Encoding& encoding, const TensorType& type);

}  // namespace tileglot::notation::triton
