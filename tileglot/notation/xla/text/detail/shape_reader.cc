// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/text/detail/shape_reader.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Span;
using core::Status;

/// An array or a buffer's array; tuples have validated their own elements.
Status validate_element(const Shape& shape, const ShapeSpans& spans) {
  if (shape.type == PrimitiveType::kBuffer) {
    return validate_element(shape.elements[0], spans.elements[0]);
  }
  if (!is_array(shape) || !shape.layout) return {};
  return validate_layout(*shape.layout, shape, spans.layout);
}

}  // namespace

Status ShapeReader::shape(Shape& out, ShapeSpans& spans) {
  const std::size_t begin = start();
  if (depth_ == kMaxDepth)
    return fail(limit_error("levels of nesting", kMaxDepth, scanner_.here()));
  if (shapes_ == kMaxShapes) return fail(limit_error("shapes", kMaxShapes, scanner_.here()));
  ++depth_;
  ++shapes_;
  Status status = at_buffer()            ? buffer(out, spans)
                  : scanner_.accept("(") ? tuple(out, spans)
                                         : array(out, spans);
  --depth_;
  spans.whole = scanner_.span_from(begin);
  return status;
}

bool ShapeReader::at_buffer() {
  const std::size_t begin = start();
  const bool result = scanner_.name() == "b" && scanner_.looking_at("(");
  scanner_.rewind(begin);
  return result;
}

bool ShapeReader::at_layout() {
  const std::size_t begin = start();
  bool result = scanner_.accept("{") && scanner_.looking_at(":");
  if (!result && scanner_.position() > begin) result = integer("").has_value();
  scanner_.rewind(begin);
  return result;
}

Status ShapeReader::buffer(Shape& out, ShapeSpans& spans) {
  scanner_.name();
  scanner_.accept("(");
  Shape held;
  ShapeSpans held_spans;
  TILEGLOT_TRY_STATUS(shape(held, held_spans));
  if (!is_array(held)) {
    return fail({.code = "xla.buffer",
                 .message = fmt::format("a buffer holds an array, not a {}", name_of(held.type)),
                 .span = held_spans.whole,
                 .help = "write b(f32[2])"});
  }
  out = {.type = PrimitiveType::kBuffer, .elements = {std::move(held)}};
  spans.elements.push_back(std::move(held_spans));
  return scanner_.expect(")", "after the array of a buffer");
}

Status ShapeReader::tuple(Shape& out, ShapeSpans& spans) {
  out.type = PrimitiveType::kTuple;
  if (scanner_.accept(")")) return {};
  do {
    Shape element;
    ShapeSpans element_spans;
    TILEGLOT_TRY_STATUS(shape(element, element_spans));
    TILEGLOT_TRY_STATUS(validate_element(element, element_spans));
    out.elements.push_back(std::move(element));
    spans.elements.push_back(std::move(element_spans));
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of the tuple");
}

Status ShapeReader::array(Shape& out, ShapeSpans& spans) {
  TILEGLOT_TRY(element_type, type());
  TILEGLOT_TRY_STATUS(dimensions(out, spans));
  const Span after = scanner_.here();
  out.type = element_type;
  if (!is_array(out)) return only_arrays_have_it(out, spans, after);
  if (out.dimensions.empty() || options_.missing_layout == MissingLayout::kRowMajor) {
    out.layout = descending_layout(rank(out));
  }
  return at_layout() ? array_layout(out, spans) : Status{};
}

Status ShapeReader::only_arrays_have_it(const Shape& out, const ShapeSpans& spans, Span after) {
  const bool has_layout = at_layout();
  if (out.dimensions.empty() && !has_layout) return {};
  return fail({.code = "xla.not_array",
               .message = fmt::format("a value of type {} has no {}", name_of(out.type),
                                      has_layout ? "layout" : "dimensions"),
               .span = has_layout ? after : spans.dimensions[0],
               .help = fmt::format("write {}[]", name_of(out.type))});
}

Status ShapeReader::dimensions(Shape& out, ShapeSpans& spans) {
  TILEGLOT_TRY_STATUS(scanner_.expect("[", "after the type"));
  if (scanner_.accept("]")) return {};
  do {
    if (rank(out) == kMaxRank) return fail(limit_error("dimensions", kMaxRank, scanner_.here()));
    const std::size_t begin = start();
    TILEGLOT_TRY(read, dimension());
    out.dimensions.push_back(read);
    spans.dimensions.push_back(scanner_.span_from(begin));
  } while (scanner_.accept(","));
  return scanner_.expect("]", "at the end of the dimensions");
}

Result<Dimension> ShapeReader::dimension() {
  if (scanner_.accept("?")) return Dimension{.bound = std::nullopt, .dynamic = true};
  const bool dynamic = scanner_.accept("<=");
  const std::size_t begin = start();
  TILEGLOT_TRY(bound, integer("a dimension"));
  if (bound >= 0) return Dimension{.bound = bound, .dynamic = dynamic};
  return fail({.code = "xla.dimension",
               .message = fmt::format(
                   "a dimension cannot have the size {}",
                   core::printable(scanner_.text().substr(begin, scanner_.position() - begin))),
               .span = scanner_.span_from(begin),
               .help = "sizes are 0 to 9223372036854775807; ? stands for an unknown one"});
}

Status ShapeReader::array_layout(Shape& out, ShapeSpans& spans) {
  Layout read;
  TILEGLOT_TRY_STATUS(layout(read, spans.layout));
  if (read.minor_to_major.size() != rank(out) || read.physical_shape) {
    return validate_layout(read, out, spans.layout);
  }
  out.layout = std::move(read);
  return {};
}

}  // namespace tileglot::notation::xla
