// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/cells.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

/// Appends modes _1:_0 until the rank is 2.
core::Result<Layout<>> padded(Layout<> layout) {
  while (rank(layout) < 2) {
    TILEGLOT_TRY(shape, to_result(append(layout.shape, core::static_integer(1))));
    TILEGLOT_TRY(stride, to_result(append(layout.stride, core::static_integer(0))));
    layout = Layout<>{shape, stride};
  }
  return layout;
}

core::Result<CuteLayout> padded(const CuteLayout& layout) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  TILEGLOT_TRY(inner, padded(inner_layout(layout)));
  if (composed == nullptr) return inner;
  return ComposedLayout{composed->outer, composed->offset, inner};
}

core::Status check_size(std::int64_t size, const Layout<>& layout) {
  if (size > Cells::kMost) {
    return core::fail(
        {.code = "cute.too_large_to_print",
         .message =
             fmt::format("the layout has {} elements; at most {} are printed", size, Cells::kMost),
         .help = "slice it first, or draw a window of it with `tileglot show --crop`"});
  }
  if (size > 0) return {};
  return core::fail(elements_error(layout));
}

}  // namespace

const Layout<>& inner_layout(const CuteLayout& layout) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  return composed != nullptr ? composed->inner.layout : std::get<Layout<>>(layout);
}

core::Result<Cells> Cells::of(const CuteLayout& layout) {
  Cells cells;
  TILEGLOT_TRY(wide, padded(layout));
  cells.layout = std::move(wide);
  TILEGLOT_TRY(counted, list_values(cells.layout, 0));
  TILEGLOT_TRY_STATUS(check_size(counted.size, inner_layout(layout)));
  TILEGLOT_TRY(listing, list_values(cells.layout, kMost));
  cells.listing = std::move(listing);
  const IntTuple& shape = inner_layout(cells.layout).shape;
  for (int k = 0; k < rank(shape); ++k) {
    const std::int64_t extent = size(*mode(shape, k))->value;
    if (k == 0) cells.rows = extent;
    if (k == 1) cells.columns = extent;
    if (k > 1) cells.others.push_back(extent);
  }
  return cells;
}

std::string Cells::text(std::int64_t place) const {
  const auto i = static_cast<std::size_t>(place);
  return listing.coordinates.empty() ? std::to_string(listing.offsets[i]) : listing.coordinates[i];
}

std::string Cells::slice_name(std::int64_t slice) const {
  std::string name = "(_,_";
  for (const std::int64_t extent : others) {
    name += fmt::format(",{}", slice % extent);
    slice /= extent;
  }
  return name + ")";
}

}  // namespace tileglot::notation::cute
