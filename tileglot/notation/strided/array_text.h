// SPDX-License-Identifier: Apache-2.0
// array_text.h: reads arrays as NumPy and torch describe them.
//
// What     parse_array reads words in any order, separated by blanks or commas: shape=(2,3),
//          strides=(12,4), offset=12, order=C or F, contiguous, channels_last, channels_last_3d,
//          memory_format=torch.channels_last, dtype=float32, itemsize=4, and the unit of strides
//          and offset: bytes (NumPy) or elements (torch, DLPack).
// Why      12 may be 12 bytes or 12 elements: a text that does not say which is refused.
// Units    For bytes, the item's size comes from dtype, itemsize or the tensor's type. A strided
//          array without a shape takes the tensor's.
// Example  shape=(2,3) strides=(12,4) bytes dtype=float32; contiguous; order=F.
//          [tests: array_text_test.cc, "bytes and elements are stated"]
// Errors   strided.word (unknown, or given twice), strided.strides_missing, strided.order (both
//          strides and an order), strided.unit (missing), strided.item (an invalid or unknown
//          size), strided.misaligned (bytes that are not whole elements), type.unknown, scan.*, and
//          those of check.
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

/// `unit` is the unit of strides without one; if absent, they are refused. `type` is the type used
/// where neither the text nor the tensor gives one.
core::Result<ArrayLayout> parse_array(std::string_view text,
                                      const std::optional<Array>& tensor = {},
                                      std::optional<Unit> unit = {},
                                      std::optional<core::ElementType> type = {});

/// Whether the text begins like one of these.
bool looks_like_array(std::string_view text);

}  // namespace tileglot::notation::strided
