// SPDX-License-Identifier: Apache-2.0
// plan_cache.h: an LRU cache of prepared plans.
//
// What     prepared(source, target, bits) is the plan from one map to the other, prepared; it is
//          made on the first request and kept until `capacity` others have been requested since.
//          shared_plan_cache() is the process-wide cache for callers that do not pass one.
// Why      Many small tensors have few layouts: looking a plan up costs less than moving one.
// How      Maps are found by a hash of their terms and compared term by term. A plan in use stays
//          alive when it is evicted here.
// Example  PlanCache cache; cache.prepared(f, g, 32) twice is one plan.
//          [tests: plan_cache_test.cc, "a plan is made once"]
// Errors   As plan::plan; errors are not cached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <unordered_map>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/cpu/execute.h"

namespace tileglot::relayout::cpu {

/// Any number of threads may call it concurrently.
class PlanCache {
 public:
  explicit PlanCache(std::size_t capacity = 256, const ExecuteOptions& options = {})
      : capacity_(capacity), options_(options) {}

  core::Result<PreparedPlan> prepared(const map::IndexMap& source, const map::IndexMap& target,
                                      int element_bits) {
    return prepared(source, target, element_bits, options_);
  }
  /// Each set of options has its own plan.
  core::Result<PreparedPlan> prepared(const map::IndexMap& source, const map::IndexMap& target,
                                      int element_bits, const ExecuteOptions& options);
  std::size_t size() const;

 private:
  struct Entry {
    std::uint64_t hash = 0;
    map::IndexMap source;
    map::IndexMap target;
    int element_bits = 0;
    ExecuteOptions options;
    PreparedPlan plan;
  };
  using Entries = std::list<Entry>;

  Entries::iterator find(std::uint64_t hash, const map::IndexMap& source,
                         const map::IndexMap& target, int element_bits,
                         const ExecuteOptions& options);
  void drop_last();

  std::size_t capacity_;
  ExecuteOptions options_;
  mutable std::mutex mutex_;
  Entries entries_;  ///< most recently used first
  std::unordered_multimap<std::uint64_t, Entries::iterator> by_hash_;
};

/// Holds 1024 plans.
PlanCache& shared_plan_cache();

}  // namespace tileglot::relayout::cpu
