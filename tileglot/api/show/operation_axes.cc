// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation_axes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/show/operation_call.h"
#include "tileglot/api/show/operation_parts.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"

namespace tileglot::api {
namespace {

/// How many modes of a flat divide or product the tile has: as many as have its size together. A
/// tile for the whole may have several. 0 if that cannot be told.
std::size_t modes_of_tile(const OperationCall& call, const std::vector<map::Dim>& domain) {
  const bool is_divide = call.kind == OperationKind::kDivide;
  const auto zipped = layout_by(is_divide ? "zipped_divide" : "zipped_product",
                                {call.operands[0].given, call.operands[1].given});
  if (!zipped) return 0;
  const auto map = bridge::to_map(*zipped);
  if (!map || map->rank() != 2) return 0;
  std::int64_t size = 1;
  for (std::size_t k = 0; k < domain.size(); ++k) {
    size *= domain[k].extent;
    if (size == map->extent(0)) return k + 1;
  }
  return 0;
}

void name_axis(render::Axis& axis, const std::string& meaning) {
  const std::size_t end = axis.name.find(" (");
  if (end != std::string::npos) axis.name.insert(end, ": " + meaning);
}

}  // namespace

std::optional<GridAxes> axes_of(const OperationCall& call, const std::vector<map::Dim>& domain) {
  const bool is_divide = call.kind == OperationKind::kDivide;
  const auto tiler = tiler_of_call(call);
  if ((!is_divide && call.kind != OperationKind::kProduct) || !tiler) return std::nullopt;
  if (notation::cute::keeps_all(*tiler)) return std::nullopt;
  const bool alternate = call.name.starts_with("logical") && tiler->is_by_mode();
  if (alternate || call.name.starts_with("blocked") || call.name.starts_with("raked"))
    return std::nullopt;
  GridAxes axes{.of_rows = is_divide ? "inside a tile" : "inside the tile",
                .of_columns = is_divide ? "which tile" : "which copy"};
  if (call.name.starts_with("flat")) axes.rows = modes_of_tile(call, domain);
  const bool are_both = axes.rows > 0 && axes.rows < domain.size();
  return are_both ? std::optional(axes) : std::nullopt;
}

render::Fold fold_of(const GridAxes& axes, std::size_t rank) {
  render::Fold fold;
  // Of the dimensions in a list, the last varies fastest.
  for (std::size_t k = rank; k-- > 0;) (k < axes.rows ? fold.rows : fold.columns).push_back(k);
  return fold;
}

void name_axes(render::Panel& panel, const GridAxes& axes) {
  name_axis(panel.rows, axes.of_rows);
  name_axis(panel.columns, axes.of_columns);
}

}  // namespace tileglot::api
