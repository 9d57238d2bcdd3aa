// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/wire.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/wire/detail/decoder.h"
#include "tileglot/notation/xla/wire/detail/fields.h"
#include "tileglot/notation/xla/wire/detail/writer.h"

namespace tileglot::notation::xla {

namespace {

using core::Result;
using core::Status;

std::string tile_to_wire(const Tile& tile) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(tile.entries.size());
  for (const TileEntry& entry : tile.entries) sizes.push_back(entry.value_or(kNoSize));
  WireWriter out;
  out.numbers(kTileDimensions, sizes);
  return out.take();
}

std::string split_to_wire(const SplitConfig& split) {
  WireWriter out;
  out.number(kSplitDimension, split.dimension);
  out.numbers(kSplitIndices, split.indices);
  return out.take();
}

std::int64_t number_of(std::optional<PrimitiveType> type) {
  return type ? static_cast<std::int64_t>(*type) : 0;
}

void write_dimensions(const Shape& array, WireWriter& out) {
  std::vector<std::int64_t> bounds;
  bounds.reserve(array.dimensions.size());
  for (const Dimension& dimension : array.dimensions)
    bounds.push_back(dimension.bound.value_or(kNoSize));
  out.numbers(kDimensions, bounds);
}

/// Writes one flag per dimension, even where all are 0.
void write_dynamic(const Shape& array, WireWriter& out) {
  std::vector<std::int64_t> flags;
  flags.reserve(array.dimensions.size());
  for (const Dimension& dimension : array.dimensions) flags.push_back(dimension.dynamic ? 1 : 0);
  out.numbers(kIsDynamic, flags);
}

Status check_length(std::string_view bytes) {
  return check_count("bytes", bytes.size(), kMaxTextBytes);
}

}  // namespace

std::string to_wire(const Layout& layout) {
  WireWriter out;
  out.numbers(kMinorToMajor, layout.minor_to_major);
  for (const Tile& tile : layout.tiles) out.bytes(kTiles, tile_to_wire(tile));
  out.number(kElementSizeInBits, layout.element_size_bits.value_or(0));
  out.number(kMemorySpace, layout.memory_space);
  if (layout.physical_shape) out.bytes(kPhysicalShape, to_wire(*layout.physical_shape));
  out.number(kIndexType, number_of(layout.index_type));
  out.number(kPointerType, number_of(layout.pointer_type));
  out.number(kMetadataPrefixBytes, layout.dynamic_shape_metadata_prefix_bytes);
  out.number(kTailPadding, layout.tail_padding_alignment);
  for (const SplitConfig& split : layout.split_configs)
    out.bytes(kSplitConfigs, split_to_wire(split));
  return out.take();
}

std::string to_wire(const Shape& shape) {
  WireWriter out;
  out.number(kElementType, static_cast<std::int64_t>(shape.type));
  write_dimensions(shape, out);
  for (const Shape& element : shape.elements) out.bytes(kTupleShapes, to_wire(element));
  if (shape.layout) out.bytes(kLayout, to_wire(*shape.layout));
  write_dynamic(shape, out);
  return out.take();
}

Result<Layout> layout_from_wire(std::string_view bytes) {
  TILEGLOT_TRY_STATUS(check_length(bytes));
  Layout layout;
  TILEGLOT_TRY_STATUS(WireDecoder().layout(bytes, 0, layout));
  return layout;
}

Result<Shape> shape_from_wire(std::string_view bytes) {
  TILEGLOT_TRY_STATUS(check_length(bytes));
  Shape shape;
  TILEGLOT_TRY_STATUS(WireDecoder().shape(bytes, 0, shape));
  return shape;
}

}  // namespace tileglot::notation::xla
