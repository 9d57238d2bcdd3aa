// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/asked.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reshard/reshard.h"
#include "tileglot/api/reshard/unread_options.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/validate.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/words.h"
#include "tileglot/relayout/reshard/array.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using relayout::reshard::TileLayout;

core::Result<std::vector<std::int64_t>> extents_of(const xla::Shape& shape, std::string_view text) {
  std::vector<std::int64_t> extents;
  for (const xla::Dimension& dimension : shape.dimensions) {
    if (dimension.bound && !dimension.dynamic) {
      extents.push_back(*dimension.bound);
      continue;
    }
    return core::fail({.code = "reshard.layout",
                       .message = fmt::format("{} has a dimension that is not fixed", text),
                       .help = "write every extent as a number, such as f32[8,6]"});
  }
  return extents;
}

core::Result<xla::Shape> read_array(std::string_view text) {
  TILEGLOT_TRY(shape, core::with_line(xla::parse_shape(text), text));
  if (xla::is_array(shape)) return std::move(shape);
  return core::fail({.code = "reshard.layout",
                     .message = fmt::format("{} is not an array", text),
                     .help = "write the type and the extents, such as f32[8,6]"});
}

core::Result<std::optional<notation::mesh::Mesh>> read_mesh(const std::string& text) {
  if (text.empty()) return std::optional<notation::mesh::Mesh>();
  TILEGLOT_TRY(mesh, core::with_line(notation::mesh::parse_mesh(text), text));
  return std::optional(std::move(mesh));
}

/// The layout of the whole array, taken for its tiles; splits would be tiles of their own.
core::Result<TileLayout> layout_of_tiles(const xla::Shape& shape, const xla::Layout& layout) {
  if (!layout.split_configs.empty()) {
    return core::fail({.code = "reshard.layout",
                       .message = "a layout with splits cuts the array itself",
                       .help = "leave SC(..) out; --from and --to say how the array is cut"});
  }
  return TileLayout([type = shape.type,
                     layout](std::span<const std::int64_t> extents) -> core::Result<map::IndexMap> {
    xla::Shape tile;
    tile.type = type;
    for (const std::int64_t extent : extents) tile.dimensions.push_back({extent, false});
    tile.layout = layout;
    return bridge::to_map(tile);
  });
}

/// The array as the target stores it; elements have one size on both sides.
core::Result<xla::Shape> target_shape(const ReshardRequest& request, xla::Shape shape) {
  if (request.to_layout.empty()) return shape;
  const std::int64_t bits = xla::element_size_bits(shape);
  TILEGLOT_TRY(layout, core::with_line(xla::parse_layout(request.to_layout), request.to_layout));
  shape.layout = std::move(layout);
  if (auto status = xla::validate(shape); !status) {
    status.error()->message = fmt::format("--to-layout: {}", status.error()->message);
    return core::fail(std::move(status).error());
  }
  if (xla::element_size_bits(shape) == bits) return shape;
  return core::fail(
      {.code = "reshard.layout",
       .message = fmt::format("elements have {} bits at the source and {} at the "
                              "target",
                              bits, xla::element_size_bits(shape)),
       .help = fmt::format("write E({}) in --to-layout, or the same E(..) in both layouts", bits)});
}

core::Status check_element_size(const xla::Shape& shape) {
  const std::int64_t bits = xla::element_size_bits(shape);
  if (bits >= xla::bit_width(shape.type)) return {};
  return core::fail(
      {.code = "reshard.layout",
       .message = fmt::format("E({}) has no room for elements of {} bits", bits,
                              xla::bit_width(shape.type)),
       .help = fmt::format("leave E({}) out, or write E({})", bits, xla::bit_width(shape.type))});
}

/// The target's ranks numbered from `first` on.
core::Result<placement::Side> shifted(placement::Side side, std::int64_t first) {
  if (first == 0) return side;
  TILEGLOT_TRY(places, placement::Places::of_digits({{side.end(), 1}}, first));
  return side.renamed(places);
}

core::Result<placement::Side> read_side(const std::string& text, const std::string& mesh_text,
                                        std::span<const std::int64_t> extents,
                                        std::optional<std::int64_t> ranks) {
  TILEGLOT_TRY(mesh, read_mesh(mesh_text));
  TILEGLOT_TRY(spread, placement::read_spread(text, extents, {std::move(mesh), ranks}));
  return placement::Side(std::move(spread));
}

}  // namespace

core::Result<Asked> asked_array(const ReshardRequest& request) {
  TILEGLOT_TRY(shape, read_array(request.shape));
  TILEGLOT_TRY(extents, extents_of(shape, request.shape));
  TILEGLOT_TRY(source, read_side(request.from, request.mesh, extents, request.ranks));
  const std::string& to_mesh = request.to_mesh.empty() ? request.mesh : request.to_mesh;
  TILEGLOT_TRY(target, read_side(request.to, to_mesh, extents, request.ranks));
  TILEGLOT_TRY_STATUS(check_options(request, source, target));
  TILEGLOT_TRY(moved, shifted(std::move(target), request.to_first));
  TILEGLOT_TRY_STATUS(check_element_size(shape));
  TILEGLOT_TRY(to_shape, target_shape(request, shape));
  TILEGLOT_TRY(from_tiles, layout_of_tiles(shape, xla::layout_or_default(shape)));
  TILEGLOT_TRY(to_tiles, layout_of_tiles(shape, xla::layout_or_default(to_shape)));
  const auto bits = static_cast<int>(xla::element_size_bits(shape));
  return Asked{shape,
               {.element_bits = bits,
                .source = std::move(source),
                .target = std::move(moved),
                .source_layout = std::move(from_tiles),
                .target_layout = std::move(to_tiles)}};
}

}  // namespace tileglot::api
