// SPDX-License-Identifier: Apache-2.0
// layout_reader.cc: the layout of a shape, with all its attributes.

#include "tileglot/notation/xla/text/detail/shape_reader.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {
namespace {

using core::Error;
using core::fail;
using core::Result;
using core::Span;
using core::Status;

constexpr std::string_view kAsteriskOperator = "\xE2\x88\x97";  // U+2217, the documents' `*`

}  // namespace

Status ShapeReader::layout(Layout& out, LayoutSpans& spans) {
  const std::size_t begin = start();
  const std::optional<Error> outer = std::exchange(tolerated_, std::nullopt);
  TILEGLOT_TRY_STATUS(scanner_.expect("{", "at the start of the layout"));
  TILEGLOT_TRY_STATUS(minor_to_major(out, spans));
  if (scanner_.accept(":")) TILEGLOT_TRY_STATUS(attributes(out, spans));
  TILEGLOT_TRY_STATUS(closing_brace());
  spans.whole = scanner_.span_from(begin);
  tolerated_ = outer;
  return {};
}

Status ShapeReader::closing_brace() {
  if (scanner_.accept("}")) return {};
  if (tolerated_) return fail(*tolerated_);
  return fail(
      {.code = "xla.layout",
       .message = fmt::format("expected '}}' at the end of the layout, found {}", scanner_.found()),
       .span = scanner_.here(),
       .help = "attributes follow one colon, each at most once, in the order T L # * E S SC P M"});
}

Status ShapeReader::minor_to_major(Layout& out, LayoutSpans& spans) {
  if (scanner_.looking_at("}") || scanner_.looking_at(":")) return {};
  do {
    if (out.minor_to_major.size() == kMaxRank) {
      return fail(limit_error("entries of minor_to_major", kMaxRank, scanner_.here()));
    }
    const std::size_t begin = start();
    TILEGLOT_TRY(entry, integer("a dimension of minor_to_major"));
    out.minor_to_major.push_back(entry);
    spans.minor_to_major.push_back(scanner_.span_from(begin));
  } while (scanner_.accept(","));
  return {};
}

Status ShapeReader::attributes(Layout& out, LayoutSpans& spans) {
  if (keyword("D")) TILEGLOT_TRY_STATUS(tolerate(level_types()));
  if (keyword("T") || (published() && scanner_.looking_at("("))) {
    TILEGLOT_TRY_STATUS(tolerate(tiles(out, spans)));
  }
  if (keyword("L")) TILEGLOT_TRY_STATUS(tolerate(tail_padding(out, spans)));
  if (scanner_.accept("#")) TILEGLOT_TRY_STATUS(marked_type(out.index_type, spans.index_type));
  if (scanner_.accept("*")) TILEGLOT_TRY_STATUS(marked_type(out.pointer_type, spans.pointer_type));
  if (keyword("E")) {
    std::int64_t bits = 0;
    TILEGLOT_TRY_STATUS(tolerate(number_in_brackets("an element size", bits, spans.element_size)));
    if (bits != 0) out.element_size_bits = bits;
  }
  if (keyword("S")) {
    std::int64_t space = 0;
    TILEGLOT_TRY_STATUS(tolerate(number_in_brackets("a memory space", space, spans.memory_space)));
    out.memory_space = static_cast<std::int8_t>(space);  // XLA keeps the low 8 bits
  }
  if (keyword("SC")) TILEGLOT_TRY_STATUS(tolerate(splits(out, spans)));
  if (keyword("P")) TILEGLOT_TRY_STATUS(tolerate(physical_shape(out, spans)));
  if (keyword("M")) {
    std::int64_t& bytes = out.dynamic_shape_metadata_prefix_bytes;
    std::optional<Span> place;
    TILEGLOT_TRY_STATUS(tolerate(number_in_brackets("a number of bytes", bytes, place)));
  }
  return {};
}

Status ShapeReader::level_types() {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "after D"));
  if (scanner_.accept(")")) return {};
  do {
    if (!keyword("D") && !keyword("C") && !keyword("S") && !keyword("H")) {
      return fail({.code = "xla.layout",
                   .message = fmt::format("expected a level type, found {}", scanner_.found()),
                   .span = scanner_.here(),
                   .help = "level types are D, C, S and H, each with + or ~ after it or not"});
    }
    scanner_.accept("+");
    scanner_.accept("~");
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of the level types");
}

Status ShapeReader::tiles(Layout& out, LayoutSpans& spans) {
  do {
    if (out.tiles.size() == kMaxTiles)
      return fail(limit_error("tiles", kMaxTiles, scanner_.here()));
    out.tiles.emplace_back();
    spans.tiles.emplace_back();
    const std::size_t begin = start();
    Status status = tile(out.tiles.back(), spans.tiles.back());
    spans.tiles.back().whole = scanner_.span_from(begin);
    if (!status) return status;
  } while (scanner_.looking_at("("));
  return {};
}

Status ShapeReader::tile(Tile& out, TileSpans& spans) {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "at the start of a tile"));
  if (scanner_.accept(")")) return {};
  do {
    if (out.entries.size() == kMaxTileEntries) {
      return fail(limit_error("entries in a tile", kMaxTileEntries, scanner_.here()));
    }
    const std::size_t begin = start();
    TILEGLOT_TRY(entry, tile_entry());
    out.entries.push_back(entry);
    spans.entries.push_back(scanner_.span_from(begin));
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of a tile");
}

Result<TileEntry> ShapeReader::tile_entry() {
  if (scanner_.accept("*")) return kCombine;
  if (published() && scanner_.accept(kAsteriskOperator)) return kCombine;
  const std::size_t begin = start();
  TILEGLOT_TRY(size, integer("a tile size"));
  if (size >= 0) return TileEntry{size};
  // XLA's own value for `*` is the smallest integer, the documents' is -1; XLA aborts on others.
  if (size == core::kInt64Min || (published() && size == -1)) return kCombine;
  return fail(
      {.code = "xla.tile",
       .message = fmt::format("a tile cannot have the size {}", size),
       .span = scanner_.span_from(begin),
       .help = "write a positive size, or * to merge a dimension into the next more minor one"});
}

Status ShapeReader::tail_padding(Layout& out, LayoutSpans& spans) {
  std::int64_t& alignment = out.tail_padding_alignment;
  Status status = number_in_brackets("an alignment", alignment, spans.tail_padding_alignment);
  if (alignment >= 1) return status;
  return fail(
      {.code = "xla.tail",
       .message = fmt::format("the tail padding alignment must be at least 1, not {}", alignment),
       .span = spans.tail_padding_alignment,
       .help = "leave L out for no alignment, or write L(n) with n >= 1"});
}

Status ShapeReader::marked_type(std::optional<PrimitiveType>& out, std::optional<Span>& place) {
  TILEGLOT_TRY_STATUS(tolerate(scanner_.expect("(", "before the type")));
  const std::size_t begin = start();
  auto read = type();
  if (read) {
    out = *read;
    place = scanner_.span_from(begin);
  } else if (!scanner_.looking_at(")")) {
    TILEGLOT_TRY_STATUS(tolerate(fail(read.error())));
  }
  return tolerate(scanner_.expect(")", "after the type"));
}

Status ShapeReader::number_in_brackets(std::string_view what, std::int64_t& out,
                                       std::optional<Span>& place) {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", fmt::format("before {}", what)));
  const std::size_t begin = start();
  TILEGLOT_TRY(value, integer(what));
  out = value;
  place = scanner_.span_from(begin);
  return scanner_.expect(")", fmt::format("after {}", what));
}

Status ShapeReader::splits(Layout& out, LayoutSpans& spans) {
  do {
    out.split_configs.emplace_back();
    const std::size_t begin = start();
    Status status = split(out.split_configs.back());
    spans.split_configs.push_back(scanner_.span_from(begin));
    if (!status) return status;
  } while (scanner_.looking_at("("));
  return {};
}

Status ShapeReader::split(SplitConfig& out) {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "at the start of a split"));
  TILEGLOT_TRY(dimension, integer("the dimension of a split"));
  out.dimension = dimension;
  TILEGLOT_TRY_STATUS(scanner_.expect(":", "after the dimension of a split"));
  if (scanner_.accept(")")) return {};
  do {
    TILEGLOT_TRY(index, integer("the index of a split"));
    out.indices.push_back(index);
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of a split");
}

Status ShapeReader::physical_shape(Layout& out, LayoutSpans& spans) {
  const std::size_t begin = start();
  const auto read = std::make_shared<Shape>();
  out.physical_shape = read;
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "before the physical shape"));
  ShapeSpans unused;
  TILEGLOT_TRY_STATUS(tolerate(shape(*read, unused)));
  Status closed = scanner_.expect(")", "after the physical shape");
  spans.physical_shape = scanner_.span_from(begin);
  return closed;
}

}  // namespace tileglot::notation::xla
