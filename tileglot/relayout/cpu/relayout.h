// SPDX-License-Identifier: Apache-2.0
// relayout.h: moves a tensor from one layout to another in one call.
//
// What     relayout(source_map, target_map, type, source, target) looks up the plan from one map to
//          the other in the cache, or makes it, and executes it.
// Why      Callers have layouts and bytes; plans are an implementation detail, and are cached here.
// Units    Bytes of both buffers, which may begin at any address; elements below 8 bits are packed
//          as in plan/buffers.h. Element types whose bits are not a power of two are not moved.
// Example  relayout(f, g, core::ElementType::kF32, input, output), f and g the maps of
//          f32[8,24]{1,0} and f32[8,24]{0,1}.
//          [tests: relayout_test.cc, "one call moves a tensor"]
//          Parts of tensors: window.h. Many small tensors: batch.h. Tensors of a tensor library:
//          descriptor.h.
// Errors   As plan::plan, plan::check_buffers and watch.h.
#pragma once

#include <cstddef>
#include <span>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/plan_cache.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::relayout::cpu {

struct RelayoutOptions {
  ExecuteOptions execute = {};
  Watch watch = {};
  PlanCache* cache = nullptr;  ///< null: shared_plan_cache()

  PlanCache& plans() const { return cache == nullptr ? shared_plan_cache() : *cache; }
};

core::Status relayout(const map::IndexMap& source_map, const map::IndexMap& target_map,
                      int element_bits, std::span<const std::byte> source,
                      std::span<std::byte> target, const RelayoutOptions& options = {});

core::Status relayout(const map::IndexMap& source_map, const map::IndexMap& target_map,
                      core::ElementType type, std::span<const std::byte> source,
                      std::span<std::byte> target, const RelayoutOptions& options = {});

}  // namespace tileglot::relayout::cpu
