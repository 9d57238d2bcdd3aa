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
#include "tileglot/notation/xla/size/array_size.h"
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

Result<Room> room_of(const xla::Shape& array, const map::IndexMap& f) {
  TILEGLOT_TRY(owned, xla::owned_elements(array));
  return Room{f.codomain().size() == 1 ? 1 : f.codomain().front().extent, owned};
}

/// The same offsets with the parts spaced by what each owns, so that one number is one address.
Result<map::IndexMap> with_room(const map::IndexMap& f, const Room& room) {
  const std::int64_t used = f.codomain().back().extent;
  if (room.parts == 1 || room.of_each == used) return f;
  map::MapBuilder builder(map::dims_of({f.codomain_size()}));
  const map::Value part = builder.floor_div(builder.dim(0), used);
  const map::Value place = builder.add(builder.dim(0), builder.scale(part, room.of_each - used));
  TILEGLOT_TRY(spread, builder.finish(place, {{room.parts}, {room.of_each}}));
  return map::compose(spread, f);
}

/// The row-major index of each coordinate of the domain. Precondition: it has elements.
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

Result<bool> same_addresses_by_map(const xla::Shape& a, const xla::Shape& b) {
  TILEGLOT_TRY_STATUS(check_sizes(a, b));
  TILEGLOT_TRY(left, to_map(a));
  TILEGLOT_TRY(right, to_map(b));
  if (left.size() == 0) return true;
  TILEGLOT_TRY(room, room_of(a, left));
  TILEGLOT_TRY(room_of_b, room_of(b, right));
  if (room != room_of_b) return false;
  if (right.rank() == 0) return true;
  TILEGLOT_TRY(places, with_room(left, room));
  TILEGLOT_TRY(places_of_b, with_room(right, room));
  TILEGLOT_TRY(number, row_major_number(left));
  TILEGLOT_TRY(read, map::compose(places_of_b, number));
  return map::is_equal(places, read);
}

}  // namespace tileglot::bridge
