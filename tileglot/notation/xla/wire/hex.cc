// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/hex.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {

namespace {

using core::fail;
using core::Result;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::string to_hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes)
    fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<std::uint8_t>(byte));
  return text;
}

Result<std::string> from_hex(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == '\n') {
      ++i;
      continue;
    }
    const int high = digit_of(text[i]);
    const int low = i + 1 < text.size() ? digit_of(text[i + 1]) : -1;
    if (high < 0 || low < 0) {
      return fail({.code = "wire.hex",
                   .message = "a byte is two hexadecimal digits",
                   .span = core::Span{i, std::min(i + 2, text.size())},
                   .help = "write 0a0201 or 0a 02 01"});
    }
    bytes.push_back(static_cast<char>(16 * high + low));
    i += 2;
  }
  return bytes;
}

}  // namespace tileglot::notation::xla
