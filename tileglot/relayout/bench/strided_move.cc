// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/strided_move.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "tileglot/map/refine.h"

namespace tileglot::relayout::bench {
namespace {

/// In elements: the axes of a class that is one piece of plain loops.
bool add_axes(const map::RefinedClass& one, StridedMove& move) {
  if (one.pieces.size() != 1) return false;
  const map::Piece& piece = one.pieces.front();
  move.from += piece.start.f;
  move.to += piece.start.g;
  for (const map::Loop& loop : piece.loops) {
    if (!loop.is_strided()) return false;
    if (loop.count > 1) move.axes.push_back({loop.count, loop.step.f, loop.step.g});
  }
  return true;
}

bool is_before(const Axis& a, const Axis& b) {
  return std::pair(-std::abs(a.from), -std::abs(a.to)) <
         std::pair(-std::abs(b.from), -std::abs(b.to));
}

/// True if the outer axis continues where the inner one ends.
bool continues(const Axis& outer, const Axis& inner) {
  return outer.from == inner.from * inner.count && outer.to == inner.to * inner.count;
}

/// After sorting by the source's step, axes that can be joined are adjacent.
void sort_and_join(std::vector<Axis>& axes) {
  std::sort(axes.begin(), axes.end(), is_before);
  std::vector<Axis> joined;
  joined.reserve(axes.size());
  for (const Axis& axis : axes) {
    if (!joined.empty() && continues(joined.back(), axis)) {
      joined.back() = {joined.back().count * axis.count, axis.from, axis.to};
    } else {
      joined.push_back(axis);
    }
  }
  axes = std::move(joined);
}

/// The axis along which both sides step by one item.
std::optional<std::size_t> run_of(const StridedMove& move, std::int64_t item) {
  for (std::size_t k = 0; k < move.axes.size(); ++k) {
    if (move.axes[k].from == item && move.axes[k].to == item) return k;
  }
  return {};
}

/// True if each step and start is a multiple of `units`, except those along axis `run`.
bool all_divide(const StridedMove& move, std::size_t run, std::int64_t units) {
  if (move.from % units != 0 || move.to % units != 0) return false;
  for (std::size_t k = 0; k < move.axes.size(); ++k) {
    const Axis& axis = move.axes[k];
    if (k != run && (axis.from % units != 0 || axis.to % units != 0)) return false;
  }
  return true;
}

/// Items of `wide` units in place of items of `narrow` units.
std::optional<StridedMove> widened(const StridedMove& move, std::int64_t narrow,
                                   std::int64_t wide) {
  const auto run = run_of(move, narrow);
  if (!run) return {};
  const std::int64_t units = move.axes[*run].count * narrow;
  if (units % wide != 0 || !all_divide(move, *run, wide)) return {};
  StridedMove result = move;
  result.axes[*run] = {units / wide, wide, wide};
  std::erase_if(result.axes, [](const Axis& axis) { return axis.count == 1; });
  return result;
}

void scale(StridedMove& move, std::int64_t times, std::int64_t divided_by) {
  const auto scaled = [&](std::int64_t& step) { step = step * times / divided_by; };
  scaled(move.from);
  scaled(move.to);
  for (Axis& axis : move.axes) {
    scaled(axis.from);
    scaled(axis.to);
  }
}

/// Converts elements to bytes.
std::optional<StridedMove> in_bytes(StridedMove move, int element_bits) {
  constexpr std::int64_t kByte = 8;
  if (element_bits >= kByte) {
    scale(move, element_bits / kByte, 1);
    move.item_bytes = element_bits / kByte;
    return move;
  }
  auto wide = widened(move, 1, kByte / element_bits);
  if (!wide) return {};
  scale(*wide, element_bits, kByte);
  return wide;
}

}  // namespace

bool StridedMove::is_transpose() const {
  std::int64_t size = item_bytes;
  for (std::size_t k = axes.size(); k-- > 0;) {
    if (axes[k].from != size) return false;
    size *= axes[k].count;
  }
  size = item_bytes;
  const std::vector<int> order = target_order();
  for (std::size_t k = order.size(); k-- > 0;) {
    const Axis& axis = axes[static_cast<std::size_t>(order[k])];
    if (axis.to != size) return false;
    size *= axis.count;
  }
  return true;
}

std::vector<int> StridedMove::target_order() const {
  std::vector<int> order(axes.size());
  std::iota(order.begin(), order.end(), 0);
  const auto step = [this](int k) { return axes[static_cast<std::size_t>(k)].to; };
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return std::pair(-step(a), a) < std::pair(-step(b), b); });
  return order;
}

std::optional<StridedMove> strided_move(const map::IndexMap& source, const map::IndexMap& target,
                                        int element_bits) {
  const auto refined = map::refine(source, target);
  if (!refined || refined->empty) return {};
  StridedMove move{.from = refined->base.f, .to = refined->base.g};
  for (const map::RefinedClass& one : refined->classes) {
    if (!add_axes(one, move)) return {};
  }
  sort_and_join(move.axes);
  return in_bytes(std::move(move), element_bits);
}

std::optional<StridedMove> with_items(const StridedMove& move, std::int64_t item_bytes) {
  if (item_bytes == move.item_bytes) return move;
  if (item_bytes > move.item_bytes) {
    auto wide = widened(move, move.item_bytes, item_bytes);
    if (wide) wide->item_bytes = item_bytes;
    return wide;
  }
  StridedMove narrow = move;
  narrow.axes.push_back({move.item_bytes / item_bytes, item_bytes, item_bytes});
  narrow.item_bytes = item_bytes;
  sort_and_join(narrow.axes);
  return narrow;
}

}  // namespace tileglot::relayout::bench
