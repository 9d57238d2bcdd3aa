// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/refine.h"
#include "tileglot/relayout/cpu/cache.h"
#include "tileglot/relayout/cpu/detail/listed_runner.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/shuffle_runner.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"
#include "tileglot/relayout/cpu/detail/transpose_runner.h"
#include "tileglot/relayout/cpu/detail/zeros.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

/// Points of a walk that a thread holds at a time.
constexpr std::int64_t kWalkChunk = 1024;
/// How far a boundary between two threads may move to find one that does not cut a byte.
constexpr std::int64_t kCutTries = 64;

/// Where the tasks begin, and the end: no two tasks share a target byte.
template <class Runner>
std::vector<std::int64_t> borders(const Runner& runner, std::int64_t items, std::int64_t tasks) {
  std::vector<std::int64_t> borders{0};
  for (std::int64_t t = 1; t < tasks; ++t) {
    // items / tasks * t without overflow; the last task takes the remainder.
    std::int64_t border = std::max(items / tasks * t, borders.back() + 1);
    const std::int64_t last = std::min(border + kCutTries, items);
    while (border < last && !runner.is_cut(border)) ++border;
    if (border < last) borders.push_back(border);
  }
  borders.push_back(items);
  return borders;
}

std::int64_t bytes_of(const plan::Nest& nest) { return nest.units() * nest.unit_bits / 8; }

/// The part of all bytes that comes before item i.
std::int64_t bytes_before(std::int64_t i, std::int64_t items, std::int64_t bytes) {
  return static_cast<std::int64_t>(static_cast<double>(i) / static_cast<double>(items) *
                                   static_cast<double>(bytes));
}

template <class Runner>
void run_in_tasks(const Runner& runner, std::int64_t bytes, const Buffers& buffers,
                  ThreadPool& pool, Watcher* watcher) {
  const std::int64_t items = runner.items(buffers);
  const std::int64_t pieces = watcher == nullptr ? 1 : watcher->pieces_of(bytes);
  const std::int64_t tasks = std::min(items, std::max(pool.tasks(), pieces));
  if (tasks == 1 && watcher == nullptr) return runner.run(0, items, buffers);
  const std::vector<std::int64_t> at = borders(runner, items, tasks);
  pool.run(static_cast<std::int64_t>(at.size()) - 1, [&](std::int64_t t) {
    const auto i = static_cast<std::size_t>(t);
    if (watcher != nullptr && !watcher->goes_on()) return;
    runner.run(at[i], at[i + 1], buffers);
    if (watcher != nullptr)
      watcher->add(bytes_before(at[i + 1], items, bytes) - bytes_before(at[i], items, bytes));
  });
}

/// True if the order within a box follows no strides.
bool is_listed(const plan::Nest& nest) {
  const auto box = std::span(nest.loops).last(nest.shuffle_loops);
  return std::any_of(box.begin(), box.end(),
                     [](const plan::Loop& loop) { return !loop.is_strided(); });
}

/// Calls f with the runner for the kind of nest.
template <class F>
auto with_runner(const plan::Nest& nest, std::vector<LoopView> loops, kernels::Store store,
                 const F& f) {
  if (nest.kernel != plan::Kernel::kTranspose && nest.kernel != plan::Kernel::kShuffle)
    return f(NestRunner(nest, std::move(loops), store));
  if (nest.kernel == plan::Kernel::kShuffle && is_listed(nest))
    return f(ListedRunner(nest, std::move(loops), store));
  loops.resize(loops.size() - nest.leaf_loops());
  if (nest.kernel == plan::Kernel::kShuffle) return f(ShuffleRunner(nest, std::move(loops), store));
  return f(TransposeRunner(nest, std::move(loops), store));
}

/// Runs a nest with walks: a chunk of points of each walk becomes a table, chunk by chunk.
class WalkedNest {
 public:
  WalkedNest(const plan::Nest& nest, const std::vector<map::Walk>& walks, kernels::Store store)
      : nest_(nest), store_(store) {
    for (std::size_t i = 0; i < nest.loops.size(); ++i) {
      const plan::Loop& loop = nest.loops[i];
      if (loop.walk) walked_.push_back({i, loop.count, map::WalkReader(walks[*loop.walk])});
    }
  }

  std::int64_t chunks() const {
    std::int64_t product = 1;
    for (const Walked& walked : walked_) product *= core::ceil_div(walked.count, kWalkChunk);
    return product;
  }

  void run(std::int64_t chunk, const Buffers& buffers) const {
    std::vector<LoopView> loops = views_of(nest_);
    std::vector<std::vector<Move>> tables(walked_.size());
    for (std::size_t w = 0; w < walked_.size(); ++w) {
      const std::int64_t chunks = core::ceil_div(walked_[w].count, kWalkChunk);
      const std::int64_t first = chunk % chunks * kWalkChunk;
      chunk /= chunks;
      tables[w].resize(static_cast<std::size_t>(std::min(kWalkChunk, walked_[w].count - first)));
      walked_[w].reader.read(first, tables[w]);
      loops[walked_[w].loop] = {static_cast<std::int64_t>(tables[w].size()), {}, tables[w]};
    }
    with_runner(nest_, std::move(loops), store_,
                [&](const auto& runner) { runner.run(0, runner.items(buffers), buffers); });
  }

 private:
  struct Walked {
    std::size_t loop;
    std::int64_t count;
    map::WalkReader reader;
  };
  const plan::Nest& nest_;
  kernels::Store store_;
  std::vector<Walked> walked_;
};

bool has_walk(const plan::Nest& nest) {
  return std::any_of(nest.loops.begin(), nest.loops.end(),
                     [](const plan::Loop& loop) { return loop.walk.has_value(); });
}

}  // namespace

kernels::Store store_for(const plan::Plan& plan, Stores stores) {
  const bool streams = stores == Stores::kStreaming ||
                       (stores == Stores::kBySize && plan.target_bytes() > core_cache_bytes());
  return streams ? kernels::Store::kStreaming : kernels::Store::kCached;
}

int threads_for(std::int64_t bytes, const ExecuteOptions& options) {
  if (options.threads == 1 || bytes / 2 < options.small_bytes) return 1;
  const std::int64_t most = bytes / std::max<std::int64_t>(options.small_bytes, 1);
  return static_cast<int>(std::clamp<std::int64_t>(most, 1, threads_meant(options.threads)));
}

std::optional<SmallTranspose> small_transpose(const plan::Plan& plan,
                                              const ExecuteOptions& options) {
  if (plan.nests.size() != 1 || !plan.gaps.empty()) return std::nullopt;
  const plan::Nest& nest = plan.nests.front();
  const plan::Block& block = nest.block;
  if (nest.kernel != plan::Kernel::kTranspose || nest.loops.size() != 2 || block.cell > 1 ||
      block.row_loops != 1 || block.column_loops != 1 ||
      threads_for(plan.target_bytes(), options) > 1 ||
      store_for(plan, options.stores) == kernels::Store::kStreaming)
    return std::nullopt;
  const plan::Loop& rows = nest.loops[0];
  const plan::Loop& columns = nest.loops[1];
  const auto bytes = [&](std::int64_t units) { return units * nest.unit_bits / 8; };
  return SmallTranspose{kernels::transpose_kernel(nest.unit_bits, kernels::Store::kCached),
                        bytes(nest.start.f),
                        bytes(columns.step.f),
                        bytes(nest.start.g),
                        bytes(rows.step.g),
                        rows.count,
                        columns.count};
}

Program::Program(const plan::Plan& plan, const ExecuteOptions& options)
    : plan_(plan),
      options_(options),
      store_(store_for(plan, options.stores)),
      threads_(threads_for(plan.target_bytes(), options)) {
  for (const plan::Nest& nest : plan.nests) {
    if (has_walk(nest)) {
      walked_.push_back(&nest);
      continue;
    }
    const std::int64_t bytes = bytes_of(nest);
    with_runner(nest, views_of(nest), store_, [&](auto runner) {
      strided_.push_back({std::move(runner), bytes, bytes < options.small_bytes});
    });
  }
}

void Program::run(const Buffers& buffers, Watcher* watcher) const {
  if (watcher != nullptr && !watcher->goes_on()) return;
  ThreadPool pool(threads_);
  ThreadPool alone(1);
  if (options_.zero_fill) zero_gaps(plan_, buffers.target, store_, pool);
  for (const Strided& nest : strided_) {
    std::visit(
        [&](const auto& runner) {
          run_in_tasks(runner, nest.bytes, buffers, nest.is_small ? alone : pool, watcher);
        },
        nest.runner);
  }
  for (const plan::Nest* nest : walked_) run_walked(*nest, buffers, pool, watcher);
}

/// Chunks of units smaller than a byte are not known to be disjoint, so one thread moves them.
void Program::run_walked(const plan::Nest& nest, const Buffers& buffers, ThreadPool& pool,
                         Watcher* watcher) const {
  const WalkedNest walked(nest, plan_.walks, store_);
  const std::int64_t chunks = walked.chunks();
  const std::int64_t bytes = bytes_of(nest);
  const auto run = [&](std::int64_t i) {
    if (watcher != nullptr && !watcher->goes_on()) return;
    walked.run(i, buffers);
    if (watcher != nullptr)
      watcher->add(bytes_before(i + 1, chunks, bytes) - bytes_before(i, chunks, bytes));
  };
  if (nest.unit_bits < 8) {
    for (std::int64_t i = 0; i < chunks; ++i) run(i);
  } else {
    pool.run(chunks, run);
  }
}

}  // namespace tileglot::relayout::cpu
