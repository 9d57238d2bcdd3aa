// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/onednn_alias.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tileglot::notation::strided {
namespace {

// No two of the same length have the same letters, so the letters of an alias identify its tensor.
constexpr std::array<std::string_view, 18> kLogical{
    "x",     "nc",   "tn",    "ncw",    "nchw", "ncdhw", "oi",    "oiw",  "oihw",
    "oidhw", "goiw", "goihw", "goidhw", "tnc",  "ldnc",  "ldigo", "ldio", "ldgo"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

std::string sorted(std::string_view letters) {
  std::string result(letters);
  std::ranges::sort(result);
  return result;
}

/// The letters before the first digit, in lower case.
std::string outer_letters(std::string_view alias) {
  std::string letters;
  for (const char c : alias) {
    if (!is_letter(c)) break;
    letters += lower(c);
  }
  return letters;
}

}  // namespace

std::optional<std::string> letters_of(std::string_view alias) {
  const std::string outer = sorted(outer_letters(alias));
  const auto logical = std::ranges::find(kLogical, outer, sorted);
  if (logical == kLogical.end()) return std::nullopt;
  std::string letters;
  for (const char c : alias) {
    const std::size_t dim = is_letter(c) ? logical->find(lower(c)) : 0;
    if (dim == std::string_view::npos) return std::nullopt;
    const char first = c == lower(c) ? 'a' : 'A';
    letters += is_letter(c) ? static_cast<char>(first + static_cast<char>(dim)) : c;
  }
  return letters;
}

}  // namespace tileglot::notation::strided
