// SPDX-License-Identifier: Apache-2.0
// source_text_fuzz.cc: any bytes through the scanner, and any span of them rendered.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"

namespace {

using namespace tileglot::core;  // NOLINT(google-build-using-namespace)

void require(bool holds) {
  if (!holds) std::abort();
}

/// Whatever the text was, only visible characters and newlines go to a terminal.
void require_visible(std::string_view text) {
  while (!text.empty()) {
    const Character character = character_at(text);
    require(text[0] == '\n' || character.is_visible());
    text.remove_prefix(character.length);
  }
}

void require_readable(const Error& error, std::string_view text) {
  const std::string shown = render(with_line(error, text));
  require(shown.size() < 4000);
  require_visible(shown);
}

/// Reads everything a parser could; every step advances, so the loop ends.
void scan(std::string_view text) {
  Scanner scanner(text);
  while (!scanner.at_end()) {
    const std::size_t before = scanner.position();
    if (const auto number = scanner.integer("a number"); !number) {
      require_readable(number.error(), text);
    }
    scanner.name();
    const Span here = scanner.here();
    require(here.begin < here.end && here.end <= text.size() + 1);
    if (const auto status = scanner.expect("(", "here"); !status) {
      require_readable(status.error(), text);
    }
    if (scanner.position() == before) scanner.rewind(here.end);
    require(scanner.position() > before || scanner.at_end());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 4, size - 4);
  const Span span{static_cast<std::size_t>(data[0] | (data[1] << 8)),
                  static_cast<std::size_t>(data[2] | (data[3] << 8))};
  require_readable({{.code = "fuzz.span", .message = "a span", .span = span}}, text);
  scan(text.substr(0, 2000));  // an error renders its line: quadratic in the length
  return 0;
}
