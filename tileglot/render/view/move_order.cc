// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/move_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

Shade step_of(std::int64_t number, std::int64_t moves) {
  const double last = double(std::max<std::int64_t>(moves - 1, 1));
  return {Shade::Kind::kRamp, static_cast<std::uint8_t>(double(number) / last * 255)};
}

}  // namespace

void mark_order(std::vector<Panel>& panels, const MoveOrder& when) {
  const auto moves = static_cast<std::int64_t>(when.size());
  for (Panel& panel : panels) {
    for (Cell& cell : panel.cells) {
      if (!cell.offset || cell.kind == CellKind::kPadding) continue;
      const auto move = when.find(*cell.offset);
      if (move == when.end()) continue;
      cell.shade = step_of(move->second, moves);
      cell.label += fmt::format("\n#{}", move->second);
      cell.title += fmt::format(", moved as number {}", move->second);
    }
  }
}

void add_order_legend(Picture& picture, std::int64_t moves) {
  constexpr std::int64_t kSteps = 4;
  picture.legend_title = "number of the move";
  for (std::int64_t step = 0; step <= kSteps; ++step) {
    const std::int64_t number = std::max<std::int64_t>(moves - 1, 0) * step / kSteps;
    if (!picture.legend.empty() && picture.legend.back().text == fmt::format("{}", number))
      continue;
    picture.legend.push_back({step_of(number, moves), fmt::format("{}", number)});
  }
}

}  // namespace tileglot::render
