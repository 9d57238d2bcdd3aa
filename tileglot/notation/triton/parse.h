// SPDX-License-Identifier: Apache-2.0
// parse.h: reads Triton's layout attributes.
//
// What     parse_encoding("#ttg.blocked<{..}>") is the Encoding, valid by itself. Keys may come in
//          any order, blanks anywhere, and numbers in dictionaries may have a type (`4 : i32`).
// Why      The attributes appear in every .ttgir file, in Triton's output and in its tests.
//          Spellings of older versions are read too: `#triton_gpu.`, `#ttg.shared`,
//          hasLeadingOffset, CTAsPerCGA with CTASplitNum and CTAOrder, CTALayout, cga_layout,
//          versionMajor of an mfma.
// Units    Spans are bytes of the text.
// Example  parse_encoding("#ttg.slice<{dim = 1, parent = #ttg.blocked<{..}>}>") is a Slice.
//          [tests: parse_test.cc, "keys come in any order and numbers may have a type"]
// Errors   triton.syntax, triton.unknown_encoding, triton.no_layout (a placeholder), triton.alias,
//          triton.key_missing, triton.key_unknown, triton.key_twice, triton.value,
//          triton.too_large, and those of validate_encoding.h, at the key's value.
// Source   The parsers and printers of Triton 3.9.0.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

/// Looks up the encoding that `#name` stands for. A text alone has no aliases.
using AliasLookup = std::function<core::Result<Nested>(std::string_view name)>;

core::Result<Encoding> parse_encoding(std::string_view text);
core::Result<Encoding> parse_encoding(std::string_view text, const AliasLookup& aliases);

/// Reads from the scanner's '#' on; `depth` counts the enclosing encodings.
core::Result<Nested> parse_encoding_at(core::Scanner& scanner, const AliasLookup& aliases,
                                       std::size_t depth = 0);

/// Deeper nesting of encodings is refused.
inline constexpr std::size_t kMaxEncodingDepth = 16;

}  // namespace tileglot::notation::triton
