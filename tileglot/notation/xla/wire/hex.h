// SPDX-License-Identifier: Apache-2.0
// hex.h: bytes as hexadecimal text.
//
// Example  to_hex of the bytes 10 and 11 is "0a0b"; from_hex("0A 0b") are these bytes.
//          [tests: hex_test.cc, "bytes come back"]
// Errors   wire.hex where a byte is not two hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {

/// Writes two lower-case digits per byte.
std::string to_hex(std::string_view bytes);
/// Reads digits of either case; spaces between bytes are skipped.
core::Result<std::string> from_hex(std::string_view text);

}  // namespace tileglot::notation::xla
