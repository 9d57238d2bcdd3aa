// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/xla_bitcast.h"

#include <cstddef>
#include <cstdint>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/array_bounds.h"
#include "tileglot/notation/xla/common_factors.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::bridge {
namespace {

namespace xla = notation::xla;
using core::Result;

/// The same array in one piece: a place for each part would make two values of one.
xla::Shape without_splits(const xla::Shape& array) {
  xla::Shape whole = array;
  if (whole.layout) whole.layout->split_configs.clear();
  return whole;
}

/// The row-major number of each coordinate of the domain, which has elements.
Result<map::IndexMap> row_major_number(const map::IndexMap& f) {
  map::MapBuilder builder(f.domain());
  map::Value number = builder.constant(0);
  std::int64_t stride = 1;
  for (std::size_t k = f.rank(); k-- > 0;) {
    number = builder.add(number, builder.scale(builder.dim(k), stride));
    stride *= f.extent(k);
  }
  return builder.finish(number, {{stride, "number"}});
}

core::Status check_sizes(const xla::Shape& a, const xla::Shape& b) {
  TILEGLOT_TRY(left, xla::array_bounds(a));
  TILEGLOT_TRY(right, xla::array_bounds(b));
  TILEGLOT_TRY_STATUS(xla::common_factors(left, right));
  return {};
}

}  // namespace

Result<bool> same_places_by_map(const xla::Shape& a, const xla::Shape& b) {
  TILEGLOT_TRY_STATUS(check_sizes(a, b));
  TILEGLOT_TRY(left, to_map(without_splits(a)));
  TILEGLOT_TRY(right, to_map(without_splits(b)));
  if (left.size() == 0) return true;
  if (left.codomain_size() != right.codomain_size()) return false;
  if (right.rank() == 0) return true;
  TILEGLOT_TRY(number, row_major_number(left));
  TILEGLOT_TRY(read, map::compose(right, number));
  return map::is_equal(left, read);
}

}  // namespace tileglot::bridge
