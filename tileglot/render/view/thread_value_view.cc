// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/thread_value_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/coordinates.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/grid_view.h"

namespace tileglot::render {
namespace {

constexpr std::int64_t kLanesOfAWarp = 32;

std::int64_t part(const map::Coordinate& x, const std::optional<std::size_t>& role) {
  return role ? x[*role] : 0;
}

ThreadValue thread_value_at(const map::Coordinate& x, const ThreadValueMap& thread_values) {
  const Roles& roles = thread_values.roles;
  ThreadValue tv{.reg = part(x, roles.reg),
                 .lane = part(x, roles.lane),
                 .warp = part(x, roles.warp),
                 .block = part(x, roles.block)};
  if (thread_values.lanes != nullptr) tv.lane = (*thread_values.lanes)(std::vector{tv.lane});
  if (!roles.warp) {
    tv.thread = tv.lane;
    tv.warp = tv.lane / kLanesOfAWarp;
    tv.lane %= kLanesOfAWarp;
  } else {
    const std::int64_t lanes = roles.lane ? thread_values.map.extent(*roles.lane) : 1;
    tv.thread = tv.warp * lanes + tv.lane;
  }
  return tv;
}

core::Status check_size(const map::IndexMap& map) {
  if (map.size() <= kMostRegisters) return {};
  return core::fail(
      {.code = "render.too_many_places",
       .message = fmt::format("all threads have {} registers, more than the {} that are searched",
                              map.size(), kMostRegisters),
       .help = "--hw draws what threads hold, without a search"});
}

using Wanted = std::unordered_multimap<std::int64_t, Cell*>;

Wanted cells_by_element(std::vector<Panel>& panels) {
  Wanted cells;
  for (Panel& panel : panels) {
    for (Cell& cell : panel.cells) {
      if (cell.offset) cells.emplace(*cell.offset, &cell);
    }
  }
  return cells;
}

CellKind kind_of(const Cell& cell) {
  if (cell.thread_values.empty()) return CellKind::kHole;
  return cell.thread_values.size() > 1 ? CellKind::kAlias : CellKind::kData;
}

/// True if the tensor has the element.
bool has_element(std::int64_t element, const Tensor& tensor) {
  std::int64_t size = 1;
  for (const map::Dim& dim : tensor.dims) size = core::saturating_mul(size, dim.extent);
  return element >= 0 && element < size;
}

map::Coordinate element_at(std::int64_t element, const Tensor& tensor) {
  if (!tensor.first_fastest) return coordinate_of(element, tensor.dims);
  std::vector<map::Dim> turned(tensor.dims.rbegin(), tensor.dims.rend());
  map::Coordinate x = coordinate_of(element, turned);
  std::ranges::reverse(x);
  return x;
}

/// One panel per warp and block, rows of threads, columns of values.
Fold fold_of(const Roles& roles, std::size_t rank) {
  Fold fold;
  for (const auto& role : {roles.block, roles.warp}) {
    if (role) fold.slices.push_back(*role);
  }
  for (std::size_t k = 0; k < rank; ++k) {
    if (k != roles.block && k != roles.warp && k != roles.lane && k != roles.reg)
      fold.slices.push_back(k);
  }
  if (roles.lane) fold.rows.push_back(*roles.lane);
  if (roles.reg) fold.columns.push_back(*roles.reg);
  return fold;
}

}  // namespace

core::Status add_thread_values(std::vector<Panel>& panels, const ThreadValueMap& thread_values) {
  TILEGLOT_TRY_STATUS(check_size(thread_values.map));
  const Wanted cells = cells_by_element(panels);
  for_each_coordinate(thread_values.map.domain(), [&](const map::Coordinate& x) {
    const auto [first, last] = cells.equal_range(thread_values.map(x));
    for (auto cell = first; cell != last; ++cell)
      cell->second->thread_values.push_back(thread_value_at(x, thread_values));
  });
  for (Panel& panel : panels) {
    for (Cell& cell : panel.cells) cell.kind = kind_of(cell);
  }
  return {};
}

core::Result<GridView> hardware_view(const ThreadValueMap& thread_values, const Tensor& tensor,
                                     GridOptions options) {
  if (!options.fold) options.fold = fold_of(thread_values.roles, thread_values.map.rank());
  const Subject subject{thread_values.map, thread_values.map, Boundaries(thread_values.map.rank())};
  TILEGLOT_TRY(view, grid_view(subject, options));
  for (Panel& panel : view.panels) {
    for (Cell& cell : panel.cells) {
      cell.thread_values = {thread_value_at(cell.coordinate, thread_values)};
      const bool is_inside = has_element(*cell.offset, tensor);
      if (!is_inside) cell.kind = CellKind::kPadding;
      cell.coordinate = is_inside ? element_at(*cell.offset, tensor) : map::Coordinate{};
    }
  }
  return std::move(view);
}

}  // namespace tileglot::render
