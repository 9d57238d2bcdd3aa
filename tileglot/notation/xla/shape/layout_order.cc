// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/layout_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Permutation;
using core::Result;
using core::Status;

core::Error no_dimension(const Layout& layout, std::int64_t number) {
  return {{.code = "xla.no_dimension",
           .message = fmt::format("{} has no dimension {}", print(layout), number),
           .help = layout.minor_to_major.empty()
                       ? "the layout of a scalar has none"
                       : fmt::format("it has {} dimensions, counted from 0",
                                     layout.minor_to_major.size())}};
}

Status check_place(const Layout& layout, std::int64_t k) {
  if (k >= 0 && std::cmp_less(k, layout.minor_to_major.size())) return {};
  return fail(no_dimension(layout, k));
}

Status check_order(const Layout& layout) {
  const auto fault = core::permutation_fault(layout.minor_to_major);
  if (!fault) return {};
  return fail({.code = "xla.order",
               .message = fmt::format("minor_to_major must list every dimension once; {}",
                                      core::describe(*fault))});
}

/// The position of the dimension in minor_to_major.
Result<std::size_t> place_of(const Layout& layout, std::int64_t dimension) {
  const auto& order = layout.minor_to_major;
  const auto found = std::find(order.begin(), order.end(), dimension);
  if (found == order.end()) return fail(no_dimension(layout, dimension));
  return static_cast<std::size_t>(found - order.begin());
}

}  // namespace

Result<std::int64_t> minor(const Layout& layout, std::int64_t k) {
  TILEGLOT_TRY_STATUS(check_place(layout, k));
  return layout.minor_to_major[static_cast<std::size_t>(k)];
}

Result<std::int64_t> major(const Layout& layout, std::int64_t k) {
  TILEGLOT_TRY_STATUS(check_place(layout, k));
  return layout.minor_to_major[layout.minor_to_major.size() - 1 - static_cast<std::size_t>(k)];
}

Result<Permutation> logical_to_physical(const Layout& layout) {
  TILEGLOT_TRY(major_to_minor, physical_to_logical(layout));
  return core::inverse(major_to_minor);
}

Result<Permutation> physical_to_logical(const Layout& layout) {
  TILEGLOT_TRY_STATUS(check_order(layout));
  return Permutation(layout.minor_to_major.rbegin(), layout.minor_to_major.rend());
}

bool has_descending_layout(const Layout& layout) {
  const auto& order = layout.minor_to_major;
  return std::is_sorted(order.begin(), order.end(), std::greater<>());
}

bool has_ascending_layout(const Layout& layout) {
  return std::is_sorted(layout.minor_to_major.begin(), layout.minor_to_major.end());
}

Result<bool> are_dimensions_consecutive(const Layout& layout,
                                        std::span<const std::int64_t> dimensions) {
  std::vector<std::size_t> places;
  for (const std::int64_t dimension : dimensions) {
    TILEGLOT_TRY(place, place_of(layout, dimension));
    places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end(), [](std::size_t a, std::size_t b) {
           return b != a + 1;
         }) == places.end();
}

Result<Layout> move_dim_to_major(const Layout& layout, std::int64_t dimension) {
  TILEGLOT_TRY(place, place_of(layout, dimension));
  Layout moved = layout;
  const auto from = moved.minor_to_major.begin() + static_cast<std::ptrdiff_t>(place);
  std::rotate(from, from + 1, moved.minor_to_major.end());
  return moved;
}

Result<Layout> move_dim_to_minor(const Layout& layout, std::int64_t dimension) {
  TILEGLOT_TRY(place, place_of(layout, dimension));
  Layout moved = layout;
  const auto from = moved.minor_to_major.begin() + static_cast<std::ptrdiff_t>(place);
  std::rotate(moved.minor_to_major.begin(), from, from + 1);
  return moved;
}

Result<Layout> delete_dimension(const Layout& layout, std::int64_t dimension) {
  TILEGLOT_TRY(place, place_of(layout, dimension));
  Layout result = layout;
  auto& order = result.minor_to_major;
  order.erase(order.begin() + static_cast<std::ptrdiff_t>(place));
  for (std::int64_t& entry : order) entry -= entry > dimension ? 1 : 0;
  return result;
}

}  // namespace tileglot::notation::xla
