// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/sent_requests.h"

#include <cstddef>
#include <cstdint>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::pass {

std::uint64_t SentRequests::key_of(InstructionId id, LayoutId layout) const {
  const std::size_t rank = layouts_.order(layout).size();
  return (std::uint64_t{index_of(id)} << 32U) | static_cast<std::uint32_t>(rank);
}

bool SentRequests::holds(InstructionId id, LayoutId layout, int priority) const {
  const auto at = requests_.find(key_of(id, layout));
  return at != requests_.end() && priority <= at->second.priority &&
         layouts_.same_order(at->second.layout, layout);
}

void SentRequests::remember(InstructionId id, LayoutId layout, int priority) {
  requests_.insert_or_assign(key_of(id, layout), Request{layout, priority});
}

void SentRequests::changed(InstructionId id, LayoutId layout) {
  const auto at = requests_.find(key_of(id, layout));
  if (at == requests_.end() || layouts_.same_order(at->second.layout, layout)) return;
  requests_.erase(at);
}

}  // namespace tileglot::hlo::pass
