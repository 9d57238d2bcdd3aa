// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/onednn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/detail/number_list.h"
#include "tileglot/notation/strided/limits.h"
#include "tileglot/notation/strided/onednn_alias.h"

namespace tileglot::notation::strided {
namespace {

using core::Span;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'L'; }
std::size_t dim_of(char c) { return static_cast<std::size_t>(is_upper(c) ? c - 'A' : c - 'a'); }
char letter_of(std::size_t dim) { return static_cast<char>('a' + static_cast<char>(dim)); }

core::Error bad_tag(std::string message, Span span) {
  return {{.code = "onednn.tag",
           .message = std::move(message),
           .span = span,
           .help =
               "a tag lists each dimension once, a first, in capitals where it is blocked, then "
               "the inner blocks: aBcd16b"}};
}

core::Error too_many_dimensions(Span span) {
  return {{.code = "onednn.rank",
           .message = fmt::format("more than {} dimensions", kMaxOnednnRank),
           .span = span}};
}

std::int64_t block_of(const OnednnLayout& layout, std::size_t dim) {
  std::int64_t product = 1;
  for (const Block& block : layout.blocks) {
    if (block.dim == dim) product = core::saturating_mul(product, block.size);
  }
  return product;
}

bool is_permutation(const std::vector<std::size_t>& order) {
  std::vector<bool> seen(order.size(), false);
  for (const std::size_t dim : order) {
    if (dim >= order.size() || seen[dim]) return false;
    seen[dim] = true;
  }
  return true;
}

/// Reads one tag in letters, which the text has at `begin` as `typed`: itself, or an alias with a
/// letter for each of its letters.
class TagReader {
 public:
  TagReader(std::string_view tag, std::string_view typed, std::size_t begin)
      : tag_(tag), typed_(typed), begin_(begin) {}

  core::Result<OnednnLayout> read() {
    std::size_t at = 0;
    for (; at < tag_.size() && !is_digit(tag_[at]); ++at) layout_.order.push_back(dim_of(tag_[at]));
    while (at < tag_.size()) {
      TILEGLOT_TRY(next, block(at));
      at = next;
    }
    TILEGLOT_TRY_STATUS(agree());
    return std::move(layout_);
  }

 private:
  Span span(std::size_t from, std::size_t to) const { return {begin_ + from, begin_ + to}; }

  /// Reads the block at `at` and returns the position of the next one.
  core::Result<std::size_t> block(std::size_t at) {
    core::Scanner scanner(tag_.substr(at));
    TILEGLOT_TRY(size, scanner.integer("a block"));
    const std::size_t letter = at + scanner.position();
    if (letter == tag_.size() || is_upper(tag_[letter])) {
      return core::fail(bad_tag(fmt::format("the block {} names no dimension", size),
                                span(at, std::min(letter + 1, tag_.size()))));
    }
    if (size < 1 || layout_.blocks.size() == kMaxBlocks) {
      return core::fail(
          {.code = "onednn.block",
           .message = fmt::format("{}{} is not a block", size, typed_[letter]),
           .span = span(at, letter + 1),
           .help = fmt::format("blocks are 1 or more, at most {} of them", kMaxBlocks)});
    }
    layout_.blocks.push_back({dim_of(tag_[letter]), size});
    return letter + 1;
  }

  /// Checks that the capitals are the blocked dimensions and that no letter is missing.
  core::Status agree() const {
    const std::size_t rank = layout_.order.size();
    if (rank > kMaxOnednnRank) return core::fail(too_many_dimensions(span(0, rank)));
    if (!is_permutation(layout_.order)) {
      return core::fail(bad_tag(
          fmt::format("'{}' does not list the letters a to {} once each",
                      typed_.substr(0, std::min<std::size_t>(rank, 64)), letter_of(rank - 1)),
          span(0, rank)));
    }
    for (const Block& block : layout_.blocks) {
      if (block.dim < rank) continue;
      return core::fail(bad_tag(
          fmt::format("the block {}{} is of no dimension", block.size, letter_of(block.dim)),
          span(rank, tag_.size())));
    }
    for (std::size_t i = 0; i < rank; ++i) {
      if (is_blocked(i) == is_upper(tag_[i])) continue;
      core::Error error =
          bad_tag(is_blocked(i) ? fmt::format("'{}' is blocked, so it is a capital", typed_[i])
                                : fmt::format("'{}' is a capital, and has no block", typed_[i]),
                  span(i, i + 1));
      error->help = fmt::format("write {}", with_right_capitals());
      return core::fail(std::move(error));
    }
    return {};
  }

  /// Of the i-th dimension in the order of the tag.
  bool is_blocked(std::size_t i) const {
    return std::ranges::any_of(layout_.blocks,
                               [&](const Block& b) { return b.dim == layout_.order[i]; });
  }

  std::string with_right_capitals() const {
    std::string word(typed_);
    for (std::size_t i = 0; i < layout_.order.size(); ++i) {
      const auto letter = static_cast<unsigned char>(word[i]);
      word[i] = static_cast<char>(is_blocked(i) ? std::toupper(letter) : std::tolower(letter));
    }
    return word;
  }

  std::string_view tag_;
  std::string_view typed_;
  std::size_t begin_;
  OnednnLayout layout_ = {};
};

bool is_native(std::string_view tag) {
  return !tag.empty() && !is_digit(tag[0]) && std::ranges::all_of(tag, [](char c) {
    return is_digit(c) || is_upper(c) || (c >= 'a' && c <= 'l');
  });
}

/// Tries letters first, then aliases: no alias consists only of letters a, b, c, ...
std::optional<std::string> tag_letters(std::string_view word) {
  const bool starts_low = std::ranges::any_of(word, [](char c) { return c == 'a' || c == 'A'; });
  if (starts_low && is_native(word)) return std::string(word);
  return letters_of(word);
}

/// A descriptor's parts as read: the tag, the dimensions and the type.
struct Descriptor {
  std::string_view tag = {};
  std::size_t tag_begin = 0;
  std::optional<core::ElementType> type = {};
  std::optional<std::vector<std::int64_t>> dims = {};
};

core::Error bad_descriptor(std::string message, Span span) {
  return {{.code = "onednn.descriptor",
           .message = std::move(message),
           .span = span,
           .help = "a blocked layout is written f32::blocked:aBcd16b::f0 2x32x7x7"}};
}

/// Reads f32:a:blocked:acdb::f0 after the type, which has already been read.
core::Status read_fields(core::Scanner& scanner, std::string_view type, Span type_span,
                         Descriptor& found) {
  auto named = core::parse_element_type(type);
  if (!named) {
    named.error()->span = type_span;
    return core::fail(std::move(named).error());
  }
  found.type = *named;
  scanner.name();  // padding and sparsity flags move no element
  TILEGLOT_TRY_STATUS(scanner.expect(":", "after the flags"));
  scanner.skip_space();
  const std::size_t kind_begin = scanner.position();
  const std::string_view kind = scanner.name();
  if (kind != "blocked") {
    return core::fail(
        bad_descriptor(fmt::format("a layout of kind '{}' has no tag", kind.substr(0, 64)),
                       scanner.span_from(kind_begin)));
  }
  TILEGLOT_TRY_STATUS(scanner.expect(":", "after 'blocked'"));
  scanner.skip_space();
  found.tag_begin = scanner.position();
  found.tag = scanner.name();
  if (!scanner.accept(":")) return {};
  if (!scanner.accept(":")) {
    return core::fail(bad_descriptor("strides that are not dense have no tag", scanner.here()));
  }
  scanner.name();  // f0: nothing extra
  return {};
}

core::Status read_dims(core::Scanner& scanner, Descriptor& found) {
  if (scanner.at_end()) return {};
  scanner.skip_space();
  std::vector<std::int64_t> dims;
  do {
    if (dims.size() == kMaxOnednnRank) {
      return core::fail(too_many_dimensions(scanner.here()));
    }
    TILEGLOT_TRY(extent, scanner.integer("an extent"));
    dims.push_back(extent);
  } while (scanner.accept("x"));
  found.dims = std::move(dims);
  return detail::expect_end(scanner, "the layout");
}

core::Result<Descriptor> read_descriptor(std::string_view text) {
  core::Scanner scanner(text);
  scanner.skip_space();
  Descriptor found{.tag_begin = scanner.position()};
  found.tag = scanner.name();
  if (scanner.accept(":")) {
    const std::string_view type = found.tag;
    const Span span{found.tag_begin, found.tag_begin + std::max<std::size_t>(type.size(), 1)};
    TILEGLOT_TRY_STATUS(read_fields(scanner, type, span, found));
  }
  TILEGLOT_TRY_STATUS(read_dims(scanner, found));
  return found;
}

}  // namespace

core::Status check(const OnednnLayout& layout) {
  TILEGLOT_TRY_STATUS(check_array(layout.array));
  if (layout.order.size() != rank(layout.array)) {
    return core::fail(wrong_rank("the tag", layout.order.size(), layout.array));
  }
  if (layout.order.size() > kMaxOnednnRank || !is_permutation(layout.order)) {
    return core::fail(bad_tag("the order is not a permutation of at most 12 dimensions", {0, 1}));
  }
  for (const Block& block : layout.blocks) {
    if (block.size >= 1 && block.dim < layout.order.size()) continue;
    return core::fail(
        {.code = "onednn.block",
         .message = fmt::format("a block of {} over dimension {}", block.size, block.dim)});
  }
  if (positions(layout)) return {};
  return core::fail(
      {.code = "strided.too_large",
       .message = fmt::format("{} of {} has more elements in memory than a signed 64-bit integer "
                              "can count",
                              print(layout), tuple_text(layout.array.extents))});
}

std::int64_t offset_of(const OnednnLayout& layout, std::span<const std::int64_t> x) {
  std::array<std::int64_t, kMaxOnednnRank> left{};
  std::array<std::int64_t, kMaxOnednnRank> outer{};
  std::ranges::copy(x, left.begin());
  std::ranges::copy(layout.array.extents, outer.begin());
  std::int64_t offset = 0;
  std::int64_t stride = 1;
  for (std::size_t i = layout.blocks.size(); i-- > 0;) {
    const auto [dim, size] = layout.blocks[i];
    offset += left[dim] % size * stride;
    left[dim] /= size;
    outer[dim] = core::ceil_div(outer[dim], size);
    stride *= size;
  }
  for (std::size_t i = layout.order.size(); i-- > 0;) {
    offset += left[layout.order[i]] * stride;
    stride *= outer[layout.order[i]];
  }
  return offset;
}

core::Checked positions(const OnednnLayout& layout) {
  if (element_count(layout.array.extents) == 0) return 0;
  core::Checked product = 1;
  for (std::size_t k = 0; k < layout.array.extents.size(); ++k) {
    const std::int64_t block = block_of(layout, k);
    const core::Checked padded =
        core::checked_mul(core::ceil_div(layout.array.extents[k], block), block);
    if (!product || !padded || block == core::kInt64Max) return std::nullopt;
    product = core::checked_mul(*product, *padded);
  }
  return product;
}

core::Result<OnednnLayout> parse_onednn(std::string_view text, const std::optional<Array>& tensor) {
  TILEGLOT_TRY(found, read_descriptor(text));
  const Span tag_span{found.tag_begin,
                      found.tag_begin + std::max<std::size_t>(found.tag.size(), 1)};
  const auto letters = tag_letters(found.tag);
  if (!letters) {
    return core::fail(
        bad_tag(fmt::format("'{}' is not a tag of oneDNN", found.tag.substr(0, 64)), tag_span));
  }
  TILEGLOT_TRY(layout, TagReader(*letters, found.tag, found.tag_begin).read());
  std::optional<Array> own;
  if (found.dims) own = Array{*found.dims, found.type};
  TILEGLOT_TRY(array, array_for(own, tensor));
  if (found.type) array.type = found.type;
  layout.array = std::move(array);
  if (auto checked = check(layout); !checked) {
    checked.error()->span = tag_span;
    return core::fail(std::move(checked).error());
  }
  return layout;
}

std::string print(const OnednnLayout& layout) {
  std::string tag;
  for (const std::size_t dim : layout.order) {
    const bool is_blocked =
        std::ranges::any_of(layout.blocks, [&](const Block& b) { return b.dim == dim; });
    tag += static_cast<char>(letter_of(dim) + (is_blocked ? 'A' - 'a' : 0));
  }
  for (const Block& block : layout.blocks) {
    tag += fmt::format("{}{}", block.size, letter_of(block.dim));
  }
  return tag;
}

bool has_letter_tag(std::string_view text) {
  core::Scanner scanner(text);
  const std::string_view word = scanner.name();
  return is_native(word) && TagReader(word, word, 0).read().has_value();
}

bool looks_like_onednn(std::string_view text) {
  core::Scanner scanner(text);
  const std::string_view word = scanner.name();
  if (scanner.looking_at(":")) return core::parse_element_type(word).has_value();
  return tag_letters(word).has_value();
}

}  // namespace tileglot::notation::strided
