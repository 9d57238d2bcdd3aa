// SPDX-License-Identifier: Apache-2.0
// Groups of devices, listed or in order.
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/detail/list.h"
#include "tileglot/hlo/text/detail/values.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

using core::Result;
using core::Status;

Result<std::vector<std::int64_t>> read_numbers(Cursor& cursor, char open, char close) {
  std::vector<std::int64_t> result;
  TILEGLOT_TRY_STATUS(read_list(cursor, open, close, [&]() -> Status {
    TILEGLOT_TRY(number, cursor.integer("an integer"));
    result.push_back(number);
    return {};
  }));
  return result;
}

Result<ReplicaGroups> read_listed(Cursor& cursor) {
  ListedGroups groups;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(group, read_numbers(cursor, '{', '}'));
    groups.push_back(std::move(group));
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_item));
  return ReplicaGroups(std::move(groups));
}

/// `[2,4]<=[4,2]T(1,0)`
Result<ReplicaGroups> read_ordered(Cursor& cursor) {
  const std::size_t begin = cursor.position();
  TILEGLOT_TRY(dims, read_numbers(cursor, '[', ']'));
  TILEGLOT_TRY_STATUS(cursor.expect("<=", "after the groups and their size"));
  notation::xla::IotaOrder order;
  TILEGLOT_TRY(reshape, read_numbers(cursor, '[', ']'));
  order.reshape_dims = std::move(reshape);
  order.permutation.resize(order.reshape_dims.size());
  std::iota(order.permutation.begin(), order.permutation.end(), 0);
  if (cursor.accept('T')) {
    TILEGLOT_TRY(permutation, read_numbers(cursor, '(', ')'));
    order.permutation = std::move(permutation);
  }
  auto tiles = notation::xla::iota_tiles(std::move(dims), order);
  if (tiles) return ReplicaGroups(std::move(*tiles));
  tiles.error()->span = cursor.span_from(begin);
  return core::fail(std::move(tiles).error());
}

}  // namespace

Result<ReplicaGroups> read_replica_groups(Cursor& cursor) {
  return cursor.peek() == '[' ? read_ordered(cursor) : read_listed(cursor);
}

}  // namespace tileglot::hlo
