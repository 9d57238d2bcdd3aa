// SPDX-License-Identifier: Apache-2.0
// ansi_style.h: colours of verdicts in reports.
//
// What     AnsiStyle(terminal).good("✓ pass") is the text in green where the terminal has colours,
//          and the text itself where it has none.
// Why      A report says everything in words and marks; colours only help the eye to find them.
//          They are those of the terminal's own scheme, which its user can read, and not of a
//          palette.
// Source   ECMA-48, 8.3.117, select graphic rendition.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tileglot/render/picture/terminal.h"

namespace tileglot::value {

class AnsiStyle {
 public:
  explicit AnsiStyle(const render::Terminal& terminal)
      : has_colors_(terminal.colors != render::ColorDepth::kNone) {}

  std::string good(std::string_view text) const { return in("32", text); }
  std::string doubtful(std::string_view text) const { return in("33", text); }
  std::string bad(std::string_view text) const { return in("31", text); }
  std::string dim(std::string_view text) const { return in("2", text); }

 private:
  std::string in(std::string_view code, std::string_view text) const {
    if (!has_colors_ || text.empty()) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

  bool has_colors_;
};

}  // namespace tileglot::value
