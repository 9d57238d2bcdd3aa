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
#include "tileglot/notation/xla/bitcast/common_factors.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::bridge {
namespace {

namespace xla = notation::xla;
using core::Result;

/// The number of parts, and how many positions each owns.
struct Room {
  std::int64_t parts = 1;
  std::int64_t of_each = 0;
  friend bool operator==(const Room&, const Room&) = default;
};

Room room_of(const map::IndexMap& f) {
  return {f.codomain().size() == 1 ? 1 : f.codomain().front().extent, f.codomain().back().extent};
}

/// The row-major index of each coordinate of the domain. Precondition: it has elements.
Result<map::IndexMap> row_major_number(const map::IndexMap& f) {
  map::MapBuilder builder(f.domain());
  map::Value number = builder.constant(0);
  std::int64_t stride = 1;
  for (std::size_t k = f.rank(); k-- > 0;) {
    builder.add_to(number, builder.scale(builder.dim(k), stride));
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

Result<bool> same_addresses_by_map(const xla::Shape& a, const xla::Shape& b) {
  TILEGLOT_TRY_STATUS(check_sizes(a, b));
  TILEGLOT_TRY(left, to_map(a));
  TILEGLOT_TRY(right, to_map(b));
  if (left.size() == 0) return true;
  if (room_of(left) != room_of(right)) return false;
  if (right.rank() == 0) return true;
  TILEGLOT_TRY(number, row_major_number(left));
  TILEGLOT_TRY(read, map::compose(right, number));
  return map::is_equal(left, read);
}

}  // namespace tileglot::bridge
