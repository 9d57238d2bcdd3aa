// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/agreements.h"

#include <cstddef>
#include <cstdint>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::pass {

std::uint64_t Agreements::key_of(InstructionId id, LayoutId layout) const {
  const std::size_t rank = layouts_.order(layout).size();
  return (std::uint64_t{index_of(id)} << 32U) | static_cast<std::uint32_t>(rank);
}

bool Agreements::holds(InstructionId id, LayoutId layout, int priority) const {
  const auto at = agreements_.find(key_of(id, layout));
  return at != agreements_.end() && priority <= at->second.priority &&
         layouts_.same_order(at->second.layout, layout);
}

void Agreements::remember(InstructionId id, LayoutId layout, int priority) {
  agreements_.insert_or_assign(key_of(id, layout), Agreement{layout, priority});
}

void Agreements::changed(InstructionId id, LayoutId layout) {
  const auto at = agreements_.find(key_of(id, layout));
  if (at == agreements_.end() || layouts_.same_order(at->second.layout, layout)) return;
  agreements_.erase(at);
}

}  // namespace tileglot::hlo::pass
