// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/detail/border_glyphs.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {
namespace {

/// By weight; a crossing by the weight of its vertical, then of its horizontal line.
struct BorderGlyphs {
  std::array<std::string_view, 2> vertical;
  std::array<std::string_view, 2> horizontal;
  std::array<std::array<std::string_view, 2>, 2> crossing;
};

constexpr BorderGlyphs kBox{{"│", "┃"}, {"─", "━"}, {{{"┼", "┿"}, {"╂", "╋"}}}};
constexpr BorderGlyphs kPlain{{"|", "#"}, {"-", "="}, {{{"+", "+"}, {"+", "#"}}}};

const BorderGlyphs& border_glyphs(Glyphs glyphs) {
  return glyphs == Glyphs::kUnicode ? kBox : kPlain;
}

std::size_t weight_of(std::uint8_t level) { return level > 0 ? 1 : 0; }

}  // namespace

std::string_view vertical_line(std::uint8_t level, Glyphs glyphs) {
  return border_glyphs(glyphs).vertical.at(weight_of(level));
}

std::string_view horizontal_line(std::uint8_t level, Glyphs glyphs) {
  return border_glyphs(glyphs).horizontal.at(weight_of(level));
}

std::string_view crossing(std::uint8_t vertical, std::uint8_t horizontal, Glyphs glyphs) {
  return border_glyphs(glyphs).crossing.at(weight_of(vertical)).at(weight_of(horizontal));
}

}  // namespace tileglot::render
