// SPDX-License-Identifier: Apache-2.0
// peer_xla_bench.cc: XLA's TransposePlan, the one that copies arrays to and from devices.
#include <tbb/task_arena.h>
#include <xla/pjrt/transpose.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "tileglot/relayout/bench/peer.h"

namespace tileglot::relayout::bench {
namespace {

std::shared_ptr<::xla::TransposePlan> plan_of(const StridedMove& move, int threads) {
  std::vector<std::int64_t> counts;
  counts.reserve(move.axes.size());
  for (const Axis& axis : move.axes) counts.push_back(axis.count);
  const std::vector<int> order = move.target_order();
  const std::vector<std::int64_t> permutation(order.begin(), order.end());
  ::xla::TransposePlan::Options options;
  options.elem_size_in_bytes = static_cast<std::size_t>(move.item_bytes);
  options.dims = counts;
  options.permutation = permutation;
  options.num_threads = threads;
  auto plan = ::xla::TransposePlan::Create(options);
  if (!plan.ok()) return nullptr;
  return std::move(plan).value();
}

std::optional<Mover> make(const StridedMove& move, const Transfer& transfer, int threads) {
  if (!move.is_transpose()) return {};
  const auto plan = plan_of(move, threads);
  if (!plan) return {};
  const std::byte* from = transfer.source().data() + move.from;
  std::byte* to = transfer.target().data() + move.to;
  if (threads == 1) {
    return Mover{.name = "XLA", .run = [=] { plan->Execute(from, to); }};
  }
  const auto arena = std::make_shared<tbb::task_arena>(threads);
  return Mover{.name = "XLA", .run = [=] {
                 plan->Execute(from, to, [&](std::function<void()> work) {
                   arena->enqueue(std::move(work));
                 });
               }};
}

}  // namespace

Peer xla() { return {.name = "XLA", .remark = "TransposePlan", .make = make}; }

}  // namespace tileglot::relayout::bench
