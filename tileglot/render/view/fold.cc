// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/fold.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/index_map.h"

namespace tileglot::render {
namespace {

struct Word {
  std::string_view text;
  core::Span span;
};

constexpr std::string_view kBlanks = " \t";

core::Error bad_fold(std::string message, core::Span span) {
  return {{.code = "render.fold",
           .message = std::move(message),
           .span = span,
           .help = "write rows | columns, as in '0 2 | 1' or 'n h w c: n h | w c'"}};
}

/// The words of text[begin, end).
std::vector<Word> words_of(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<Word> words;
  const std::string_view part = text.substr(0, end);
  std::size_t at = part.find_first_not_of(kBlanks, begin);
  while (at != std::string_view::npos) {
    const std::size_t after = std::min(part.find_first_of(kBlanks, at), end);
    words.push_back({part.substr(at, after - at), {at, after}});
    at = part.find_first_not_of(kBlanks, after);
  }
  return words;
}

std::optional<std::size_t> as_number(std::string_view word) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

/// The dimension that a word denotes by itself.
std::optional<std::size_t> dimension_of(std::string_view word, std::span<const map::Dim> dims) {
  for (std::size_t k = 0; k < dims.size(); ++k) {
    if (!dims[k].name.empty() && dims[k].name == word) return k;
  }
  const bool is_x = word.starts_with('x');
  if (is_x || word.starts_with("dim")) word.remove_prefix(is_x ? 1 : 3);
  const std::optional<std::size_t> number = as_number(word);
  return number && *number < dims.size() ? number : std::nullopt;
}

/// New names for all dimensions, in order.
using Names = std::vector<std::string_view>;

class Reader {
 public:
  Reader(std::string_view text, std::span<const map::Dim> dims) : text_(text), dims_(dims) {}

  core::Result<Fold> run() {
    const std::size_t bar = text_.find('|');
    if (bar == std::string_view::npos || text_.find('|', bar + 1) != std::string_view::npos) {
      return core::fail(bad_fold("a fold has one bar between rows and columns", {0, text_.size()}));
    }
    const std::size_t colon = text_.find(':');
    const std::size_t begin = colon < bar ? colon + 1 : 0;
    const std::vector<Word> rows = words_of(text_, begin, bar);
    const std::vector<Word> columns = words_of(text_, bar + 1, text_.size());
    if (begin != 0) {
      TILEGLOT_TRY_STATUS(read_names(words_of(text_, 0, colon)));
    } else {
      name_as_they_come(rows, columns);
    }
    Fold fold{.names = {names_.begin(), names_.end()}};
    TILEGLOT_TRY_STATUS(take(rows, fold.rows));
    TILEGLOT_TRY_STATUS(take(columns, fold.columns));
    for (std::size_t k = 0; k < dims_.size(); ++k) {
      if (std::ranges::find(used_, k) == used_.end()) fold.slices.push_back(k);
    }
    return fold;
  }

 private:
  core::Status read_names(const std::vector<Word>& words) {
    if (words.size() != dims_.size()) {
      return core::fail(
          bad_fold(fmt::format("{} names for {} dimensions", words.size(), dims_.size()),
                   {0, text_.size()}));
    }
    names_.reserve(words.size());
    for (const Word& word : words) {
      if (std::ranges::find(names_, word.text) != names_.end()) return stated_twice(word);
      names_.push_back(word.text);
    }
    return {};
  }

  static core::Status stated_twice(const Word& word) {
    return core::fail(bad_fold(
        fmt::format("the dimension '{}' is named twice", core::printable(word.text)), word.span));
  }

  /// If no word denotes a dimension, and there are as many words, they name all dimensions in
  /// order.
  void name_as_they_come(const std::vector<Word>& rows, const std::vector<Word>& columns) {
    if (rows.size() + columns.size() != dims_.size()) return;
    Names names;
    names.reserve(dims_.size());
    for (const auto* words : {&rows, &columns}) {
      for (const Word& word : *words) names.push_back(word.text);
    }
    const auto is_known = [&](std::string_view word) {
      return dimension_of(word, dims_).has_value();
    };
    if (std::ranges::none_of(names, is_known)) names_ = std::move(names);
  }

  core::Result<std::size_t> find(const Word& word) const {
    const auto named = std::ranges::find(names_, word.text);
    if (named != names_.end()) return static_cast<std::size_t>(named - names_.begin());
    if (names_.empty()) {
      if (const auto k = dimension_of(word.text, dims_)) return *k;
    }
    return core::fail(bad_fold(fmt::format("'{}' is not a dimension; there are {}",
                                           core::printable(word.text), dimensions_text()),
                               word.span));
  }

  std::string dimensions_text() const {
    std::string text;
    for (std::size_t k = 0; k < dims_.size(); ++k) {
      const std::string name = names_.empty()
                                   ? (dims_[k].name.empty() ? fmt::format("{}", k) : dims_[k].name)
                                   : std::string(names_[k]);
      text += (k == 0 ? "" : ", ") + name;
    }
    return text.empty() ? "none" : text;
  }

  core::Status take(const std::vector<Word>& words, std::vector<std::size_t>& dims) {
    for (const Word& word : words) {
      TILEGLOT_TRY(k, find(word));
      if (std::ranges::find(used_, k) != used_.end()) {
        return stated_twice(word);
      }
      used_.push_back(k);
      dims.push_back(k);
    }
    return {};
  }

  std::string_view text_;
  std::span<const map::Dim> dims_;
  Names names_;
  std::vector<std::size_t> used_;
};

}  // namespace

Fold default_fold(std::size_t rank) {
  Fold fold;
  for (std::size_t k = 0; k + 2 < rank; ++k) fold.slices.push_back(k);
  if (rank > 1) fold.rows.push_back(rank - 2);
  if (rank > 0) fold.columns.push_back(rank - 1);
  return fold;
}

core::Result<Fold> parse_fold(std::string_view text, std::span<const map::Dim> dims) {
  return Reader(text, dims).run();
}

std::string name_of(const map::Dim& dim, std::size_t number) {
  return dim.name.empty() ? fmt::format("dim {}", number) : dim.name;
}

Flattened::Flattened(std::span<const std::size_t> dims, std::span<const map::Dim> domain)
    : dims_(dims.begin(), dims.end()) {
  extents_.reserve(dims.size());
  for (const std::size_t k : dims) {
    extents_.push_back(domain[k].extent);
    extent_ *= domain[k].extent;
  }
}

void Flattened::write(std::int64_t index, std::span<std::int64_t> x) const {
  for (std::size_t i = dims_.size(); i-- > 0;) {
    x[dims_[i]] = index % extents_[i];
    index /= extents_[i];
  }
}

}  // namespace tileglot::render
