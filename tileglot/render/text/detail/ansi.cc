// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/ansi.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {
namespace {

/// Bold, faint blue and so on, by tone. A witness brings its own background.
constexpr std::array<std::string_view, 6> kAttributes{"", "1", "2;34", "2", "1", "1"};

constexpr Rgb kWitnessColor{192, 0, 0};

/// The six levels of a channel in the colour cube 16 to 231.
constexpr std::array<int, 6> kCube{0, 95, 135, 175, 215, 255};

int nearest_level(int channel) {
  const auto distance = [&](std::size_t i) { return std::abs(kCube.at(i) - channel); };
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < kCube.size(); ++i) {
    if (distance(i) < distance(nearest)) nearest = i;
  }
  return static_cast<int>(nearest);
}

int squared_distance(const Rgb& color, int red, int green, int blue) {
  const auto square = [](int difference) { return difference * difference; };
  return square(color.red - red) + square(color.green - green) + square(color.blue - blue);
}

/// The nearest colour of the cube, or of the greys 8, 18, .. 238, which are colours 232 to 255.
int nearest_of_256(const Rgb& color) {
  const int red = nearest_level(color.red);
  const int green = nearest_level(color.green);
  const int blue = nearest_level(color.blue);
  const auto level = [](int i) { return kCube.at(static_cast<std::size_t>(i)); };
  const int mean = (color.red + color.green + color.blue) / 3;
  const int grey = std::clamp((mean - 3) / 10, 0, 23);
  const int grey_level = 8 + 10 * grey;
  const bool is_grey = squared_distance(color, grey_level, grey_level, grey_level) <
                       squared_distance(color, level(red), level(green), level(blue));
  return is_grey ? 232 + grey : 16 + 36 * red + 6 * green + blue;
}

std::string color_codes(const Rgb& text, const Rgb& background, ColorDepth depth) {
  if (depth == ColorDepth::k256) {
    return fmt::format("38;5;{};48;5;{}", nearest_of_256(text), nearest_of_256(background));
  }
  return fmt::format("38;2;{};{};{};48;2;{};{};{}", text.red, text.green, text.blue, background.red,
                     background.green, background.blue);
}

}  // namespace

Tone tone_of(CellKind kind) {
  switch (kind) {
    case CellKind::kData:
    case CellKind::kAlias: return Tone::kPlain;
    case CellKind::kPadding:
    case CellKind::kHole: return Tone::kDim;
    case CellKind::kSelected: return Tone::kSelected;
    case CellKind::kWitness: return Tone::kWitness;
  }
  return Tone::kPlain;
}

std::string escape_of(Tone tone, const Shade& shade, const TextStyle& style) {
  const ColorDepth depth = style.terminal.colors;
  if (depth == ColorDepth::kNone) return {};
  std::string codes(kAttributes.at(static_cast<std::size_t>(tone)));
  const bool is_shaded = shade.kind != Shade::Kind::kNone;
  if (tone == Tone::kWitness) {
    codes += ";" + color_codes({255, 255, 255}, kWitnessColor, depth);
  } else if (is_shaded) {
    if (!codes.empty()) codes += ';';
    codes += color_codes({0, 0, 0}, color_of(shade, style.palette), depth);
  }
  return codes.empty() ? codes : fmt::format("\x1b[{}m", codes);
}

}  // namespace tileglot::render
