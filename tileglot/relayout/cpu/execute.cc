// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/execute.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/refine.h"
#include "tileglot/relayout/cpu/cache.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/team.h"
#include "tileglot/relayout/cpu/detail/turn_runner.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/relayout/kernels/turn.h"
#include "tileglot/relayout/plan/buffers.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

/// Points of a walk that a thread holds at a time.
constexpr std::int64_t kWalkChunk = 1024;
/// How far a border between two threads may move to find one that cuts no byte.
constexpr std::int64_t kCutTries = 64;
constexpr std::int64_t kFillBytes = std::int64_t{1} << 20;

void fill_with_zeros(std::span<std::byte> target, Team& team) {
  const auto size = static_cast<std::int64_t>(target.size());
  team.run(core::ceil_div(size, kFillBytes), [&](std::int64_t i) {
    const std::int64_t bytes = std::min(kFillBytes, size - i * kFillBytes);
    std::memset(target.data() + i * kFillBytes, 0, static_cast<std::size_t>(bytes));
  });
}

/// Positions without an element, and what is left of the last byte.
void fill_padding(const plan::Plan& plan, std::span<std::byte> target, Team& team) {
  if (plan.padding() > 0) {
    fill_with_zeros(target, team);
  } else if (plan.target_size * plan.element_bits % 8 != 0) {
    target.back() = std::byte{0};
  }
}

/// Where the tasks begin, and the end: no two tasks share a target byte.
template <class Runner>
std::vector<std::int64_t> borders(const Runner& runner, std::int64_t tasks) {
  const std::int64_t items = runner.items();
  std::vector<std::int64_t> borders{0};
  for (std::int64_t t = 1; t < tasks; ++t) {
    // items / tasks * t without overflow; the last task takes what is left.
    std::int64_t border = std::max(items / tasks * t, borders.back() + 1);
    const std::int64_t last = std::min(border + kCutTries, items);
    while (border < last && !runner.is_cut(border)) ++border;
    if (border < last) borders.push_back(border);
  }
  borders.push_back(items);
  return borders;
}

/// A nest, and how its target is written.
struct Work {
  const plan::Nest& nest;
  kernels::Store store;
};

/// Calls f with the runner for a nest whose loops are so.
template <class F>
void with_runner(const Work& work, std::vector<LoopView> loops, const F& f) {
  if (work.nest.kernel == plan::Kernel::kTurn) {
    loops.resize(loops.size() - work.nest.leaf_loops());
    f(TurnRunner(work.nest, std::move(loops), work.store));
  } else {
    f(NestRunner(work.nest, std::move(loops), work.store));
  }
}

/// Precondition: the nest has no walk.
void run_strided(const Work& work, const Buffers& buffers, Team& team) {
  with_runner(work, views_of(work.nest), [&](const auto& runner) {
    const std::int64_t tasks = std::min(runner.items(), team.tasks());
    const std::vector<std::int64_t> at = borders(runner, tasks);
    team.run(static_cast<std::int64_t>(at.size()) - 1, [&](std::int64_t t) {
      const auto i = static_cast<std::size_t>(t);
      runner.run(at[i], at[i + 1], buffers);
    });
  });
}

/// Runs a nest with walks: a chunk of points of each walk becomes a table, chunk by chunk.
class WalkedNest {
 public:
  WalkedNest(const Work& work, const std::vector<map::Walk>& walks) : work_(work) {
    for (std::size_t i = 0; i < work.nest.loops.size(); ++i) {
      const plan::Loop& loop = work.nest.loops[i];
      if (loop.walk) walked_.push_back({i, loop.count, map::WalkReader(walks[*loop.walk])});
    }
  }

  std::int64_t chunks() const {
    std::int64_t product = 1;
    for (const Walked& walked : walked_) product *= core::ceil_div(walked.count, kWalkChunk);
    return product;
  }

  void run(std::int64_t chunk, const Buffers& buffers) const {
    std::vector<LoopView> loops = views_of(work_.nest);
    std::vector<std::vector<Move>> tables(walked_.size());
    for (std::size_t w = 0; w < walked_.size(); ++w) {
      const std::int64_t chunks = core::ceil_div(walked_[w].count, kWalkChunk);
      const std::int64_t first = chunk % chunks * kWalkChunk;
      chunk /= chunks;
      tables[w].resize(static_cast<std::size_t>(std::min(kWalkChunk, walked_[w].count - first)));
      walked_[w].reader.read(first, tables[w]);
      loops[walked_[w].loop] = {static_cast<std::int64_t>(tables[w].size()), {}, tables[w]};
    }
    with_runner(work_, std::move(loops),
                [&](const auto& runner) { runner.run(0, runner.items(), buffers); });
  }

 private:
  struct Walked {
    std::size_t loop;
    std::int64_t count;
    map::WalkReader reader;
  };
  Work work_;
  std::vector<Walked> walked_;
};

/// Chunks of units smaller than a byte are not known to keep apart, so one thread moves them.
void run_walked(const Work& work, const std::vector<map::Walk>& walks, const Buffers& buffers,
                Team& team) {
  const WalkedNest walked(work, walks);
  if (work.nest.unit_bits < 8) {
    for (std::int64_t i = 0; i < walked.chunks(); ++i) walked.run(i, buffers);
  } else {
    team.run(walked.chunks(), [&](std::int64_t i) { walked.run(i, buffers); });
  }
}

bool has_walk(const plan::Nest& nest) {
  return std::any_of(nest.loops.begin(), nest.loops.end(),
                     [](const plan::Loop& loop) { return loop.walk.has_value(); });
}

kernels::Store store_for(const plan::Plan& plan, Stores stores) {
  const bool streams = stores == Stores::kStreaming ||
                       (stores == Stores::kBySize && plan.target_bytes() > core_cache_bytes());
  return streams ? kernels::Store::kStreaming : kernels::Store::kCached;
}

/// No thread for less than it is worth.
int threads_for(std::int64_t bytes, const ExecuteOptions& options) {
  if (options.threads == 1 || bytes < 2 * options.small_bytes) return 1;
  const std::int64_t most = bytes / std::max<std::int64_t>(options.small_bytes, 1);
  return static_cast<int>(std::clamp<std::int64_t>(most, 1, threads_meant(options.threads)));
}

}  // namespace

core::Status execute(const plan::Plan& plan, std::span<const std::byte> source,
                     std::span<std::byte> target, const ExecuteOptions& options) {
  TILEGLOT_TRY_STATUS(plan::check_buffers(plan, source, target));
  target = target.first(static_cast<std::size_t>(plan.target_bytes()));
  Team team(threads_for(plan.target_bytes(), options));
  Team alone(1);
  if (options.zero_fill) fill_padding(plan, target, team);
  const Buffers buffers{source.data(), target.data()};
  const kernels::Store store = store_for(plan, options.stores);
  for (const plan::Nest& nest : plan.nests) {
    const bool is_small = nest.units() * nest.unit_bits / 8 < options.small_bytes;
    Team& workers = is_small ? alone : team;
    if (has_walk(nest)) {
      run_walked({nest, store}, plan.walks, buffers, workers);
    } else {
      run_strided({nest, store}, buffers, workers);
    }
  }
  return {};
}

}  // namespace tileglot::relayout::cpu
