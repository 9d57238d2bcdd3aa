// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/visits.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/refine.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

Move unit_at(const Nest& nest, std::int64_t number, const std::vector<map::Walk>& walks) {
  Move at = nest.start;
  for (std::size_t i = nest.loops.size(); i-- > 0; number /= nest.loops[i].count) {
    at = at + map::entry(nest.loops[i], number % nest.loops[i].count, walks);
  }
  return at;
}

std::vector<Move> visits(const Plan& plan, std::size_t most) {
  std::vector<Move> order;
  for (const Nest& nest : plan.nests) {
    const std::int64_t elements = nest.unit_bits / plan.element_bits;
    for (std::int64_t unit = 0; unit < nest.units(); ++unit) {
      const Move at = unit_at(nest, unit, plan.walks);
      for (std::int64_t i = 0; i < elements; ++i) {
        if (order.size() == most) return order;
        order.push_back({at.f * elements + i, at.g * elements + i});
      }
    }
  }
  return order;
}

}  // namespace tileglot::relayout::plan
