// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/slab_plans.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/map/value.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/digest/detail/part.h"

namespace tileglot::relayout::digest::detail {
namespace {

constexpr std::size_t kKeptPlans = 64;
constexpr cpu::ExecuteOptions kInCache{
    .threads = 1, .zero_fill = false, .stores = cpu::Stores::kCached};

std::vector<std::int64_t> extents_of(const map::Box& box) {
  std::vector<std::int64_t> extents(box.begin.size());
  for (std::size_t k = 0; k < extents.size(); ++k) extents[k] = box.end[k] - box.begin[k];
  return extents;
}

core::Result<map::IndexMap> row_major(const std::vector<map::Dim>& domain) {
  map::MapBuilder builder(domain);
  map::Value offset = builder.constant(0);
  std::int64_t stride = 1;
  for (std::size_t k = domain.size(); k-- > 0; stride *= domain[k].extent)
    builder.add_to(offset, builder.scale(builder.dim(k), stride));
  return builder.finish(std::move(offset), {{stride, "offset"}});
}

core::Result<map::IndexMap> lowered(const map::IndexMap& layout, std::int64_t by) {
  map::MapBuilder builder(layout.domain());
  map::Value offset = builder.adopt(layout);
  builder.add_to(offset, builder.constant(-by));
  return builder.finish(std::move(offset), layout.codomain());
}

}  // namespace

SlabPlans::SlabPlans(const Part& part)
    : part_(part), per_byte_(std::max(8 / part.element_bits, 1)), cache_(kKeptPlans, kInCache) {}

core::Result<SlabPlan> SlabPlans::plan_for(const map::Box& slab) {
  if (is_aligned(slab)) return moved(slab);
  TILEGLOT_TRY(layout,
               map::subarray(part_.layout, map::slices_of(slab, map::Coordinate(part_.rank()))));
  return made(layout, 0);
}

/// True if the layout moves within the slab as at the beginning of the part.
bool SlabPlans::is_aligned(const map::Box& slab) const {
  return part_.layout.is_plain() &&
         std::ranges::all_of(part_.layout.out().floors, [&](const map::FloorTerm& term) {
           return slab.begin[term.src] % term.div == 0;
         });
}

core::Result<SlabPlan> SlabPlans::moved(const map::Box& slab) {
  TILEGLOT_TRY(origin, origin_of(extents_of(slab)));
  const std::int64_t shift = part_.layout(slab.begin) - part_.layout(map::Coordinate(part_.rank()));
  const std::int64_t first = origin->plan.first + shift;
  if (first >= 0 && first % per_byte_ == 0) return SlabPlan{origin->plan.plan, first};
  return made(origin->layout, shift);
}

core::Result<const SlabPlans::Origin*> SlabPlans::origin_of(
    const std::vector<std::int64_t>& extents) {
  const std::lock_guard lock(mutex_);
  auto found = origins_.find(extents);
  if (found == origins_.end()) {
    const map::Coordinate begin(part_.rank());
    const map::Box box{begin, extents};
    TILEGLOT_TRY(layout, map::subarray(part_.layout, map::slices_of(box, begin)));
    TILEGLOT_TRY(plan, made(layout, 0));
    found = origins_.emplace(extents, Origin{std::move(layout), std::move(plan)}).first;
  }
  return &found->second;
}

/// A plan of the map whose offsets, plus `shift`, are those of the buffer.
core::Result<SlabPlan> SlabPlans::made(const map::IndexMap& layout, std::int64_t shift) {
  // The bound may be loose, but no offset is before the buffer.
  const std::int64_t lowest = std::max(layout.out().bound.lo + shift, std::int64_t{0});
  const std::int64_t first = lowest - lowest % per_byte_;
  TILEGLOT_TRY(source, lowered(layout, first - shift));
  TILEGLOT_TRY(target, row_major(layout.domain()));
  TILEGLOT_TRY(plan, cache_.prepared(source, target, part_.element_bits));
  return SlabPlan{std::move(plan), first};
}

}  // namespace tileglot::relayout::digest::detail
