// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/layout_table.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::pass {
namespace {

std::size_t hash_of(const std::vector<std::int64_t>& order) {
  std::size_t hash = order.size();
  for (const std::int64_t d : order) hash = hash * 31 + static_cast<std::size_t>(d);
  return hash;
}

}  // namespace

LayoutId LayoutTable::keep(const notation::xla::Layout& layout) {
  const std::size_t hash = hash_of(layout.minor_to_major);
  std::size_t order = layouts_.size();
  const auto [first, last] = by_order_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    const notation::xla::Layout& kept = this->at(at->second);
    if (kept == layout) return at->second;
    if (kept.minor_to_major == layout.minor_to_major) order = orders_[index(at->second)];
  }
  const LayoutId id{static_cast<std::uint32_t>(layouts_.size())};
  layouts_.push_back(layout);
  orders_.push_back(order);
  by_order_.emplace(hash, id);
  return id;
}

LayoutId LayoutTable::of_minor_to_major(std::vector<std::int64_t> order) {
  return keep(notation::xla::Layout::of_minor_to_major(std::move(order)));
}

LayoutId LayoutTable::of_major_to_minor(const std::vector<std::int64_t>& order) {
  return of_minor_to_major({order.rbegin(), order.rend()});
}

LayoutId LayoutTable::descending(std::size_t rank) {
  return keep(notation::xla::descending_layout(rank));
}

}  // namespace tileglot::hlo::pass
