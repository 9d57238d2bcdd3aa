// SPDX-License-Identifier: Apache-2.0
// shape.h: an XLA shape: an array, a tuple, a buffer, a token or an opaque value.
//
// What     A Shape has a type; an array has dimensions and may have a layout; a tuple has elements,
//          a buffer the one array it holds.
// Why      The text form nests, and HLO instructions carry such values; everything else in the
//          package works on this one type.
// Example  f32[3,<=5,?]{2,1,0} has the dimensions 3, at most 5, and unbounded; (f32[2], token[])
//          has two elements.
//          [tests: text/parse_test.cc, "dimensions are fixed, bounded or unbounded"]
// Source   XLA, shape.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {

/// `7` is {7, false}; `<=7` is {7, true}; `?` is {nullopt, true}.
struct Dimension {
  std::optional<std::int64_t> bound = 0;
  bool dynamic = false;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

struct Shape {
  /// The element type of an array, or kTuple, kBuffer, kToken, kOpaque; kInvalid: not set.
  PrimitiveType type = PrimitiveType::kInvalid;
  std::vector<Dimension> dimensions = {};
  std::optional<Layout> layout = {};
  std::vector<Shape> elements = {};

  friend bool operator==(const Shape& a, const Shape& b);
};

/// True for an array; a buffer is not one, but its content is.
inline bool is_array(const Shape& shape) { return is_element_type(shape.type); }

inline std::size_t rank(const Shape& shape) { return shape.dimensions.size(); }

/// The shape's layout, or the row-major one that XLA fills in.
Layout layout_or_default(const Shape& shape);

}  // namespace tileglot::notation::xla
