// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/relayout.h"

#include <cstddef>
#include <span>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::relayout::cpu {

core::Status relayout(const map::IndexMap& source_map, const map::IndexMap& target_map,
                      int element_bits, std::span<const std::byte> source,
                      std::span<std::byte> target, const RelayoutOptions& options) {
  TILEGLOT_TRY(plan,
               options.plans().prepared(source_map, target_map, element_bits, options.execute));
  if (options.watch.report) return plan.execute(source, target, options.watch);
  return plan.execute(source, target);
}

core::Status relayout(const map::IndexMap& source_map, const map::IndexMap& target_map,
                      core::ElementType type, std::span<const std::byte> source,
                      std::span<std::byte> target, const RelayoutOptions& options) {
  return relayout(source_map, target_map, static_cast<int>(core::bits(type)), source, target,
                  options);
}

}  // namespace tileglot::relayout::cpu
