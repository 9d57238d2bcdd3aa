// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/sharded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/shard.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/detail/apart.h"
#include "tileglot/relayout/cpu/detail/program.h"
#include "tileglot/relayout/cpu/detail/shard_cut.h"
#include "tileglot/relayout/cpu/detail/shares.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"
#include "tileglot/relayout/cpu/detail/watcher.h"
#include "tileglot/relayout/cpu/detail/zeros.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

using Sources = std::span<const std::span<const std::byte>>;
using Targets = std::span<const std::span<std::byte>>;

constexpr int kByteBits = 8;

struct BoxMove {
  std::size_t source;
  std::size_t target;
  PreparedPlan plan;
  bool is_large;
};

core::Error of_target(std::size_t number, core::Error error) {
  error->message = fmt::format("target shard {}: {}", number, error->message);
  return error;
}

core::Result<plan::Plan> plan_of(const ShardBox& cut, const map::Shard& source,
                                 const map::Shard& target, int element_bits) {
  TILEGLOT_TRY(from, map::subarray(source.map, map::slices_of(cut.box, source.begin)));
  TILEGLOT_TRY(to, map::subarray(target.map, map::slices_of(cut.box, target.begin)));
  // The whole shard is known to be injective.
  return plan::plan(from, to, element_bits, {.check_injective = false});
}

core::Status check_count(std::size_t buffers, std::size_t shards, std::string_view side) {
  if (buffers == shards) return {};
  return core::fail({.code = "relayout.shard",
                     .message = fmt::format("{} {} buffers for {} shards", buffers, side, shards),
                     .help = "give each shard its buffer, in the same order"});
}

core::Status check_size(std::size_t bytes, std::int64_t needed, std::string_view side,
                        std::size_t number) {
  if (bytes >= static_cast<std::size_t>(needed)) return {};
  return core::fail({.code = "relayout.buffer_too_small",
                     .message = fmt::format("the buffer of {} shard {} has {} bytes and the plan "
                                            "needs {}",
                                            side, number, bytes, needed)});
}

}  // namespace

struct ShardedMove::Parts {
  ExecuteOptions options = {};
  int element_bits = 0;
  int threads = 1;
  std::int64_t moved_bytes = 0;
  std::vector<std::int64_t> source_bytes = {};
  /// The plan of each target to itself: its size and its gaps.
  std::vector<plan::Plan> targets = {};
  std::vector<BoxMove> moves = {};

  core::Status check(Sources from, Targets to) const {
    TILEGLOT_TRY_STATUS(check_count(from.size(), source_bytes.size(), "source"));
    TILEGLOT_TRY_STATUS(check_count(to.size(), targets.size(), "target"));
    Apart apart;
    apart.reserve(from.size() + to.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      TILEGLOT_TRY_STATUS(check_size(from[i].size(), source_bytes[i], "source", i));
      apart.add_source(i, from[i].first(static_cast<std::size_t>(source_bytes[i])));
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
      TILEGLOT_TRY_STATUS(check_size(to[i].size(), targets[i].target_bytes(), "target", i));
      apart.add_target(i, to[i].first(static_cast<std::size_t>(targets[i].target_bytes())));
    }
    const std::optional<Clash> clash = apart.first_clash();
    if (!clash) return {};
    return core::fail({.code = "relayout.overlap",
                       .message = fmt::format(
                           "the buffer of target shard {} shares memory with that of {} shard "
                           "{}",
                           clash->target, clash->is_source ? "source" : "target", clash->other),
                       .help = "move each shard into memory of its own"});
  }

  void zero(Targets to, ThreadPool& pool) const {
    for (std::size_t i = 0; i < to.size(); ++i)
      zero_gaps(targets[i], to[i].data(), store_for(targets[i], options.stores), pool);
  }

  void run(Sources from, Targets to, Watcher* watcher) const {
    if (watcher != nullptr && !watcher->goes_on()) return;
    ThreadPool pool(threads);
    if (options.zero_fill) zero(to, pool);
    const auto make = [&](const BoxMove& move) {
      move.plan.move(from[move.source], to[move.target], watcher);
    };
    std::vector<const BoxMove*> small;
    small.reserve(moves.size());
    for (const BoxMove& move : moves) {
      if (move.is_large) {
        make(move);
      } else {
        small.push_back(&move);
      }
    }
    pool.run(static_cast<std::int64_t>(small.size()),
             [&](std::int64_t i) { make(*small[static_cast<std::size_t>(i)]); });
  }

  core::Status add_targets(std::span<const map::Shard> shards) {
    targets.reserve(shards.size());
    for (std::size_t i = 0; i < shards.size(); ++i) {
      auto own = plan::plan(shards[i].map, shards[i].map, element_bits);
      if (!own) return core::fail(of_target(i, std::move(own).error()));
      moved_bytes = core::saturating_add(moved_bytes, own->moved_bytes());
      targets.push_back(std::move(*own));
    }
    return {};
  }

  core::Status add_moves(std::span<const map::Shard> from, std::span<const map::Shard> to,
                         std::span<const ShardBox> cut) {
    const Shares shares(moved_bytes, options);
    threads = shares.threads();
    source_bytes.resize(from.size(), 0);
    moves.reserve(cut.size());
    for (const ShardBox& box : cut) {
      auto plan = plan_of(box, from[box.source], to[box.target], element_bits);
      if (!plan) return core::fail(of_target(box.target, std::move(plan).error()));
      std::int64_t& needed = source_bytes[box.source];
      needed = std::max(needed, plan->source_bytes());
      // Elements at the boundary of two boxes may share a byte, so different threads must not take
      // them.
      const bool is_large = element_bits < kByteBits || shares.is_large(plan->moved_bytes());
      ExecuteOptions own = options;
      own.zero_fill = false;
      if (!is_large) own.threads = 1;
      moves.push_back({box.source, box.target, PreparedPlan(std::move(*plan), own), is_large});
    }
    return {};
  }
};

ShardedMove::ShardedMove(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

core::Result<ShardedMove> ShardedMove::of(std::span<const std::int64_t> extents,
                                          std::span<const map::Shard> sources,
                                          std::span<const map::Shard> targets, int element_bits,
                                          const ExecuteOptions& options) {
  TILEGLOT_TRY(cut, cut_shards(extents, sources, targets));
  auto parts = std::make_shared<Parts>();
  parts->options = options;
  parts->element_bits = element_bits;
  TILEGLOT_TRY_STATUS(parts->add_targets(targets));
  TILEGLOT_TRY_STATUS(parts->add_moves(sources, targets, cut));
  return ShardedMove(std::move(parts));
}

std::size_t ShardedMove::moves() const { return parts_->moves.size(); }

core::Status ShardedMove::execute(Sources sources, Targets targets, const Watch& watch) const {
  TILEGLOT_TRY_STATUS(parts_->check(sources, targets));
  if (!watch.report) {
    parts_->run(sources, targets, nullptr);
    return {};
  }
  Watcher watcher(watch, parts_->moved_bytes);
  parts_->run(sources, targets, &watcher);
  return watcher.finish();
}

}  // namespace tileglot::relayout::cpu
