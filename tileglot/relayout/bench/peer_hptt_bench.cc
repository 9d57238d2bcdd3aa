// SPDX-License-Identifier: Apache-2.0
// peer_hptt_bench.cc: HPTT's transposes of 4- and 8-byte numbers, plans chosen by its own timing.
#include <hptt.h>

#include <algorithm>
#include <vector>

#include "tileglot/relayout/bench/peer.h"

namespace tileglot::relayout::bench {
namespace {

/// In HPTT's numbering: the axis of the shortest step first.
struct Transpose {
  std::vector<int> counts = {};
  std::vector<int> permutation = {};  ///< the source axis of each target axis
};

Transpose transpose_of(const StridedMove& move) {
  const int last = static_cast<int>(move.axes.size()) - 1;
  Transpose transpose;
  transpose.counts.reserve(move.axes.size());
  for (const Axis& axis : move.axes) transpose.counts.push_back(static_cast<int>(axis.count));
  std::reverse(transpose.counts.begin(), transpose.counts.end());
  transpose.permutation = move.target_order();
  std::reverse(transpose.permutation.begin(), transpose.permutation.end());
  for (int& axis : transpose.permutation) axis = last - axis;
  return transpose;
}

template <class Item>
std::optional<Mover> mover_of(const StridedMove& move, const Transfer& transfer, int threads) {
  const auto items = with_items(move, sizeof(Item));
  if (!items || !items->is_transpose() || items->axes.empty()) return {};
  const Transpose transpose = transpose_of(*items);
  const auto* from = reinterpret_cast<const Item*>(transfer.source().data() + items->from);
  auto* to = reinterpret_cast<Item*>(transfer.target().data() + items->to);
  const auto plan = hptt::create_plan(
      transpose.permutation.data(), static_cast<int>(transpose.counts.size()), Item{1}, from,
      transpose.counts.data(), nullptr, Item{0}, to, nullptr, hptt::MEASURE, threads);
  return Mover{.name = "HPTT", .run = [plan] { plan->execute(); }};
}

std::optional<Mover> make(const StridedMove& move, const Transfer& transfer, int threads) {
  if (move.item_bytes == sizeof(double)) return mover_of<double>(move, transfer, threads);
  if (move.item_bytes > static_cast<std::int64_t>(sizeof(float))) return {};
  return mover_of<float>(move, transfer, threads);
}

}  // namespace

Peer hptt() { return {.name = "HPTT", .remark = "plans by MEASURE", .make = make}; }

}  // namespace tileglot::relayout::bench
