// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/shard_moves.h"

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
#include "tileglot/relayout/cpu/detail/apart.h"
#include "tileglot/relayout/cpu/detail/program.h"
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

struct PreparedMove {
  std::size_t source;
  std::size_t target;
  PreparedPlan plan;
  bool is_large;
};

std::int64_t bytes_of(std::span<const plan::Plan> plans) {
  std::int64_t bytes = 0;
  for (const plan::Plan& plan : plans) bytes = core::saturating_add(bytes, plan.moved_bytes());
  return bytes;
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

struct ShardMoves::Parts {
  ExecuteOptions options = {};
  int threads = 1;
  std::int64_t moved_bytes = 0;
  std::vector<std::int64_t> source_bytes = {};
  std::vector<plan::Plan> targets = {};
  std::vector<PreparedMove> moves = {};

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
    const auto make = [&](const PreparedMove& move) {
      move.plan.move(from[move.source], to[move.target], watcher);
    };
    std::vector<const PreparedMove*> small;
    small.reserve(moves.size());
    for (const PreparedMove& move : moves) {
      if (move.is_large) {
        make(move);
      } else {
        small.push_back(&move);
      }
    }
    pool.run(static_cast<std::int64_t>(small.size()),
             [&](std::int64_t i) { make(*small[static_cast<std::size_t>(i)]); });
  }

  void add(ShardPlan move, const Shares& shares) {
    std::int64_t& needed = source_bytes[move.source];
    needed = std::max(needed, move.plan.source_bytes());
    // Elements at the boundary of two boxes may share a byte, so different threads must not take
    // them.
    const bool is_large =
        move.plan.element_bits < kByteBits || shares.is_large(move.plan.moved_bytes());
    ExecuteOptions own = options;
    own.zero_fill = false;
    if (!is_large) own.threads = 1;
    moves.push_back({move.source, move.target, PreparedPlan(std::move(move.plan), own), is_large});
  }
};

ShardMoves::ShardMoves(std::size_t sources, std::vector<plan::Plan> targets,
                       std::vector<ShardPlan> moves, const ExecuteOptions& options) {
  auto parts = std::make_shared<Parts>();
  parts->options = options;
  parts->moved_bytes = bytes_of(targets);
  parts->source_bytes.resize(sources, 0);
  parts->targets = std::move(targets);
  const Shares shares(parts->moved_bytes, options);
  parts->threads = shares.threads();
  parts->moves.reserve(moves.size());
  for (ShardPlan& move : moves) parts->add(std::move(move), shares);
  parts_ = std::move(parts);
}

std::size_t ShardMoves::size() const { return parts_->moves.size(); }

core::Status ShardMoves::execute(Sources sources, Targets targets, const Watch& watch) const {
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
