// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/layout_nodes.h"

#include <utility>

#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::optimal {

NodeId LayoutNodes::add(pass::LayoutId first) {
  const NodeId id{nodes_.size()};
  nodes_.push_back({.first = first, .above = id});
  return id;
}

NodeId LayoutNodes::add_fixed(pass::LayoutId first) {
  const NodeId id = add(first);
  fix(id);
  return id;
}

NodeId LayoutNodes::root_of(NodeId a) const {
  while (at(a).above != a) a = at(a).above;
  return a;
}

void LayoutNodes::fix(NodeId a) { at(root_of(a)).is_fixed = true; }

void LayoutNodes::join(NodeId a, NodeId b) {
  NodeId above = root_of(a);
  NodeId below = root_of(b);
  if (above == below) return;
  if (!same_order(first(above), first(below))) {
    fix(above);
    return fix(below);
  }
  if (at(above).size < at(below).size) std::swap(above, below);
  at(below).above = above;
  at(above).size += at(below).size;
  at(above).is_fixed = at(above).is_fixed || at(below).is_fixed;
}

}  // namespace tileglot::hlo::optimal
