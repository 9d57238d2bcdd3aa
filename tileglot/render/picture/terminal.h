// SPDX-License-Identifier: Apache-2.0
// terminal.h: what the screen that text goes to can show.
//
// What     Colours, width and characters. A default one is a file: no colours, lines of any length.
// Why      Who writes text asks no environment; the door that knows the screen says what it is.
#pragma once

#include <cstdint>

namespace tileglot::render {

enum class ColorDepth : std::uint8_t { kNone, k256, kTrue };

/// Box drawing and other signs of Unicode, or ASCII for terminals without them.
enum class Glyphs : std::uint8_t { kUnicode, kAscii };

struct Terminal {
  ColorDepth colors = ColorDepth::kNone;
  int columns = 0;  ///< of characters; 0: a line has as many as it needs
  Glyphs glyphs = Glyphs::kUnicode;
};

}  // namespace tileglot::render
