// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/worklist.h"

#include <cstddef>
#include <optional>

namespace tileglot::hlo::pass {

void Worklist::add(WorkItem item, bool depth_first, int priority) {
  const std::optional<std::size_t> before = depth_first ? last_ : end_of_at_least(priority);
  const std::size_t node = put_behind(before, item);
  for (auto& [other, end] : ends_) {
    // The ends of weaker priorities move along if they were here, or if this item is the last.
    if (other <= priority && (depth_first || end == before)) end = node;
  }
  ends_.try_emplace(priority, node);
}

std::optional<std::size_t> Worklist::end_of_at_least(int priority) const {
  // No item has a priority between this one and the next higher one that occurs.
  const auto at = ends_.lower_bound(priority);
  if (at == ends_.end()) return std::nullopt;
  return at->second;
}

std::size_t Worklist::put_behind(std::optional<std::size_t> before, WorkItem item) {
  const std::size_t node = added_.size();
  added_.push_back({item, before ? added_[*before].next : first_});
  (before ? added_[*before].next : first_) = node;
  if (last_ == before) last_ = node;
  return node;
}

void Worklist::forget_added() {
  added_.clear();
  ends_.clear();
  first_.reset();
  last_.reset();
}

std::optional<WorkItem> Worklist::take() {
  if (queue_.empty()) return std::nullopt;
  const WorkItem item = queue_.front();
  queue_.pop_front();
  return item;
}

}  // namespace tileglot::hlo::pass
