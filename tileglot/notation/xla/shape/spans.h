// SPDX-License-Identifier: Apache-2.0
// spans.h: the source location of each part of a shape.
//
// What     ShapeSpans and LayoutSpans mirror Shape and Layout with spans in place of values; a
//          span is absent where nothing was written (a filled-in layout), or the value was not read
//          from a text.
// Why      A check of a value can point at the wrong character, and the value itself stays plain.
// Units    Bytes of the text that was parsed.
// Example  In f32[3,5]{1,1} the second entry of minor_to_major is at [11, 12).
//          [tests: validate/validate_test.cc, "an order that is not a permutation"]
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {

struct TileSpans {
  std::optional<core::Span> whole = {};
  std::vector<core::Span> entries = {};
};

struct LayoutSpans {
  std::optional<core::Span> whole = {};
  std::vector<core::Span> minor_to_major = {};
  std::vector<TileSpans> tiles = {};
  std::optional<core::Span> tail_padding_alignment = {};
  std::optional<core::Span> index_type = {};
  std::optional<core::Span> pointer_type = {};
  std::optional<core::Span> element_size = {};
  std::optional<core::Span> memory_space = {};
  std::vector<core::Span> split_configs = {};
  std::optional<core::Span> physical_shape = {};
};

struct ShapeSpans {
  std::optional<core::Span> whole = {};
  std::vector<core::Span> dimensions = {};
  LayoutSpans layout = {};
  std::vector<ShapeSpans> elements = {};
};

/// The i-th span, or nullopt where the text had none.
inline std::optional<core::Span> span_at(const std::vector<core::Span>& spans, std::size_t i) {
  if (i >= spans.size()) return std::nullopt;
  return spans[i];
}

}  // namespace tileglot::notation::xla
