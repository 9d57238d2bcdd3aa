// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/cpu/detail/apart.h"
#include "tileglot/relayout/cpu/detail/shares.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"
#include "tileglot/relayout/cpu/detail/watcher.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/relayout.h"
#include "tileglot/relayout/plan/buffers.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

core::Error of_tensor(std::size_t i, core::Error error) {
  error->message = fmt::format("tensor {} of the batch: {}", i, error->message);
  return error;
}

core::Error overlap(const Clash& clash) {
  return {{.code = "relayout.overlap",
           .message = fmt::format("the target of tensor {} shares memory with the {} of tensor {}",
                                  clash.target, clash.is_source ? "source" : "target", clash.other),
           .help = "move each tensor into memory of its own"}};
}

/// The number of bytes that a tensor moves.
std::int64_t bytes_of(const map::IndexMap& map, int element_bits) {
  return core::saturating_mul(map.size(), element_bits) / 8;
}

/// Tensors and their plans, ready to move.
template <class PlanOf>
class Batch {
 public:
  /// plan_of(i) is the plan of tensor i.
  Batch(std::span<const BatchTensor> tensors, PlanOf plan_of, const Shares& shares)
      : tensors_(tensors), plan_of_(std::move(plan_of)), shares_(shares) {}

  core::Status check() const {
    Apart apart;
    apart.reserve(2 * tensors_.size());
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
      const auto& [source, target] = tensors_[i];
      const plan::Plan& plan = plan_of_(i).plan();
      if (!plan_of_(i).fits(source, target)) TILEGLOT_TRY_STATUS(check_one(i));
      apart.add_source(i, source.first(static_cast<std::size_t>(plan.source_bytes())));
      apart.add_target(i, target.first(static_cast<std::size_t>(plan.target_bytes())));
    }
    if (const std::optional<Clash> clash = apart.first_clash()) return core::fail(overlap(*clash));
    return {};
  }

  core::Status check_one(std::size_t i) const {
    auto status = plan::check_buffers(plan_of_(i).plan(), tensors_[i].source, tensors_[i].target);
    if (status) return {};
    return core::fail(of_tensor(i, std::move(status).error()));
  }

  std::int64_t moved_bytes() const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < tensors_.size(); ++i) sum += plan_of_(i).plan().moved_bytes();
    return sum;
  }

  void move(Watcher* watcher) const {
    std::vector<std::size_t> small;
    small.reserve(tensors_.size());
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
      if (shares_.is_large(plan_of_(i).plan().moved_bytes())) {
        move(i, watcher);
      } else {
        small.push_back(i);
      }
    }
    ThreadPool pool(shares_.threads());
    const auto count = static_cast<std::int64_t>(small.size());
    const std::int64_t tasks = std::min(count, pool.tasks());
    pool.run(tasks, [&](std::int64_t t) {
      for (std::int64_t i = count * t / tasks; i < count * (t + 1) / tasks; ++i)
        move(small[static_cast<std::size_t>(i)], watcher);
    });
  }

 private:
  void move(std::size_t i, Watcher* watcher) const {
    plan_of_(i).move(tensors_[i].source, tensors_[i].target, watcher);
  }

  std::span<const BatchTensor> tensors_;
  PlanOf plan_of_;
  Shares shares_;
};

template <class PlanOf>
core::Status run(const Batch<PlanOf>& batch, const Watch& watch) {
  TILEGLOT_TRY_STATUS(batch.check());
  if (!watch.report) {
    batch.move(nullptr);
    return {};
  }
  Watcher watcher(watch, batch.moved_bytes());
  batch.move(&watcher);
  return watcher.finish();
}

/// The plans of a batch, each pair of maps looked up once.
class Plans {
 public:
  Plans(const Shares& shares, const RelayoutOptions& options)
      : shares_(shares), options_(options) {}

  core::Result<std::size_t> number_of(const MappedTensor& tensor) {
    const Key key{tensor.source_map, tensor.target_map, tensor.element_bits};
    if (last_ && last_->first == key) return last_->second;
    const auto [at, is_new] = numbers_.try_emplace(key, plans_.size());
    if (is_new) {
      const std::int64_t bytes = bytes_of(*tensor.target_map, tensor.element_bits);
      TILEGLOT_TRY(plan, options_.plans().prepared(*tensor.source_map, *tensor.target_map,
                                                   tensor.element_bits,
                                                   shares_.options_for(bytes, options_.execute)));
      plans_.push_back(std::move(plan));
    }
    last_ = *at;
    return at->second;
  }

  const PreparedPlan& operator[](std::size_t number) const { return plans_[number]; }

 private:
  using Key = std::tuple<const map::IndexMap*, const map::IndexMap*, int>;

  const Shares& shares_;
  const RelayoutOptions& options_;
  std::map<Key, std::size_t> numbers_;
  std::optional<std::pair<Key, std::size_t>> last_;
  std::vector<PreparedPlan> plans_;
};

}  // namespace

core::Status relayout_batch(const map::IndexMap& source_map, const map::IndexMap& target_map,
                            int element_bits, std::span<const BatchTensor> tensors,
                            const RelayoutOptions& options) {
  const std::int64_t bytes = bytes_of(target_map, element_bits);
  const auto count = static_cast<std::int64_t>(tensors.size());
  const Shares shares(core::saturating_mul(bytes, count), options.execute);
  TILEGLOT_TRY(plan, options.plans().prepared(source_map, target_map, element_bits,
                                              shares.options_for(bytes, options.execute)));
  return run(Batch(
                 tensors, [&](std::size_t) -> const PreparedPlan& { return plan; }, shares),
             options.watch);
}

core::Status relayout_batch(std::span<const MappedTensor> tensors, const RelayoutOptions& options) {
  std::int64_t all_bytes = 0;
  for (const MappedTensor& tensor : tensors)
    all_bytes = core::saturating_add(all_bytes, bytes_of(*tensor.target_map, tensor.element_bits));
  const Shares shares(all_bytes, options.execute);
  Plans plans(shares, options);
  std::vector<BatchTensor> buffers;
  std::vector<std::size_t> numbers;
  buffers.reserve(tensors.size());
  numbers.reserve(tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    auto number = plans.number_of(tensors[i]);
    if (!number) return core::fail(of_tensor(i, std::move(number).error()));
    numbers.push_back(*number);
    buffers.push_back({tensors[i].source, tensors[i].target});
  }
  return run(Batch(
                 std::span<const BatchTensor>(buffers),
                 [&](std::size_t i) -> const PreparedPlan& { return plans[numbers[i]]; }, shares),
             options.watch);
}

}  // namespace tileglot::relayout::cpu
