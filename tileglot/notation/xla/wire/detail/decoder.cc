// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/detail/decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/wire/detail/fields.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::notation::xla {

namespace {

using core::fail;
using core::Status;

tl::unexpected<core::Error> bad_value(std::string_view what, std::int64_t value) {
  return fail({.code = "wire.value",
               .message = fmt::format("{} is {}", what, value),
               .help = "no layout or shape has such a number: the message is of another kind, or "
                       "damaged"});
}

tl::unexpected<core::Error> bad_shape(std::string message) {
  return fail({.code = "wire.shape", .message = std::move(message)});
}

/// A field of another kind is treated as unknown; the last of several counts.
Status set_number(const WireField& field, std::int64_t& out) {
  if (field.kind == WireKind::kNumber) out = field.value;
  return {};
}

Status set_type(const WireField& field, std::string_view what, std::optional<PrimitiveType>& out) {
  if (field.kind != WireKind::kNumber) return {};
  if (field.value < 0 || field.value >= kPrimitiveTypeCount) return bad_value(what, field.value);
  out = field.value == 0 ? std::nullopt : std::optional(static_cast<PrimitiveType>(field.value));
  return {};
}

/// -2^63 is `?`, which is dynamic; other sizes are 0 or more.
Status set_dimensions(Shape& out, std::span<const std::int64_t> flags) {
  if (!flags.empty() && flags.size() != out.dimensions.size()) {
    return bad_shape(fmt::format("{} dimensions, and {} flags that say which are dynamic",
                                 out.dimensions.size(), flags.size()));
  }
  for (std::size_t i = 0; i < out.dimensions.size(); ++i) {
    Dimension& dimension = out.dimensions[i];
    dimension.dynamic = !flags.empty() && flags[i] != 0;
    if (dimension.bound == kNoSize && dimension.dynamic) dimension.bound.reset();
    if (dimension.bound.value_or(0) < 0) return bad_value("a dimension", *dimension.bound);
  }
  return {};
}

/// Checks which parts each kind of shape must and must not have.
Status check_parts(const Shape& shape) {
  const bool is_tuple = shape.type == PrimitiveType::kTuple;
  const bool is_buffer = shape.type == PrimitiveType::kBuffer;
  const auto of = name_of(shape.type);
  if (!is_array(shape) && shape.layout) return bad_shape(fmt::format("a {} with a layout", of));
  if (!is_array(shape) && !shape.dimensions.empty())
    return bad_shape(fmt::format("a {} with dimensions", of));
  if (is_buffer && (shape.elements.size() != 1 || !is_array(shape.elements[0])))
    return bad_shape("a buffer holds one array");
  if (!is_tuple && !is_buffer && !shape.elements.empty())
    return bad_shape(fmt::format("a {} with elements", of));
  if (shape.layout && shape.layout->minor_to_major.size() != rank(shape)) {
    return bad_shape(fmt::format("{} dimensions, and {} in the layout", rank(shape),
                                 shape.layout->minor_to_major.size()));
  }
  return {};
}

}  // namespace

Status check_count(std::string_view what, std::size_t count, std::size_t limit) {
  if (count <= limit) return {};
  return fail({.code = "xla.limit",
               .message = fmt::format("more than {} {}", limit, what),
               .help = "no XLA shape in use comes near this limit"});
}

Status WireDecoder::tile(const WireField& field, Layout& out) {
  if (field.kind != WireKind::kBytes) return {};
  TILEGLOT_TRY_STATUS(check_count("tiles", out.tiles.size() + 1, kMaxTiles));
  Tile& tile = out.tiles.emplace_back();
  WireReader reader(field.bytes, field.begin);
  std::vector<std::int64_t> sizes;
  while (!reader.at_end()) {
    TILEGLOT_TRY(inner, reader.next());
    if (inner && inner->number == kTileDimensions)
      TILEGLOT_TRY_STATUS(append_numbers(*inner, sizes));
  }
  TILEGLOT_TRY_STATUS(check_count("entries of a tile", sizes.size(), kMaxTileEntries));
  for (const std::int64_t size : sizes) {
    if (size < 0 && size != kNoSize) return bad_value("the size of a tile", size);
    tile.entries.push_back(size == kNoSize ? kCombine : TileEntry(size));
  }
  return {};
}

Status WireDecoder::split(const WireField& field, Layout& out) {
  if (field.kind != WireKind::kBytes) return {};
  SplitConfig& split = out.split_configs.emplace_back();
  TILEGLOT_TRY_STATUS(check_count("splits", out.split_configs.size(), kMaxRank));
  WireReader reader(field.bytes, field.begin);
  while (!reader.at_end()) {
    TILEGLOT_TRY(inner, reader.next());
    if (!inner) break;
    if (inner->number == kSplitDimension) TILEGLOT_TRY_STATUS(set_number(*inner, split.dimension));
    if (inner->number == kSplitIndices) TILEGLOT_TRY_STATUS(append_numbers(*inner, split.indices));
  }
  return {};
}

Status WireDecoder::physical_shape(const WireField& field, Layout& out) {
  if (field.kind != WireKind::kBytes) return {};
  auto shape = std::make_shared<Shape>(out.physical_shape ? *out.physical_shape : Shape{});
  TILEGLOT_TRY_STATUS(this->shape(field.bytes, field.begin, *shape));
  out.physical_shape = std::move(shape);
  return {};
}

Status WireDecoder::layout_field(const WireField& field, Layout& out) {
  std::int64_t number = 0;
  switch (field.number) {
    case kMinorToMajor: return append_numbers(field, out.minor_to_major);
    case kTiles: return tile(field, out);
    case kPhysicalShape: return physical_shape(field, out);
    case kIndexType: return set_type(field, "the type of an index", out.index_type);
    case kPointerType: return set_type(field, "the type of a pointer", out.pointer_type);
    case kMetadataPrefixBytes: return set_number(field, out.dynamic_shape_metadata_prefix_bytes);
    case kSplitConfigs: return split(field, out);
    case kElementSizeInBits:
      TILEGLOT_TRY_STATUS(set_number(field, number));
      out.element_size_bits = number == 0 ? std::nullopt : std::optional(number);
      return {};
    case kTailPadding:
      TILEGLOT_TRY_STATUS(set_number(field, number));
      if (number < 0) return bad_value("the tail padding", number);
      out.tail_padding_alignment = std::max<std::int64_t>(number, 1);
      return {};
    case kMemorySpace:
      TILEGLOT_TRY_STATUS(set_number(field, number));
      if (!std::in_range<std::int8_t>(number)) return bad_value("the memory space", number);
      out.memory_space = static_cast<std::int8_t>(number);
      return {};
    default: return {};
  }
}

Status WireDecoder::layout(std::string_view bytes, std::size_t begin, Layout& out) {
  WireReader reader(bytes, begin);
  while (!reader.at_end()) {
    TILEGLOT_TRY(field, reader.next());
    if (field) TILEGLOT_TRY_STATUS(layout_field(*field, out));
  }
  return check_count("entries of minor_to_major", out.minor_to_major.size(), kMaxRank);
}

Status WireDecoder::element(const WireField& field, Shape& out) {
  if (field.kind != WireKind::kBytes) return {};
  return shape(field.bytes, field.begin, out.elements.emplace_back());
}

Status WireDecoder::shape_field(const WireField& field, Shape& out,
                                std::vector<std::int64_t>& flags) {
  std::optional<PrimitiveType> type = out.type;
  std::vector<std::int64_t> bounds;
  switch (field.number) {
    case kElementType:
      TILEGLOT_TRY_STATUS(set_type(field, "the type of a shape", type));
      out.type = type.value_or(PrimitiveType::kInvalid);
      return {};
    case kDimensions:
      TILEGLOT_TRY_STATUS(append_numbers(field, bounds));
      for (const std::int64_t bound : bounds) out.dimensions.push_back({.bound = bound});
      return {};
    case kTupleShapes: return element(field, out);
    case kLayout:
      if (field.kind != WireKind::kBytes) return {};
      if (!out.layout) out.layout.emplace();
      return layout(field.bytes, field.begin, *out.layout);
    case kIsDynamic: return append_numbers(field, flags);
    default: return {};
  }
}

Status WireDecoder::shape(std::string_view bytes, std::size_t begin, Shape& out) {
  TILEGLOT_TRY_STATUS(check_count("shapes inside one another", ++depth_, kMaxDepth));
  TILEGLOT_TRY_STATUS(check_count("shapes", ++shapes_, kMaxShapes));
  WireReader reader(bytes, begin);
  std::vector<std::int64_t> flags;
  while (!reader.at_end()) {
    TILEGLOT_TRY(field, reader.next());
    if (field) TILEGLOT_TRY_STATUS(shape_field(*field, out, flags));
  }
  --depth_;
  TILEGLOT_TRY_STATUS(check_count("dimensions", rank(out), kMaxRank));
  TILEGLOT_TRY_STATUS(set_dimensions(out, flags));
  return check_parts(out);
}

}  // namespace tileglot::notation::xla
