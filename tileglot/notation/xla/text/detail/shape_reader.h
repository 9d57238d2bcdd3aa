// SPDX-License-Identifier: Apache-2.0
// shape_reader.h: reads shapes and layouts word by word, and records the place of each part.
//
// What     ShapeReader::shape and layout read from a scanner; parse.h lists what they read. Its
//          functions are in shape_reader.cc (shapes), layout_reader.cc (layouts) and
//          reader_words.cc (types, numbers and words).
// Why      Shapes and layouts contain each other: a layout may have a physical shape.
// Errors   Those of parse.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/spans.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {

/// The error for more than `limit` of `what`.
core::Error limit_error(std::string_view what, std::size_t limit, core::Span span);

/// Reads shapes and layouts from a scanner. Functions fill in what they have read even if they
/// fail: inside a layout XLA continues after most errors and keeps what it has.
class ShapeReader {
 public:
  ShapeReader(core::Scanner& scanner, ParseOptions options)
      : scanner_(scanner), options_(options) {}

  core::Status shape(Shape& out, ShapeSpans& spans);
  core::Status layout(Layout& out, LayoutSpans& spans);
  core::Status end(std::string_view of_what);

 private:
  // Shapes.
  core::Status tuple(Shape& out, ShapeSpans& spans);
  core::Status buffer(Shape& out, ShapeSpans& spans);
  core::Status array(Shape& out, ShapeSpans& spans);
  core::Status dimensions(Shape& out, ShapeSpans& spans);
  core::Result<Dimension> dimension();
  core::Status array_layout(Shape& out, ShapeSpans& spans);
  core::Status only_arrays_have_it(const Shape& out, const ShapeSpans& spans, core::Span after);
  bool at_buffer();
  bool at_layout();

  // Layouts.
  core::Status minor_to_major(Layout& out, LayoutSpans& spans);
  core::Status attributes(Layout& out, LayoutSpans& spans);
  core::Status level_types();
  core::Status tiles(Layout& out, LayoutSpans& spans);
  core::Status tile(Tile& out, TileSpans& spans);
  core::Result<TileEntry> tile_entry();
  core::Status tail_padding(Layout& out, LayoutSpans& spans);
  core::Status marked_type(std::optional<PrimitiveType>& out, std::optional<core::Span>& place);
  core::Status number_in_brackets(std::string_view what, std::int64_t& out,
                                  std::optional<core::Span>& place);
  core::Status splits(Layout& out, LayoutSpans& spans);
  core::Status split(SplitConfig& out);
  core::Status physical_shape(Layout& out, LayoutSpans& spans);
  core::Status closing_brace();

  // Words and numbers.
  core::Result<PrimitiveType> type();
  core::Result<std::int64_t> integer(std::string_view what);
  bool keyword(std::string_view word);
  std::size_t start();
  /// Keeps the first error inside a layout's attributes and continues, unless it ends the parse.
  core::Status tolerate(core::Status status);

  bool published() const { return options_.spelling == Spelling::kPublished; }

  core::Scanner& scanner_;
  ParseOptions options_;
  std::size_t depth_ = 0;
  std::size_t shapes_ = 0;
  std::optional<core::Error> tolerated_ = {};
};

}  // namespace tileglot::notation::xla
