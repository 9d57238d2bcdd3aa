// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/text/jax_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;
using core::Status;
using Numbers = std::vector<std::int64_t>;

struct Number {
  std::int64_t value = 0;
  core::Span place = {};
};

constexpr std::array<std::string_view, 3> kKeywords{"major_to_minor", "tiling",
                                                    "sub_byte_element_size_in_bits"};

/// Skips the module names before the class name.
bool accept_class_name(core::Scanner& scanner) {
  for (std::string_view word = scanner.name(); !word.empty(); word = scanner.name()) {
    if (word == "Layout" || word == "DeviceLocalLayout") return scanner.looking_at("(");
    if (!scanner.accept(".")) return false;
  }
  return false;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : scanner_(text) {}

  Result<Layout> whole() {
    if (!accept_class_name(scanner_)) return fail("'Layout('");
    TILEGLOT_TRY_STATUS(expect("("));
    while (!scanner_.accept(")")) {
      TILEGLOT_TRY_STATUS(argument());
      if (!scanner_.looking_at(")")) TILEGLOT_TRY_STATUS(expect(","));
    }
    if (!scanner_.at_end()) return fail("the end");
    if (seen_.empty() || !has_seen(kKeywords[0]))
      return core::fail(error("a layout of JAX needs major_to_minor", scanner_.here()));
    return layout_;
  }

 private:
  /// Reads name=value; the first argument may omit its name.
  Status argument() {
    const std::size_t begin = scanner_.position();
    std::string_view name = scanner_.name();
    if (name.starts_with('_')) name.remove_prefix(1);
    if (name.empty() && seen_.empty()) {
      name = kKeywords[0];
    } else {
      TILEGLOT_TRY_STATUS(check_keyword(name, begin));
      TILEGLOT_TRY_STATUS(expect("="));
    }
    seen_.push_back(name);
    if (name == kKeywords[0]) return major_to_minor();
    if (name == kKeywords[1]) return tiling();
    return element_size();
  }

  Status check_keyword(std::string_view name, std::size_t begin) {
    const core::Span span = scanner_.span_from(begin);
    if (std::ranges::find(kKeywords, name) == kKeywords.end()) {
      core::Error unknown = error(fmt::format("a layout of JAX has no '{}'", name), span);
      unknown->help = core::did_you_mean(name, kKeywords);
      if (unknown->help.empty())
        unknown->help = fmt::format("it has {}", fmt::join(kKeywords, ", "));
      return core::fail(std::move(unknown));
    }
    if (has_seen(name)) return core::fail(error(fmt::format("{} is given twice", name), span));
    return {};
  }

  bool has_seen(std::string_view name) const {
    return std::ranges::find(seen_, name) != seen_.end();
  }

  Status major_to_minor() {
    TILEGLOT_TRY(order, numbers());
    for (std::size_t i = 0; i < order.size(); ++i) TILEGLOT_TRY_STATUS(check_dimension(order, i));
    layout_.minor_to_major.reserve(order.size());
    for (const Number& one : std::views::reverse(order))
      layout_.minor_to_major.push_back(one.value);
    return {};
  }

  static Status check_dimension(const std::vector<Number>& order, std::size_t i) {
    const auto before = std::span(order).first(i);
    const std::int64_t dimension = order[i].value;
    const bool is_dimension = dimension >= 0 && std::cmp_less(dimension, order.size());
    if (is_dimension && std::ranges::find(before, dimension, &Number::value) == before.end())
      return {};
    return core::fail(
        {.code = "xla.order",
         .message = fmt::format("major_to_minor must list every dimension once; {} {}", dimension,
                                is_dimension ? "is listed twice" : "is not one of them"),
         .span = order[i].place,
         .help = "write (0,1) for row-major or (1,0) for column-major"});
  }

  Status tiling() {
    if (scanner_.accept("None")) return {};
    TILEGLOT_TRY_STATUS(expect("("));
    while (!scanner_.accept(")")) {
      TILEGLOT_TRY(tile, read_tile());
      if (layout_.tiles.size() == kMaxTiles)
        return fail(fmt::format("at most {} tiles", kMaxTiles));
      layout_.tiles.push_back(std::move(tile));
      if (!scanner_.looking_at(")")) TILEGLOT_TRY_STATUS(expect(","));
    }
    return {};
  }

  Result<Tile> read_tile() {
    const core::Span place = scanner_.here();
    TILEGLOT_TRY(sizes, numbers());
    if (sizes.empty()) return tile_error("a tile must have at least one size", place);
    Tile tile;
    for (const Number& size : sizes) {
      if (size.value < 1)
        return tile_error(fmt::format("a tile cannot have the size {}", size.value), size.place);
      tile.entries.emplace_back(size.value);
    }
    return tile;
  }

  static tl::unexpected<core::Error> tile_error(std::string message, core::Span place) {
    return core::fail({.code = "xla.tile",
                       .message = std::move(message),
                       .span = place,
                       .help = "write positive sizes, as in tiling=((8,128),(2,1))"});
  }

  Status element_size() {
    TILEGLOT_TRY(bits, number());
    if (bits.value < 0) {
      return core::fail(
          {.code = "xla.element_size",
           .message = fmt::format("an element cannot have {} bits", bits.value),
           .span = bits.place,
           .help = "leave sub_byte_element_size_in_bits out for the type's own size"});
    }
    if (bits.value != 0) layout_.element_size_bits = bits.value;
    return {};
  }

  /// A tuple or a list of integers.
  Result<std::vector<Number>> numbers() {
    const std::string_view close = scanner_.looking_at("[") ? "]" : ")";
    TILEGLOT_TRY_STATUS(expect(close == "]" ? "[" : "("));
    std::vector<Number> all;
    while (!scanner_.accept(close)) {
      TILEGLOT_TRY(one, number());
      if (all.size() == kMaxRank) return fail(fmt::format("at most {} numbers", kMaxRank));
      all.push_back(one);
      if (!scanner_.looking_at(close)) TILEGLOT_TRY_STATUS(expect(","));
    }
    return all;
  }

  Result<Number> number() {
    const std::size_t begin = scanner_.here().begin;
    auto read = scanner_.integer("a size");
    if (read) return Number{.value = *read, .place = scanner_.span_from(begin)};
    read.error()->code = "xla.jax_syntax";
    return core::fail(std::move(read).error());
  }

  Status expect(std::string_view token) {
    if (scanner_.accept(token)) return {};
    return fail(fmt::format("'{}'", token));
  }

  tl::unexpected<core::Error> fail(std::string_view wanted) {
    return core::fail(
        error(fmt::format("expected {}, found {}", wanted, scanner_.found()), scanner_.here()));
  }

  static core::Error error(std::string message, core::Span span) {
    return {{.code = "xla.jax_syntax",
             .message = std::move(message),
             .span = span,
             .help = "write Layout(major_to_minor=(0,1), tiling=((8,128),(2,1)))"}};
  }

  core::Scanner scanner_;
  std::vector<std::string_view> seen_;
  Layout layout_;
};

/// The attribute of the layout that JAX's cannot express; empty if there is none.
std::string_view unsayable(const Layout& layout) {
  const bool combines = std::ranges::any_of(layout.tiles, [](const Tile& tile) {
    return std::ranges::find(tile.entries, kCombine) != tile.entries.end();
  });
  if (combines) return "a tile with *";
  if (layout.tail_padding_alignment != 1) return "a tail padding L()";
  if (layout.index_type || layout.pointer_type) return "index and pointer types";
  if (layout.memory_space != 0) return "a memory space S()";
  if (!layout.split_configs.empty()) return "splits SC()";
  if (layout.physical_shape) return "a physical shape P()";
  return layout.dynamic_shape_metadata_prefix_bytes != 0 ? "a prefix M()" : "";
}

/// A Python tuple, including the form for one element.
template <class Texts>
std::string tuple_text(const Texts& texts) {
  return fmt::format("({}{})", fmt::join(texts, ","), std::size(texts) == 1 ? "," : "");
}

std::string tile_text(const Tile& tile) {
  Numbers sizes;
  sizes.reserve(tile.entries.size());
  for (const TileEntry& entry : tile.entries) sizes.push_back(*entry);
  return tuple_text(sizes);
}

}  // namespace

bool looks_like_jax_layout(std::string_view text) {
  core::Scanner scanner(text);
  return accept_class_name(scanner);
}

Result<Layout> parse_jax_layout(std::string_view text) { return Reader(text).whole(); }

Result<std::string> print_jax_layout(const Layout& layout) {
  if (const std::string_view what = unsayable(layout); !what.empty()) {
    return core::fail(
        {.code = "xla.jax",
         .message = fmt::format("a layout of JAX has no place for {}", what),
         .help = "it has the order of the dimensions, tiles and the size of small elements"});
  }
  const Numbers order(layout.minor_to_major.rbegin(), layout.minor_to_major.rend());
  std::string text = fmt::format("Layout(major_to_minor={}", tuple_text(order));
  std::vector<std::string> tiles;
  std::ranges::transform(layout.tiles, std::back_inserter(tiles), tile_text);
  if (!tiles.empty()) text += fmt::format(", tiling={}", tuple_text(tiles));
  if (layout.element_size_bits.value_or(0) != 0)
    text += fmt::format(", sub_byte_element_size_in_bits={}", *layout.element_size_bits);
  return text + ")";
}

}  // namespace tileglot::notation::xla
