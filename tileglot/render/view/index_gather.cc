// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/index_gather.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/coordinates.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

core::Error bad_gather(std::string message, std::string witness) {
  return {{.code = "show.gather",
           .message = std::move(message),
           .help = "a gather takes each index once, in all its shifts together",
           .witness = std::move(witness)}};
}

/// For each index of the domain, the number of the shift that takes it.
using Shifts = std::vector<std::optional<std::int64_t>>;

core::Status take(Shifts& taken, std::int64_t index, std::int64_t number) {
  const auto size = static_cast<std::int64_t>(taken.size());
  if (index < 0)
    return core::fail(
        bad_gather("a gather begins at index 0 or later", fmt::format("it takes {}", index)));
  // The last shifts may reach beyond the layout.
  if (index >= size) {
    if (number > 0) return {};
    return core::fail(
        bad_gather(fmt::format("the gather leaves the {} elements of the layout", size),
                   fmt::format("it takes index {}", index)));
  }
  std::optional<std::int64_t>& place = taken[static_cast<std::size_t>(index)];
  if (place) {
    return core::fail(
        bad_gather("the gather takes an element twice",
                   fmt::format("index {} in shifts {} and {}", index, *place, number)));
  }
  place = number;
  return {};
}

core::Result<Shifts> shifts_of(std::int64_t size, const Gather& gather) {
  if (core::saturating_mul(gather.indices.size(), gather.shifts.size()) > 2 * kMostGathered) {
    return core::fail(bad_gather(
        "the gather and its shifts take more elements than there are",
        fmt::format("{} x {} against {}", gather.indices.size(), gather.shifts.size(), size)));
  }
  Shifts taken(static_cast<std::size_t>(size));
  std::int64_t number = 0;
  core::Status status;
  for_each_coordinate(gather.shifts.domain(), [&](const map::Coordinate& j) {
    for_each_coordinate(gather.indices.domain(), [&](const map::Coordinate& i) {
      if (status) status = take(taken, gather.indices(i) + gather.shifts(j), number);
    });
    ++number;
  });
  if (!status) return core::fail(std::move(status).error());
  return taken;
}

std::int64_t index_of(const map::Coordinate& x, std::span<const map::Dim> domain,
                      bool first_fastest) {
  std::int64_t index = 0;
  for (std::size_t i = 0; i < domain.size(); ++i) {
    const std::size_t k = first_fastest ? domain.size() - 1 - i : i;
    index = index * domain[k].extent + x[k];
  }
  return index;
}

}  // namespace

void label_shifts(std::vector<Panel>& panels) {
  for (Panel& panel : panels) {
    for (Cell& cell : panel.cells) {
      if (cell.kind != CellKind::kPadding) cell.label += fmt::format("\ns{}", cell.tile);
    }
  }
}

core::Status mark_gather(std::vector<Panel>& panels, std::span<const map::Dim> domain,
                         bool first_fastest, const Gather& gather) {
  std::int64_t size = 1;
  for (const map::Dim& dim : domain) size *= dim.extent;
  TILEGLOT_TRY(shifts, shifts_of(size, gather));
  for (Panel& panel : panels) {
    for (Cell& cell : panel.cells) {
      if (cell.kind == CellKind::kPadding) continue;
      const std::int64_t index = index_of(cell.coordinate, domain, first_fastest);
      const auto shift = shifts[static_cast<std::size_t>(index)];
      cell.tile = shift.value_or(0);
      if (shift == 0) cell.kind = CellKind::kSelected;
    }
  }
  return {};
}

}  // namespace tileglot::render
