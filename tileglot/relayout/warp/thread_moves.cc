// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/thread_moves.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

bool same_threads(const linear::HardwareBases& a, const linear::HardwareBases& b) {
  return std::ranges::equal(a.lanes, b.lanes) && std::ranges::equal(a.warps, b.warps) &&
         std::ranges::equal(a.blocks, b.blocks);
}

}  // namespace

std::optional<linear::Layout> thread_moves(const linear::Layout& src, const linear::Layout& dst) {
  const linear::HardwareBases from = linear::hardware_bases(src);
  const linear::HardwareBases to = linear::hardware_bases(dst);
  if (!same_threads(from, to)) return std::nullopt;
  if (std::ranges::equal(from.registers, to.registers)) return linear::Layout();
  core::F2Solver held;
  for (const std::uint64_t vector : from.registers) held.insert(vector);
  std::vector<std::uint64_t> columns;
  columns.reserve(to.registers.size());
  for (const std::uint64_t vector : to.registers) {
    const auto in = held.solve(vector);
    if (!in) return std::nullopt;
    columns.push_back(*in);
  }
  linear::Layout moves;
  moves.add_out(linear::kRegister, static_cast<int>(from.registers.size()));
  moves.add_in(linear::kRegister, columns);
  return moves;
}

}  // namespace tileglot::relayout::warp
