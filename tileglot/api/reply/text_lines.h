// SPDX-License-Identifier: Apache-2.0
// text_lines.h: the lines of a text that a report quotes.
//
// Why      std::getline needs a stream, and streams bring the locales of the C++ library, which are
//          45 KB of the compressed WebAssembly module.
// Example  text_lines("a\n\nb\n") is "a", "", "b".
//          [tests: reply/text_lines_test.cc, "a line ends with a newline"]
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tileglot::api {

/// A last line may have no newline; an empty text has no lines.
inline std::vector<std::string> text_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines.emplace_back(line);
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
  }
  return lines;
}

}  // namespace tileglot::api
