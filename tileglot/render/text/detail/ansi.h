// SPDX-License-Identifier: Apache-2.0
// ansi.h: terminal escape sequences for text of a given tone on a given shade.
//
// Example  With 256 colours a cell of bucket 1 in `safe` is written after "\x1b[38;5;16;48;5;178m",
//          black on the nearest colour of the terminal's cube.
//          [tests: text/picture_test.cc, "colours 256 are the nearest of the terminals"]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {

enum class Tone : std::uint8_t { kPlain, kTitle, kHeader, kDim, kSelected, kWitness };

Tone tone_of(CellKind kind);

/// Empty if no sequence is needed; `kReset` ends what it begins.
std::string escape_of(Tone tone, const Shade& shade, const TextStyle& style);

inline constexpr std::string_view kReset = "\x1b[0m";

}  // namespace tileglot::render
