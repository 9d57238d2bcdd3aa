// SPDX-License-Identifier: Apache-2.0
// near_miss.cc: edit distance.
#include "tileglot/core/near_miss.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tileglot::core {
namespace {

constexpr std::size_t kLongest = 64;

using Row = std::array<std::size_t, kLongest + 1>;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same(char a, char b) { return lower(a) == lower(b); }

/// Insertions, deletions, replacements and swaps of neighbours that turn a into b. Precondition:
/// neither is longer than kLongest.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  Row before_last{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (is_same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool is_swap =
          i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]);
      if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string_view> near_miss(std::string_view text,
                                          std::span<const std::string_view> words) {
  if (text.size() > kLongest) return std::nullopt;
  // Fewer edits than characters: otherwise every one-letter word is near every other.
  std::size_t least = std::min(std::max<std::size_t>(1, text.size() / 3) + 1, text.size());
  std::optional<std::string_view> nearest;
  for (const std::string_view word : words) {
    if (word.size() > kLongest) continue;
    const std::size_t distance = edit_distance(text, word);
    if (distance >= least) continue;
    least = distance;
    nearest = word;
  }
  return nearest;
}

std::string did_you_mean(std::string_view text, std::span<const std::string_view> words) {
  const std::optional<std::string_view> word = near_miss(text, words);
  return word && *word != text ? fmt::format("did you mean '{}'?", *word) : std::string();
}

}  // namespace tileglot::core
