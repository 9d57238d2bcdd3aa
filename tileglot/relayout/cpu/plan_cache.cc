// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/plan_cache.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

/// Numbers in sequence, mixed into one.
class Hash {
 public:
  void add(std::uint64_t number) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    state_ = (state_ ^ number) * kOdd;
    state_ ^= state_ >> 29;
  }
  void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }

  void add(const map::Value& value) {
    add(value.base);
    for (const map::FloorTerm& term : value.floors) {
      add(term.coef ^ (std::int64_t{term.src} << 48));
      add(term.div);
    }
    for (const map::BitRef bit : value.xors.bits)
      add(std::uint64_t{bit.src} << 16 | std::uint64_t{bit.bit});
    for (const map::ParityRow& row : value.xors.rows) {
      add(row.weight);
      add(row.mask);
    }
  }

  void add(const map::IndexMap& f) {
    for (const map::Dim& dim : f.domain()) add(dim.extent);
    for (const map::Value& value : f.inner()) add(value);
    add(f.out());
    add(f.codomain_size());
  }

  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

std::uint64_t hash_of(const map::IndexMap& source, const map::IndexMap& target, int element_bits) {
  Hash hash;
  hash.add(source);
  hash.add(target);
  hash.add(std::int64_t{element_bits});
  return hash.value();
}

bool same(const map::IndexMap& a, const map::IndexMap& b) {
  return a.codomain_size() == b.codomain_size() && a.same_form(b);
}

}  // namespace

std::size_t PlanCache::size() const {
  const std::scoped_lock lock(mutex_);
  return entries_.size();
}

core::Result<PreparedPlan> PlanCache::prepared(const map::IndexMap& source,
                                               const map::IndexMap& target, int element_bits,
                                               const ExecuteOptions& options) {
  const std::uint64_t hash = hash_of(source, target, element_bits);
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = find(hash, source, target, element_bits, options);
        found != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, found);
      return found->plan;
    }
  }
  TILEGLOT_TRY(plan, plan::plan(source, target, element_bits));
  PreparedPlan made(std::move(plan), options);
  const std::scoped_lock lock(mutex_);
  // Another thread may have made the plan too: both are correct.
  if (capacity_ == 0 || find(hash, source, target, element_bits, options) != entries_.end())
    return made;
  if (entries_.size() == capacity_) drop_last();
  entries_.push_front({hash, source, target, element_bits, options, made});
  by_hash_.emplace(hash, entries_.begin());
  return made;
}

PlanCache::Entries::iterator PlanCache::find(std::uint64_t hash, const map::IndexMap& source,
                                             const map::IndexMap& target, int element_bits,
                                             const ExecuteOptions& options) {
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    const Entry& entry = *at->second;
    if (entry.element_bits == element_bits && entry.options == options &&
        same(entry.source, source) && same(entry.target, target))
      return at->second;
  }
  return entries_.end();
}

void PlanCache::drop_last() {
  const auto last = std::prev(entries_.end());
  const auto [first, end] = by_hash_.equal_range(last->hash);
  for (auto at = first; at != end; ++at) {
    if (at->second != last) continue;
    by_hash_.erase(at);
    break;
  }
  entries_.erase(last);
}

PlanCache& shared_plan_cache() {
  constexpr std::size_t kPlans = 1024;
  static PlanCache cache(kPlans);
  return cache;
}

}  // namespace tileglot::relayout::cpu
