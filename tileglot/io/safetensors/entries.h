// SPDX-License-Identifier: Apache-2.0
// safetensors/entries.h: the grammar of the JSON in a .safetensors file.
//
// What     An object with an entry for each tensor, and `__metadata__` with texts:
//            header   = "{" [entry {"," entry}] "}"
//            entry    = name ":" "{" "dtype" ":" string "," "shape" ":" "[" numbers "]" ","
//                       "data_offsets" ":" "[" number "," number "]" "}"      keys in any order
//                     | "__metadata__" ":" "{" [string ":" string {..}] "}"
// Why      No tree is built, and duplicate keys are refused: readers differ in which of two entries
//          with one name they take.
// Units    Numbers fit int64; safetensors/header.h checks them against each other.
// Errors   safetensors.header, safetensors.duplicate, safetensors.key, safetensors.dtype,
//          safetensors.number, with spans.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {

/// Tensors in the order of the text. Precondition: the text is UTF-8 without a byte 0.
core::Result<SafetensorsHeader> parse_safetensors_entries(std::string_view text);

}  // namespace tileglot::io
