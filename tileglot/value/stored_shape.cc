// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/stored_shape.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::value {
namespace {

namespace xla = notation::xla;

/// D after the last tile, if every position is in it, none is tail padding, and the file format can
/// express it.
std::optional<Extents> physical_shape(const xla::Shape& shape, std::int64_t codomain_size,
                                      std::size_t highest_rank) {
  const auto evaluator = xla::Evaluator::of(shape);
  if (!evaluator || xla::has_splits(shape)) return std::nullopt;
  const auto extents = evaluator->physical_extents();
  if (xla::element_count(extents) != codomain_size) return std::nullopt;
  if (extents.size() > highest_rank) return std::nullopt;
  return Extents(extents.begin(), extents.end());
}

}  // namespace

Extents stored_shape(const bridge::AnyLayout& layout, const map::IndexMap& map,
                     std::size_t highest_rank) {
  const std::int64_t size = map.codomain_size();
  std::optional<Extents> shape;
  if (const auto* described = std::get_if<xla::Shape>(&layout)) {
    shape = physical_shape(*described, size, highest_rank);
  } else if (const auto same = bridge::to_xla(map, xla::PrimitiveType::kU8)) {
    shape = physical_shape(*same, size, highest_rank);  // the type does not matter to a shape
  }
  return shape.value_or(Extents{size});
}

Extents packed_shape(Extents shape, std::int64_t together) {
  if (together == 1) return shape;
  // Trailing dimensions of 1, as of a tile (8,1), do not change which elements are neighbours.
  const auto last =
      std::ranges::find_if(shape.rbegin(), shape.rend(), [](auto n) { return n != 1; });
  if (last != shape.rend() && *last % together == 0) {
    *last /= together;
    return shape;
  }
  // Without elements the other extents may be too large to multiply.
  if (std::ranges::find(shape, 0) != shape.end()) return {0};
  const std::int64_t elements =
      std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
  return {elements / together};
}

}  // namespace tileglot::value
