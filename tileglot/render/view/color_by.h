// SPDX-License-Identifier: Apache-2.0
// color_by.h: colours cells by a key.
//
// What     color_by(picture, by, memory) gives each cell the shade of its key and the picture the
//          legend: the offset, its rank in the order of memory, the tile, the bank of shared
//          memory, or the thread, warp or register that holds the element.
// Why      Colours show at once what belongs together: a column of one colour is a bank conflict.
// Units    Keys use eight shades: key mod 8, so the hue repeats every four. Banks are grouped by
//          four, the 16 bytes of a vector. An order is a ramp from the first offset to the last.
// Example  By bank, f16: offsets 0 to 7 have shade 0 (banks 0-3), 8 to 15 shade 1 (banks 4-7).
//          [tests: color_by_test.cc, "banks are taken four at a time"]
// Errors   parse_color_by: show.color for an unknown word. color_by: render.no_owners for thread,
//          warp or register if the layout is not distributed; render.no_type for a bank if the
//          element size is unknown.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

enum class ColorBy : std::uint8_t {
  kNone,
  kOffset,
  kTile,
  kThread,
  kWarp,
  kRegister,
  kBank,
  kOrder,
};

/// How offsets map to memory. Banks, their bytes and the group are at least 1.
struct MemoryScale {
  std::int64_t element_bits = 0;  ///< 0: not known
  std::int64_t banks = 32;
  std::int64_t bank_bytes = 4;
  std::int64_t group = 1;  ///< elements per cell; offsets are counted in them
};

std::string_view name_of(ColorBy by);
std::span<const std::string_view> color_names();
core::Result<ColorBy> parse_color_by(std::string_view name);

core::Status color_by(Picture& picture, ColorBy by, const MemoryScale& memory);

/// True if the cells have more than one key.
bool tells_apart(const Picture& picture, ColorBy by, const MemoryScale& memory);

/// The bank of an offset's first byte. Precondition: element_bits is known.
std::int64_t bank_of(std::int64_t offset, const MemoryScale& memory);

}  // namespace tileglot::render
