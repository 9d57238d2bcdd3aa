// SPDX-License-Identifier: Apache-2.0
// packed_tensor.h: a tensor of a .safetensors file with the layout that its bytes are in.
//
// What     packed_tensor(part, tensor, dtype) gives the elements, their logical extents and the
//          layout: row-major over the shape, or what the file records for it in `__metadata__`:
//            "tileglot.layout/NAME": "bf16[4096,14336]{1,0:T(8,128)(2,1)}"
//            "tileglot.dtype/NAME": "u4", where the layout's text has no type
// Why      A relaid tensor is stored in its physical shape, so that other readers see the bytes as
//          they are; the metadata next to it records the meaning. Elements below 8 bits are packed,
//          which the format itself can express for 4-bit floats only: other nibbles travel in U8
//          tensors. Anyone can write a record, so it counts only where it agrees with the header in
//          element size, bytes and shape.
// Units    Extents are logical elements: a U8 tensor [16,32] whose dtype is u4 has (16,64).
// Example  F4 [2,8] is f4e2m1fn[2,8]{1,0:E(4)}; U8 [2,8] by --dtype u4 is u4[2,16]{1,0:E(4)}.
//          [tests: packed_tensor_test.cc, "nibbles travel in bytes"]
//          A record f32[4,4] beside F8_E4M3 [2,4,8] is refused, though both are 64 bytes.
//          [tests: packed_tensor_test.cc, "a record must agree with its header"]
// Errors   layout.type (--dtype names a type that the bytes cannot hold, or one other than
//          recorded; a record names one), layout.size, layout.extents, layout.packing, and those of
//          parsing a recorded layout, with its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::checkpoint {

inline constexpr std::string_view kLayoutKey = "tileglot.layout/";
inline constexpr std::string_view kDtypeKey = "tileglot.dtype/";

struct PackedTensor {
  std::string name;
  core::ElementType stored_type;  ///< the dtype of the file
  core::ElementType type;         ///< of the elements
  value::Extents shape;           ///< as in the file
  value::Extents extents;         ///< logical
  bridge::AnyLayout layout;
  bool is_recorded = false;
  std::span<const std::byte> data;

  std::int64_t bits() const { return core::bits(type); }
};

core::Result<PackedTensor> packed_tensor(const Part& part, const io::SafetensorsTensor& tensor,
                                         std::optional<core::ElementType> dtype = {});

/// Row-major, elements below 8 bits packed.
core::Result<bridge::AnyLayout> packed_row_major(core::ElementType type,
                                                 const value::Extents& extents);

/// Adds E(n) to the layout of elements below 8 bits; refuses another E(n).
core::Result<bridge::AnyLayout> with_packing(bridge::AnyLayout layout, core::ElementType type);

}  // namespace tileglot::checkpoint
