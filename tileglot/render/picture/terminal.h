// SPDX-License-Identifier: Apache-2.0
// terminal.h: what the terminal that text goes to can show.
//
// What     Colours, width and characters. A default one is a file: no colours, lines of any length.
// Why      Writers do not read the environment; the front end that knows the terminal describes it.
#pragma once

#include <cstdint>

namespace tileglot::render {

enum class ColorDepth : std::uint8_t { kNone, k256, kTrue };

/// Box drawing and other signs of Unicode, or ASCII for terminals without them.
enum class Glyphs : std::uint8_t { kUnicode, kAscii };

struct Terminal {
  ColorDepth colors = ColorDepth::kNone;
  int columns = 0;  ///< in characters; 0: unlimited
  Glyphs glyphs = Glyphs::kUnicode;
};

}  // namespace tileglot::render
