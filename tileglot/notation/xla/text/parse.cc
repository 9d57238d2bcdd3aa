// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/text/parse.h"

#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/text/detail/shape_reader.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Span;
using core::Status;

Status check_length(std::string_view text) {
  if (text.size() <= kMaxTextBytes) return {};
  return fail(limit_error("bytes of text", kMaxTextBytes, Span{kMaxTextBytes, kMaxTextBytes + 1}));
}

}  // namespace

Result<PlacedShape> parse_shape_at(core::Scanner& scanner, ParseOptions options) {
  PlacedShape read;
  TILEGLOT_TRY_STATUS(ShapeReader(scanner, options).shape(read.shape, read.spans));
  return read;
}

Result<PlacedShape> parse_placed_shape(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY_STATUS(check_length(text));
  core::Scanner scanner(text);
  PlacedShape read;
  ShapeReader reader(scanner, options);
  TILEGLOT_TRY_STATUS(reader.shape(read.shape, read.spans));
  TILEGLOT_TRY_STATUS(reader.end("shape"));
  return read;
}

Result<PlacedLayout> parse_placed_layout(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY_STATUS(check_length(text));
  core::Scanner scanner(text);
  PlacedLayout read;
  ShapeReader reader(scanner, options);
  TILEGLOT_TRY_STATUS(reader.layout(read.layout, read.spans));
  TILEGLOT_TRY_STATUS(reader.end("layout"));
  return read;
}

Result<Shape> parse_shape(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_shape(text, options));
  return std::move(read.shape);
}

Result<Layout> parse_layout(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_layout(text, options));
  return std::move(read.layout);
}

Result<Shape> parse_valid_shape(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_shape(text, options));
  TILEGLOT_TRY_STATUS(validate(read.shape, read.spans));
  return std::move(read.shape);
}

Result<Shape> parse_valid_layout(std::string_view text, const Shape& shape, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_layout(text, options));
  Shape result = shape;
  result.layout = std::move(read.layout);
  TILEGLOT_TRY_STATUS(validate(result, {.whole = read.spans.whole, .layout = read.spans}));
  return result;
}

}  // namespace tileglot::notation::xla
