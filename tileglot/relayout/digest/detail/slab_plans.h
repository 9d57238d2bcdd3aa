// SPDX-License-Identifier: Apache-2.0
// slab_plans.h: the plans that move slabs of a part to row-major order.
//
// What     plan_for(slab) is a prepared plan, and the element of the buffer where its source begins.
// How      Slabs that begin at a tile differ by their place in memory only, so slabs of one shape
//          have one plan. Others are looked up by their map, less its lowest offset.
// Example  bf16[64,1024]{1,0:T(8,128)(2,1)} in slabs of 8 rows has one plan.
//          [tests: detail/slab_plans_test.cc, "slabs of one shape have one plan"]
// Errors   As plan::plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/plan_cache.h"
#include "tileglot/relayout/digest/detail/part.h"

namespace tileglot::relayout::digest::detail {

struct SlabPlan {
  cpu::PreparedPlan plan;
  std::int64_t first = 0;  ///< the element of the buffer where the plan's source begins
};

/// Any number of threads may call it concurrently.
class SlabPlans {
 public:
  explicit SlabPlans(const Part& part);

  core::Result<SlabPlan> plan_for(const map::Box& slab);
  /// How many plans are kept.
  std::size_t size() const { return cache_.size(); }

 private:
  /// A slab at the beginning of the part.
  struct Origin {
    map::IndexMap layout;
    SlabPlan plan;
  };

  bool is_aligned(const map::Box& slab) const;
  core::Result<SlabPlan> moved(const map::Box& slab);
  core::Result<SlabPlan> made(const map::IndexMap& layout, std::int64_t shift);
  core::Result<const Origin*> origin_of(const std::vector<std::int64_t>& extents);

  const Part& part_;
  std::int64_t per_byte_;  ///< elements of a byte; 1 for wider elements
  cpu::PlanCache cache_;
  std::mutex mutex_;
  std::map<std::vector<std::int64_t>, Origin> origins_;
};

}  // namespace tileglot::relayout::digest::detail
