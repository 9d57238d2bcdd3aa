// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/layout_preference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/layout_modes_to_shapes.h"
#include "tileglot/notation/xla/runtime/tpu_tiling.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

/// Whether devices hold different parts of a value, or of any leaf of a tuple.
bool is_tiled(const Sharding& sharding) {
  return sharding.kind == ShardingKind::kTiled || std::ranges::any_of(sharding.elements, is_tiled);
}

/// XLA copies the dynamic dimension flags of an array to a representation with the same bounds.
void copy_dynamic(const Shape& from, Shape& to) {
  if (!equal(from, to, kCompatible)) return;
  for (std::size_t d = 0; d < rank(to); ++d) to.dimensions[d].dynamic = from.dimensions[d].dynamic;
}

/// Walks a tuple and the shardings of its leaves together.
class LeafByLeaf {
 public:
  LeafByLeaf(const std::optional<Sharding>& sharding, FastMemory fast_memory,
             const Representation& representation)
      : sharding_(sharding), fast_memory_(fast_memory), representation_(representation) {}

  Result<Shape> of(const Shape& shape) {
    if (shape.type == PrimitiveType::kTuple) return tuple(shape);
    const auto sharding = next();
    if (!is_array(shape)) return shape;
    TILEGLOT_TRY(stored, stored_shape(representation_, shape, fast_memory_));
    TILEGLOT_TRY(rewritten, rewrite_layout_with_sharded_shape(sharding, fast_memory_,
                                                              representation_, stored));
    copy_dynamic(shape, rewritten);
    return std::move(rewritten);
  }

 private:
  Result<Shape> tuple(const Shape& shape) {
    Shape result = shape;
    for (Shape& element : result.elements) {
      TILEGLOT_TRY(represented, of(element));
      element = std::move(represented);
    }
    return result;
  }

  std::optional<Sharding> next() {
    if (!sharding_ || sharding_->kind != ShardingKind::kTuple) return sharding_;
    return sharding_->elements[leaf_++];
  }

  const std::optional<Sharding>& sharding_;
  FastMemory fast_memory_;
  const Representation& representation_;
  std::size_t leaf_ = 0;
};

core::Status check_leaves(const Shape& shape, const std::optional<Sharding>& sharding) {
  if (!sharding || sharding->kind != ShardingKind::kTuple) return {};
  const std::size_t leaves = tuple_leaf_count(shape);
  const bool empty = leaves == 0 && sharding->elements.size() <= 1;
  if (empty || leaves == sharding->elements.size()) return {};
  return fail(
      {.code = "xla.sharding_shape",
       .message = fmt::format("{} leaves and {} shardings", leaves, sharding->elements.size()),
       .help = "a tuple has a sharding for each array inside it, in order"});
}

}  // namespace

Representation row_major_representation() {
  return {.shape = [](const Shape& shape, FastMemory /*fast*/,
                      LayoutPreference /*preference*/) -> Result<Shape> {
    TILEGLOT_TRY(rows, row_major_shape(shape));
    if (is_sub_byte(rows.type)) rows.layout->element_size_bits = bit_width(rows.type);
    return std::move(rows);
  }};
}

Representation tpu_representation() {
  return {.preference = [](const Shape& /*shape*/) -> Result<LayoutPreference> {
            return LayoutPreference::kTpuCompactChunkPadded;
          },
          .shape = [](const Shape& shape, FastMemory /*fast*/,
                      LayoutPreference /*preference*/) -> Result<Shape> {
            TILEGLOT_TRY(rows, row_major_shape(shape));
            return with_tpu_tiling(rows, TpuTiling::kCompact);
          }};
}

Result<Shape> stored_shape(const Representation& representation, const Shape& shape,
                           FastMemory fast_memory) {
  LayoutPreference preference = LayoutPreference::kNone;
  if (representation.preference) {
    TILEGLOT_TRY(preferred, representation.preference(shape));
    preference = preferred;
  }
  if (!representation.shape) return shape;
  return representation.shape(shape, fast_memory, preference);
}

Result<Shape> rewrite_layout_with_sharded_shape(const std::optional<Sharding>& sharding,
                                                FastMemory fast_memory,
                                                const Representation& representation,
                                                const Shape& shape) {
  if (!sharding || !is_tiled(*sharding)) return shape;
  TILEGLOT_TRY(tile, tile_shape(*sharding, shape));
  TILEGLOT_TRY(stored, stored_shape(representation, tile, fast_memory));
  if (rank(stored) != rank(shape)) {
    return fail(
        {.code = "xla.sharding_shape",
         .message = fmt::format("the tile {} is stored as {}, whose layout has another rank",
                                print(tile), print(stored)),
         .help = "a representation keeps the rank of an array that is sharded"});
  }
  Shape result = shape;
  result.layout = stored.layout;
  return result;
}

Result<Shape> representation_with_sharding(const Shape& shape,
                                           const std::optional<Sharding>& sharding,
                                           FastMemory fast_memory,
                                           const Representation& representation) {
  TILEGLOT_TRY_STATUS(check_leaves(shape, sharding));
  return LeafByLeaf(sharding, fast_memory, representation).of(shape);
}

}  // namespace tileglot::notation::xla
