// SPDX-License-Identifier: Apache-2.0
// array_text.h: reads arrays as NumPy and torch describe them.
//
// What     parse_array reads words in any order, divided by blanks or commas: shape=(2,3),
//          strides=(12,4), offset=12, order=C or F, contiguous, channels_last, channels_last_3d,
//          memory_format=torch.channels_last, dtype=float32, itemsize=4, and the unit of strides and
//          offset: bytes (NumPy) or elements (torch, DLPack).
// Why      12 may be 12 bytes or 12 elements: the text says which, or is refused.
// Units    In bytes the item's size comes from dtype, itemsize or the tensor's type. A strided array
//          without a shape takes the tensor's.
// Example  shape=(2,3) strides=(12,4) bytes dtype=float32; contiguous; order=F.
//          [tests: array_text_test.cc, "bytes and elements are said"]
// Errors   strided.word (unknown, or said twice), strided.strides_missing, strided.order (strides
//          and an order), strided.unit (missing), strided.item (a size that is none or not known),
//          strided.misaligned (bytes that are no whole elements), type.unknown, scan.*, and those
//          of check.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/order.h"
#include "tileglot/notation/strided/strides.h"

namespace tileglot::notation::strided {

using ArrayLayout = std::variant<StridedArray, OrderedArray>;

/// `unit` is what strides without a unit are in; nothing: they are refused. `type` is that of a text
/// and a tensor that say none.
core::Result<ArrayLayout> parse_array(std::string_view text,
                                      const std::optional<Array>& tensor = {},
                                      std::optional<Unit> unit = {},
                                      std::optional<core::ElementType> type = {});

/// Whether the text begins as one of these.
bool looks_like_array(std::string_view text);

}  // namespace tileglot::notation::strided
