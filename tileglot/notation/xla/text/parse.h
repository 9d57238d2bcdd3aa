// SPDX-License-Identifier: Apache-2.0
// parse.h: reads the text of XLA shapes and layouts.
//
// What     parse_shape and parse_layout accept what XLA's own parser accepts, and fail where it
//          would abort. parse_valid_shape and parse_valid_layout also check the value (validate/validate.h):
//          use them on text from users.
// Why      XLA reads meaningless layouts, such as f32[2,2]{0,0}, and rejects them later. Tools that
//          print or rewrite modules need the unchecked value; everything that computes where an
//          element is needs the checked one.
// Example  parse_shape("f32[3,5]") has the layout {1,0} filled in;
//          parse_valid_shape("f32[3,5]{1,1}") is refused, xla.order.
//          [tests: parse_test.cc, "a missing layout is row-major"; validate/validate_test.cc, "an
//          order that is not a permutation"]
// Errors   xla.type, xla.dimension, xla.rank, xla.tile, xla.tail, xla.buffer, xla.not_array,
//          xla.trailing, xla.limit, scan.*. Inside a tuple each array is checked as in
//          validate/validate.h, as XLA does.
// Source   XLA, hlo_parser.cc. What its released version reads although it looks malformed is read
//          here too: `{1,0:T(8,128}`, `{1,0:T}` (an empty tile), `{1,0:L}` (nothing); memory spaces
//          keep 8 bits; integers from 2^63 to 2^64-1 become negative. `f32[]{}` is not read: a
//          layout without entries starts with a colon.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/spans.h"

namespace tileglot::notation::xla {

/// kXla reads what the released version reads. kPublished also reads the spellings of the published
/// documents: `F32[3,5]`, tiles without `T` as in `{1,0:(2,2)}`, and U+2217 or -1 for the `*`.
enum class Spelling { kPublished, kXla };

enum class MissingLayout { kRowMajor, kNone };

struct ParseOptions {
  Spelling spelling = Spelling::kPublished;
  MissingLayout missing_layout = MissingLayout::kRowMajor;  ///< scalars always get the empty layout
};

struct PlacedShape {
  Shape shape = {};
  ShapeSpans spans = {};
};

struct PlacedLayout {
  Layout layout = {};
  LayoutSpans spans = {};
};

/// Reads the whole text as one shape.
core::Result<Shape> parse_shape(std::string_view text, ParseOptions options = {});
/// Reads the whole text as one layout, `{1,0:T(8,128)}`; here `{}` is one.
core::Result<Layout> parse_layout(std::string_view text, ParseOptions options = {});

core::Result<PlacedShape> parse_placed_shape(std::string_view text, ParseOptions options = {});
core::Result<PlacedLayout> parse_placed_layout(std::string_view text, ParseOptions options = {});

/// Reads a shape at the scanner's position and leaves the scanner after it; for texts that contain
/// shapes.
core::Result<PlacedShape> parse_shape_at(core::Scanner& scanner, ParseOptions options = {});

/// parse_shape, then validate.
core::Result<Shape> parse_valid_shape(std::string_view text, ParseOptions options = {});
/// `shape` with the layout in `text`, validated.
core::Result<Shape> parse_valid_layout(std::string_view text, const Shape& shape,
                                       ParseOptions options = {});

}  // namespace tileglot::notation::xla
