// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/file_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

constexpr std::array<std::string_view, 3> kWords = {"{rank}", "{part}", "{begin}"};

core::Error bad_pattern(std::string_view text, std::string_view why) {
  return {{.code = "pieces.pattern",
           .message =
               fmt::format("'{}' is not a pattern of file names: {}", core::printable(text), why),
           .help = "write w-{rank}.npy for a file a rank, w@{begin}.npy for a file a piece, or "
                   "model-rank-{rank}-part-{part}.safetensors"}};
}

/// The word at the start of the text.
std::optional<NameWord> word_at(std::string_view text) {
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (text.starts_with(kWords[i])) return static_cast<NameWord>(i);
  }
  return std::nullopt;
}

bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// Takes a number off the start of the text.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t number = 0;
  if (text.empty() || !is_digit(text.front())) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Takes numbers with commas between them; there may be none.
std::optional<map::Coordinate> take_begin(std::string_view& text) {
  map::Coordinate begin;
  while (!text.empty() && is_digit(text.front())) {
    const auto number = take_number(text);
    if (!number) return std::nullopt;
    begin.push_back(*number);
    if (text.empty() || text.front() != ',') return begin;
    text.remove_prefix(1);
  }
  // A comma is followed by a number.
  if (!begin.empty()) return std::nullopt;
  return begin;
}

bool take_word(NameWord word, std::string_view& text, NameNumbers& numbers) {
  if (word == NameWord::kBegin) return (numbers.begin = take_begin(text)).has_value();
  const auto number = take_number(text);
  if (number) (word == NameWord::kRank ? numbers.rank : numbers.part) = *number;
  return number.has_value();
}

std::string text_of(NameWord word, const NameNumbers& numbers) {
  if (word == NameWord::kRank) return fmt::to_string(numbers.rank);
  if (word == NameWord::kPart) return fmt::to_string(numbers.part);
  return fmt::format("{}", fmt::join(numbers.begin.value_or(map::Coordinate()), ","));
}

/// Why the words and texts are not a pattern; empty if they are.
std::string_view fault_of(const NamePattern& pattern) {
  if (!pattern.has(NameWord::kRank) && !pattern.has(NameWord::kBegin))
    return "it has neither {rank} nor {begin}";
  for (std::size_t i = 1; i < pattern.words.size(); ++i) {
    const std::string& between = pattern.texts[i];
    if (between.empty() || is_digit(between.front()) || between.front() == ',')
      return "its words are not apart";
    if (std::ranges::count(pattern.words, pattern.words[i]) > 1) return "a word is there twice";
  }
  const std::string& last = pattern.texts.back();
  if (!last.empty() && (is_digit(last.front()) || last.front() == ','))
    return "a digit or a comma follows a word";
  return "";
}

std::string without_separators(std::string_view text) {
  return std::string(text.substr(0, text.find_last_not_of("-_.@") + 1));
}

}  // namespace

bool NamePattern::has(NameWord word) const { return std::ranges::find(words, word) != words.end(); }

bool is_name_pattern(std::string_view text) { return text.find('{') != std::string_view::npos; }

core::Result<NamePattern> parse_name_pattern(std::string_view text) {
  NamePattern pattern{.texts = {""}};
  for (std::string_view left = text; !left.empty();) {
    const auto word = word_at(left);
    if (word) {
      pattern.words.push_back(*word);
      pattern.texts.emplace_back();
    } else if (left.front() == '{' || left.front() == '}') {
      return core::fail(bad_pattern(text, "its words are {rank}, {part} and {begin}"));
    } else {
      pattern.texts.back() += left.front();
    }
    left.remove_prefix(word ? kWords[static_cast<std::size_t>(*word)].size() : 1);
  }
  pattern.array = without_separators(pattern.texts.front());
  const std::string_view fault = fault_of(pattern);
  if (!fault.empty()) return core::fail(bad_pattern(text, fault));
  return pattern;
}

std::optional<NameNumbers> match_name(const NamePattern& pattern, std::string_view name) {
  NameNumbers numbers;
  for (std::size_t i = 0; i < pattern.texts.size(); ++i) {
    if (!name.starts_with(pattern.texts[i])) return std::nullopt;
    name.remove_prefix(pattern.texts[i].size());
    if (i < pattern.words.size() && !take_word(pattern.words[i], name, numbers))
      return std::nullopt;
  }
  if (!name.empty()) return std::nullopt;
  return numbers;
}

std::string name_of(const NamePattern& pattern, const NameNumbers& numbers) {
  std::string name = pattern.texts.front();
  for (std::size_t i = 0; i < pattern.words.size(); ++i)
    name += text_of(pattern.words[i], numbers) + pattern.texts[i + 1];
  return name;
}

NpyPieceName npy_piece(std::string_view name) {
  if (name.ends_with(kNpyEnd)) name.remove_suffix(kNpyEnd.size());
  const std::size_t at = name.rfind('@');
  if (at == std::string_view::npos || at == 0) return {.array = std::string(name)};
  std::string_view left = name.substr(at + 1);
  auto begin = take_begin(left);
  if (!begin || !left.empty()) return {.array = std::string(name)};
  return {.array = std::string(name.substr(0, at)), .begin = std::move(begin)};
}

std::string npy_piece_name(std::string_view array, std::span<const std::int64_t> begin) {
  return fmt::format("{}@{}{}", array, fmt::join(begin, ","), kNpyEnd);
}

std::string rank_file_name(std::int64_t rank, std::int64_t part) {
  return fmt::format("model-rank-{}-part-{}.safetensors", rank, part);
}

}  // namespace tileglot::checkpoint::pieces
