// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture/picture.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {
namespace {

struct KindWords {
  std::string_view name;
  std::string_view meaning;
  std::string_view mark;
  std::string_view ascii_mark;
};

constexpr std::array<KindWords, kCellKinds> kKindWords{{
    {"data", "an element", "", ""},
    {"padding", "padding: no element is here", "·", "."},
    {"alias", "alias: another one shares it", "≡", "="},
    {"hole", "nothing is here", "-", "-"},
    {"selected", "selected", "*", "*"},
    {"witness", "witness: a difference or a conflict", "!", "!"},
}};

}  // namespace

std::string_view name_of(CellKind kind) { return kKindWords[static_cast<std::size_t>(kind)].name; }

std::string_view meaning_of(CellKind kind) {
  return kKindWords[static_cast<std::size_t>(kind)].meaning;
}

std::string_view mark_of(CellKind kind, Glyphs glyphs) {
  const KindWords& words = kKindWords[static_cast<std::size_t>(kind)];
  return glyphs == Glyphs::kUnicode ? words.mark : words.ascii_mark;
}

std::vector<CellKind> kinds_in(const Picture& picture) {
  std::array<bool, kCellKinds> has{};
  for (const Panel& panel : picture.panels) {
    for (const Cell& cell : panel.cells) has[static_cast<std::size_t>(cell.kind)] = true;
  }
  std::vector<CellKind> kinds;
  kinds.reserve(kCellKinds);
  for (std::size_t kind = 1; kind < kCellKinds; ++kind) {
    if (has[kind]) kinds.push_back(static_cast<CellKind>(kind));
  }
  return kinds;
}

}  // namespace tileglot::render
