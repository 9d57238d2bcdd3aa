// SPDX-License-Identifier: Apache-2.0
// Groups of devices: listed, in order, or along the axes of a mesh.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/replica_groups.h"
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

/// Adds the place to the error of a check that does not know it.
template <class T>
Result<T> at(core::Span place, Result<T> checked) {
  if (!checked && !checked.error()->span) checked.error()->span = place;
  return checked;
}

/// `[4,2]T(1,0)`: an order of 0..n-1.
Result<notation::xla::IotaOrder> read_order(Cursor& cursor) {
  notation::xla::IotaOrder order;
  TILEGLOT_TRY(reshape, read_numbers(cursor, '[', ']'));
  order.reshape_dims = std::move(reshape);
  order.permutation.resize(order.reshape_dims.size());
  std::iota(order.permutation.begin(), order.permutation.end(), 0);
  if (cursor.accept('T')) {
    TILEGLOT_TRY(permutation, read_numbers(cursor, '(', ')'));
    order.permutation = std::move(permutation);
  }
  return order;
}

/// `[2,4]<=[4,2]T(1,0)`
Result<ReplicaGroups> read_ordered(Cursor& cursor) {
  const std::size_t begin = cursor.position();
  TILEGLOT_TRY(dims, read_numbers(cursor, '[', ']'));
  if (dims.size() != 2) {
    return core::fail({.code = "xla.tiles",
                       .message = fmt::format("groups of devices are a grid of two dimensions, "
                                              "groups and their size, and this one has {}",
                                              dims.size()),
                       .span = cursor.span_from(begin),
                       .help = "write [groups,size]<=[devices]"});
  }
  TILEGLOT_TRY_STATUS(cursor.expect("<=", "after the groups and their size"));
  TILEGLOT_TRY(order, read_order(cursor));
  auto made = notation::xla::iota_tiles(std::move(dims), order);
  TILEGLOT_TRY(tiles, at(cursor.span_from(begin), std::move(made)));
  return ReplicaGroups(std::move(tiles));
}

/// `mesh['a'=4,'b'=2], device_ids=([4,2]T(1,0)) {'a','b':(1)2}`
class MeshReader {
 public:
  explicit MeshReader(Cursor& cursor) : cursor_(cursor), begin_(cursor.position()) {}

  Result<ReplicaGroups> read() {
    TILEGLOT_TRY_STATUS(cursor_.expect("mesh", "before the axes of a mesh"));
    TILEGLOT_TRY_STATUS(axes());
    TILEGLOT_TRY_STATUS(devices());
    TILEGLOT_TRY_STATUS(read_list(cursor_, '{', '}', [this] { return along(); }));
    auto status = check_mesh(groups_);
    if (status) return ReplicaGroups(std::move(groups_));
    status.error()->span = cursor_.span_from(begin_);
    return core::fail(std::move(status).error());
  }

 private:
  Result<std::string> name() {
    TILEGLOT_TRY(quoted, cursor_.quoted());
    return from_quoted(quoted);
  }

  Status axes() {
    TILEGLOT_TRY_STATUS(read_list(cursor_, '[', ']', [this]() -> Status {
      TILEGLOT_TRY(axis, name());
      TILEGLOT_TRY_STATUS(cursor_.expect('=', "between an axis and its size"));
      TILEGLOT_TRY(size, cursor_.integer("the size of an axis"));
      groups_.names.push_back(std::move(axis));
      sizes_.push_back(size);
      return {};
    }));
    if (!sizes_.empty()) return {};
    return core::fail({.code = "hlo.mesh",
                       .message = "the mesh has no axes",
                       .span = cursor_.span_from(begin_),
                       .help = "name at least one: mesh['x'=8] {'x'}"});
  }

  /// The order is optional: without it devices are 0..n-1.
  Status devices() {
    const bool more = cursor_.accept(',');
    const bool stated = more && cursor_.peek_word() == "device_ids";
    auto made = stated ? stated_devices() : plain_devices();
    TILEGLOT_TRY(tiles, at(cursor_.span_from(begin_), std::move(made)));
    groups_.devices = std::move(tiles);
    return {};
  }

  Result<notation::xla::TileAssignment> plain_devices() {
    std::int64_t count = 1;
    for (const std::int64_t size : sizes_) {
      if (size < 1 || !core::multiply_fits(count, size, count)) count = 1;
    }
    return notation::xla::iota_tiles(sizes_, {.reshape_dims = {count}, .permutation = {0}});
  }

  Result<notation::xla::TileAssignment> stated_devices() {
    cursor_.attribute_name();
    const std::size_t begin = cursor_.here().begin;
    cursor_.accept('(');
    if (cursor_.peek() == '[') {
      TILEGLOT_TRY(order, read_order(cursor_));
      TILEGLOT_TRY_STATUS(cursor_.expect(')', "after the devices of a mesh"));
      return notation::xla::iota_tiles(sizes_, order);
    }
    cursor_.move_to(begin);
    TILEGLOT_TRY(listed, read_numbers(cursor_, '(', ')'));
    TILEGLOT_TRY_STATUS(check_listed(listed, begin));
    return notation::xla::listed_tiles(sizes_, std::move(listed));
  }

  /// Each of 0..n-1 once.
  Status check_listed(std::vector<std::int64_t> listed, std::size_t begin) {
    std::sort(listed.begin(), listed.end());
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (listed[i] == static_cast<std::int64_t>(i)) continue;
      return core::fail({.code = "xla.devices",
                         .message = fmt::format("the {} devices of a mesh are 0 to {}, each once; "
                                                "{} is missing",
                                                listed.size(), listed.size() - 1, i),
                         .span = cursor_.span_from(begin)});
    }
    return {};
  }

  /// `'a'`, or `'a':(2)2`; an axis may be called by its number.
  Status along() {
    const std::size_t begin = cursor_.here().begin;
    TILEGLOT_TRY(axis, name());
    const std::optional<std::size_t> found = axis_called(axis);
    if (!found) {
      const std::vector<std::string_view> names(groups_.names.begin(), groups_.names.end());
      return core::fail({.code = "hlo.mesh",
                         .message = fmt::format("the mesh has no axis {}", core::printable(axis)),
                         .span = cursor_.span_from(begin),
                         .help = core::did_you_mean(axis, names)});
    }
    AxisRef ref{.axis = *found};
    if (cursor_.accept(':')) {
      TILEGLOT_TRY_STATUS(cursor_.expect('(', "before the blocks of a part, as in 'a':(2)4"));
      TILEGLOT_TRY(blocks, cursor_.integer("the blocks before a part"));
      TILEGLOT_TRY_STATUS(cursor_.expect(')', "after the blocks of a part"));
      TILEGLOT_TRY(size, cursor_.integer("the size of a part"));
      ref.part = AxisPart{.blocks = blocks, .size = size};
    }
    groups_.along.push_back(ref);
    return {};
  }

  std::optional<std::size_t> axis_called(std::string_view name) const {
    const auto found = std::find(groups_.names.begin(), groups_.names.end(), name);
    if (found != groups_.names.end()) {
      return static_cast<std::size_t>(found - groups_.names.begin());
    }
    std::size_t number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = read.ec == std::errc{} && read.ptr == name.data() + name.size();
    return whole && number < groups_.names.size() ? std::optional(number) : std::nullopt;
  }

  Cursor& cursor_;
  std::size_t begin_;
  MeshGroups groups_ = {};
  std::vector<std::int64_t> sizes_ = {};
};

}  // namespace

Result<ReplicaGroups> read_replica_groups(Cursor& cursor) {
  if (cursor.peek() == '[') return read_ordered(cursor);
  return cursor.peek_word() == "mesh" ? MeshReader(cursor).read() : read_listed(cursor);
}

}  // namespace tileglot::hlo
