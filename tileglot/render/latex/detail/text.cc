// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/latex/detail/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/utf8.h"

namespace tileglot::render::detail {
namespace {

struct Sign {
  char32_t code;
  std::string_view latex;
};

/// Each is correct in text, bold or not, whatever the font's encoding.
constexpr std::array<Sign, 10> kEscapes{{{U'$', "\\$"},
                                         {U'&', "\\&"},
                                         {U'#', "\\#"},
                                         {U'%', "\\%"},
                                         {U'_', "\\_"},
                                         {U'^', "\\^{}"},
                                         {U'~', "\\~{}"},
                                         {U'`', "\\`{}"},
                                         {U'"', "''"},
                                         {U'-', "-{}"}}};  // so that two do not form a dash

/// Signs as mathematics.
constexpr std::array<Sign, 58> kMathematics{{
    {U'\\', "\\backslash"},
    {U'{', "\\{"},
    {U'|', "|"},
    {U'}', "\\}"},
    {U'<', "<"},
    {U'>', ">"},
    {U'°', "^\\circ"},
    {U'±', "\\pm"},
    {U'²', "^2"},
    {U'³', "^3"},
    {U'µ', "\\mu"},
    {U'·', "\\cdot"},
    {U'×', "\\times"},
    {U'÷', "\\div"},
    {U'α', "\\alpha"},
    {U'β', "\\beta"},
    {U'δ', "\\delta"},
    {U'ε', "\\epsilon"},
    {U'λ', "\\lambda"},
    {U'μ', "\\mu"},
    {U'π', "\\pi"},
    {U'σ', "\\sigma"},
    {U'φ', "\\phi"},
    {U'ω', "\\omega"},
    {U'Δ', "\\Delta"},
    {U'Σ', "\\Sigma"},
    {U'Ω', "\\Omega"},
    {U'•', "\\bullet"},
    {U'…', "\\ldots"},
    {U'←', "\\leftarrow"},
    {U'↑', "\\uparrow"},
    {U'→', "\\rightarrow"},
    {U'↓', "\\downarrow"},
    {U'↔', "\\leftrightarrow"},
    {U'↦', "\\mapsto"},
    {U'⇒', "\\Rightarrow"},
    {U'∅', "\\emptyset"},
    {U'∈', "\\in"},
    {U'∑', "\\Sigma"},
    {U'−', "-"},
    {U'∗', "\\ast"},
    {U'∘', "\\circ"},
    {U'√', "\\surd"},
    {U'∞', "\\infty"},
    {U'∧', "\\wedge"},
    {U'∨', "\\vee"},
    {U'≈', "\\approx"},
    {U'≠', "\\ne"},
    {U'≡', "\\equiv"},
    {U'≤', "\\le"},
    {U'≥', "\\ge"},
    {U'⊕', "\\oplus"},
    {U'⊗', "\\otimes"},
    {U'⌈', "\\lceil"},
    {U'⌉', "\\rceil"},
    {U'⌊', "\\lfloor"},
    {U'⌋', "\\rfloor"},
    {U'✓', "\\surd"},
}};

template <class Signs>
std::string_view latex_of(const Signs& signs, char32_t code) {
  const auto found =
      std::find_if(signs.begin(), signs.end(), [&](const Sign& sign) { return sign.code == code; });
  return found == signs.end() ? std::string_view() : found->latex;
}

bool is_plain(char32_t code) {
  return (code >= U'0' && code <= U'9') || (code >= U'a' && code <= U'z') ||
         (code >= U'A' && code <= U'Z');
}

/// A space after a space is kept as a space.
std::string latex_of(char32_t code, char last) {
  if (is_plain(code)) return {static_cast<char>(code)};
  if (code == U' ') return last == ' ' ? "\\ " : " ";
  if (const std::string_view escape = latex_of(kEscapes, code); !escape.empty())
    return std::string(escape);
  if (const std::string_view sign = latex_of(kMathematics, code); !sign.empty())
    return fmt::format("\\ensuremath{{{}}}", sign);
  if (code < 0x80) return {static_cast<char>(code)};
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(code));
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string latex;
  char last = ' ';  // TeX drops leading blanks
  while (!text.empty()) {
    const core::Character character = core::character_at(text);
    text.remove_prefix(character.length);
    latex += character.is_visible() ? latex_of(*character.code, last) : "?";
    last = latex.back();
  }
  return latex;
}

}  // namespace tileglot::render::detail
