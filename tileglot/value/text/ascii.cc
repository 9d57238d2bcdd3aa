// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/text/ascii.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "tileglot/render/picture/terminal.h"

namespace tileglot::value {
namespace {

struct Sign {
  std::string_view sign;
  std::string_view letters;
};

constexpr std::array<Sign, 27> kSigns{
    {{"✓", "+"}, {"✗", "x"},   {"◐", "~"},  {"─", "-"},  {"–", "-"},  {"−", "-"}, {"·", "."},
     {"×", "x"}, {"│", "|"},   {"┼", "+"},  {"┃", "|"},  {"━", "="},  {"╋", "#"}, {"█", "#"},
     {"▉", "#"}, {"▊", "#"},   {"▋", "#"},  {"▌", "#"},  {"▍", "#"},  {"▎", "#"}, {"▏", "#"},
     {"░", "."}, {"…", "..."}, {"→", "->"}, {"≠", "!="}, {"≥", ">="}, {"≤", "<="}}};

const Sign* sign_at(std::string_view text) {
  const auto found = std::ranges::find_if(
      kSigns, [text](const Sign& sign) { return text.starts_with(sign.sign); });
  return found == kSigns.end() ? nullptr : &*found;
}

}  // namespace

std::string in_ascii(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  while (!text.empty()) {
    const bool is_ascii = static_cast<unsigned char>(text.front()) < 0x80U;
    const Sign* const sign = is_ascii ? nullptr : sign_at(text);
    all += sign == nullptr ? text.substr(0, 1) : sign->letters;
    text.remove_prefix(sign == nullptr ? 1 : sign->sign.size());
  }
  return all;
}

std::string shown_on(const render::Terminal& terminal, std::string_view text) {
  return terminal.glyphs == render::Glyphs::kAscii ? in_ascii(text) : std::string(text);
}

}  // namespace tileglot::value
