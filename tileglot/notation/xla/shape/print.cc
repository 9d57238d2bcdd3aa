// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {
namespace {

constexpr std::size_t kAnnouncedEvery = 5;

using Out = std::back_insert_iterator<std::string>;

void write_type(Out out, std::string_view mark, std::optional<PrimitiveType> type) {
  if (!type) return;
  fmt::format_to(out, "{}({})", mark, is_integral(*type) ? name_of(*type) : "invalid");
}

void write_tiles(Out out, const Layout& layout) {
  if (layout.tiles.empty()) return;
  fmt::format_to(out, "T");
  for (const Tile& tile : layout.tiles) fmt::format_to(out, "{}", print(tile));
}

void write_splits(Out out, const Layout& layout) {
  if (layout.split_configs.empty()) return;
  fmt::format_to(out, "SC");
  for (const SplitConfig& split : layout.split_configs) {
    fmt::format_to(out, "({}:{})", split.dimension, fmt::join(split.indices, ","));
  }
}

/// The text after the colon, in XLA's fixed order.
std::string attributes(const Layout& layout) {
  std::string text;
  const Out out(text);
  write_tiles(out, layout);
  if (layout.tail_padding_alignment != 1) {
    fmt::format_to(out, "L({})", layout.tail_padding_alignment);
  }
  write_type(out, "#", layout.index_type);
  write_type(out, "*", layout.pointer_type);
  if (layout.element_size_bits) fmt::format_to(out, "E({})", *layout.element_size_bits);
  if (layout.memory_space != 0) fmt::format_to(out, "S({})", int{layout.memory_space});
  write_splits(out, layout);
  if (layout.physical_shape) fmt::format_to(out, "P({})", print(*layout.physical_shape));
  if (layout.dynamic_shape_metadata_prefix_bytes > 0) {
    fmt::format_to(out, "M({})", layout.dynamic_shape_metadata_prefix_bytes);
  }
  return text;
}

std::string dimension_text(const Dimension& dimension) {
  if (!dimension.bound) return "?";
  return fmt::format("{}{}", dimension.dynamic ? "<=" : "", *dimension.bound);
}

std::string array_text(const Shape& shape, LayoutText layouts) {
  std::string text(name_of(shape.type));
  text += '[';
  for (const Dimension& dimension : shape.dimensions) {
    if (text.back() != '[') text += ',';
    text += dimension_text(dimension);
  }
  text += ']';
  if (layouts == LayoutText::kHidden || !shape.layout) return text;
  const std::string layout = print(*shape.layout);
  const bool plain_scalar = shape.dimensions.empty() && layout == "{}";
  return plain_scalar ? text : text + layout;
}

std::string tuple_text(const Shape& shape, LayoutText layouts) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    if (i > 0) text += ", ";
    if (i > 0 && i % kAnnouncedEvery == 0) text += fmt::format("/*index={}*/", i);
    text += print(shape.elements[i], layouts);
  }
  return text + ")";
}

}  // namespace

std::string print(const Shape& shape, LayoutText layouts) {
  if (shape.type == PrimitiveType::kTuple) return tuple_text(shape, layouts);
  if (shape.type == PrimitiveType::kBuffer) {
    return shape.elements.empty() ? "b()" : fmt::format("b({})", print(shape.elements[0], layouts));
  }
  return array_text(shape, layouts);
}

std::string print(const Layout& layout) {
  const std::string order = fmt::format("{{{}", fmt::join(layout.minor_to_major, ","));
  const std::string behind = attributes(layout);
  return order + (behind.empty() ? "" : ":" + behind) + "}";
}

std::string print(const Tile& tile) {
  std::string text = "(";
  for (const TileEntry& entry : tile.entries) {
    if (text.size() > 1) text += ',';
    text += entry ? fmt::format("{}", *entry) : "*";
  }
  return text + ")";
}

}  // namespace tileglot::notation::xla
