// SPDX-License-Identifier: Apache-2.0
// border_glyphs.h: the characters for lines at tile boundaries.
//
// What     Level 0 is light, every level above it heavy; a crossing has the weight of each line.
// Example  Light and heavy: │ ─ ┼ and ┃ ━ ╋, crossings ╂ and ┿; in ASCII | - + and # = #.
//          [tests: text/picture_test.cc, "nested borders are heavier"]
#pragma once

#include <cstdint>
#include <string_view>

#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {

std::string_view vertical_line(std::uint8_t level, Glyphs glyphs);
std::string_view horizontal_line(std::uint8_t level, Glyphs glyphs);
std::string_view crossing(std::uint8_t vertical, std::uint8_t horizontal, Glyphs glyphs);

}  // namespace tileglot::render
