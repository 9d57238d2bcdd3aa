// SPDX-License-Identifier: Apache-2.0
// any_shape.cc: random shapes for laws.
#include "tileglot/notation/xla/shape/any_shape.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/any_permutation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

constexpr int kMaxDepth = 3;  // of nested tuples

/// Uniform in [low, high], independent of RapidCheck's current size; shrinks towards low.
std::int64_t between(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(1000, rc::gen::inRange<std::int64_t>(low, high + 1));
}

std::size_t up_to(std::size_t high) {
  return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(high)));
}

bool one_in(std::int64_t n) { return between(1, n) == n; }

PrimitiveType some_type(bool (*wanted)(PrimitiveType)) {
  std::vector<PrimitiveType> types;
  for (int i = 0; i < kPrimitiveTypeCount; ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    if (wanted(type)) types.push_back(type);
  }
  return types[up_to(types.size() - 1)];
}

std::vector<Dimension> some_dimensions(const ShapeOptions& options) {
  std::vector<Dimension> dimensions;
  std::int64_t room = options.max_elements;
  const bool may_be_empty = options.empty_arrays && one_in(3);
  for (std::size_t left = up_to(options.max_rank); left > 0; --left) {
    const std::int64_t low = may_be_empty && one_in(3) ? 0 : 1;
    const std::int64_t high = one_in(4) ? room : std::min<std::int64_t>(room, 9);
    const std::int64_t extent = low == 0 ? 0 : between(1, high);
    dimensions.push_back({.bound = extent, .dynamic = one_in(8)});
    room /= std::max<std::int64_t>(extent, 1);
  }
  std::reverse(dimensions.begin(), dimensions.end());
  return dimensions;
}

TileEntry some_entry(const ShapeOptions& options) {
  if (options.combine && one_in(5)) return kCombine;
  return one_in(5) ? between(1, 128) : between(1, 8);
}

Tile some_tile(const ShapeOptions& options, std::size_t max_entries) {
  Tile tile;
  for (std::size_t left = up_to(max_entries - 1); left > 0; --left) {
    tile.entries.push_back(some_entry(options));
  }
  tile.entries.emplace_back(between(1, one_in(4) ? 128 : 8));
  return tile;
}

/// Tries tiles in turn; one that would pad the array beyond the bound is dropped.
void draw_tiles(Shape& shape, const ShapeOptions& options) {
  auto& tiles = shape.layout->tiles;
  tiles.clear();
  for (std::size_t left = up_to(options.max_tiles); left > 0; --left) {
    tiles.push_back(some_tile(options, rank(shape) + 1 + tiles.size()));
    const auto evaluator = Evaluator::of(shape);
    if (!evaluator || evaluator->physical_size() > options.max_elements) tiles.pop_back();
  }
}

bool has_padding(const Shape& shape) {
  const auto evaluator = Evaluator::of(shape);
  return evaluator && evaluator->size() < evaluator->physical_size();
}

/// Tiles that divide their dimensions are drawn again for half of the arrays: layout bugs are in
/// the padding.
void add_tiles(Shape& shape, const ShapeOptions& options) {
  draw_tiles(shape, options);
  for (int left = one_in(2) ? 4 : 0; left > 0 && !has_padding(shape); --left)
    draw_tiles(shape, options);
}

SplitConfig some_split(const Shape& shape) {
  const std::size_t physical = up_to(rank(shape) - 1);
  const std::int64_t logical = shape.layout->minor_to_major[rank(shape) - 1 - physical];
  const std::int64_t extent = shape.dimensions[static_cast<std::size_t>(logical)].bound.value_or(9);
  const std::int64_t cut = between(0, extent);
  SplitConfig split{.dimension = static_cast<std::int64_t>(physical), .indices = {cut}};
  if (cut < extent && one_in(2)) split.indices.push_back(between(cut + 1, extent));
  return split;
}

std::int64_t some_element_size(PrimitiveType type) {
  const std::int64_t bits = core::bits(*element_type_of(type));
  if (one_in(5)) return 8 * between((bits + 7) / 8, 16);
  if (is_sub_byte(type)) return one_in(2) ? bits : 8;
  return between(1, bits);
}

void add_attributes(Shape& shape) {
  Layout& layout = *shape.layout;
  if (one_in(6)) layout.tail_padding_alignment = between(1, 512);
  if (one_in(6)) layout.element_size_bits = some_element_size(shape.type);
  if (one_in(6)) layout.memory_space = static_cast<std::int8_t>(between(0, 127));
  if (one_in(8) && rank(shape) > 0) layout.split_configs.push_back(some_split(shape));
  if (one_in(8)) layout.dynamic_shape_metadata_prefix_bytes = between(0, 64);
}

Shape some_array(const ShapeOptions& options) {
  Shape shape = {.type = some_type(is_element_type), .dimensions = some_dimensions(options)};
  shape.layout.emplace();
  const auto order = *core::any_permutation(static_cast<std::int64_t>(rank(shape)));
  shape.layout->minor_to_major.assign(order.begin(), order.end());
  add_tiles(shape, options);
  if (options.attributes) add_attributes(shape);
  return shape;
}

/// Half of them are arrays that the parser accepts and validation does not.
Shape some_loose_array() {
  Shape shape = some_array({.empty_arrays = true});
  if (one_in(2)) return shape;
  Layout& layout = *shape.layout;
  for (Dimension& dimension : shape.dimensions) {
    if (one_in(8)) dimension = {.bound = std::nullopt, .dynamic = true};
  }
  for (std::int64_t& entry : layout.minor_to_major) {
    if (one_in(12)) entry = between(-3, 9);
  }
  if (one_in(6)) layout.index_type = some_type(is_integral);
  if (one_in(6)) layout.pointer_type = some_type(is_integral);
  if (one_in(8)) layout.tiles.push_back({.entries = {kCombine}});
  if (one_in(8)) layout.tiles.push_back({.entries = {0, kCombine}});
  if (one_in(8)) layout.tiles.push_back({});
  if (one_in(8)) layout.element_size_bits = between(-8, -1);
  if (one_in(8)) layout.element_size_bits = between(1, one_in(2) ? 200 : 9);
  if (one_in(8)) layout.memory_space = static_cast<std::int8_t>(between(-128, 127));
  if (one_in(8)) layout.split_configs.push_back({.dimension = between(-2, 7), .indices = {}});
  if (one_in(8)) layout.split_configs.push_back({.indices = {between(0, 3), between(0, 3)}});
  return shape;
}

Shape some_shape(int depth);

Shape some_tuple(int depth) {
  Shape shape = {.type = PrimitiveType::kTuple};
  for (std::size_t left = up_to(7); left > 0; --left) {
    shape.elements.push_back(some_shape(depth + 1));
  }
  return shape;
}

/// Inside a tuple the parser validates, so arrays there are valid.
Shape some_printable_array(int depth) {
  return depth == 0 ? some_loose_array() : some_array({.empty_arrays = true});
}

Shape some_shape(int depth) {
  switch (between(0, depth < kMaxDepth ? 5 : 4)) {
    case 0: return {.type = PrimitiveType::kToken};
    case 1: return {.type = PrimitiveType::kOpaque};
    case 2: return {.type = PrimitiveType::kBuffer, .elements = {some_printable_array(depth)}};
    case 5: return some_tuple(depth);
    default: return some_printable_array(depth);
  }
}

}  // namespace

rc::Gen<Shape> any_shape(ShapeOptions options) {
  return rc::gen::exec([options] { return some_array(options); });
}

rc::Gen<Shape> any_printable_shape() {
  return rc::gen::exec([] { return some_shape(0); });
}

}  // namespace tileglot::notation::xla
