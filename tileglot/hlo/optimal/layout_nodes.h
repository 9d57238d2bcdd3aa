// SPDX-License-Identifier: Apache-2.0
// layout_nodes.h: arrays whose layout is to be chosen; those that share a layout are one node.
//
// What     A node is the layout of a value, of an operand as it is read, or of a computation's
//          result. join(a, b) gives two the same layout, fix(a) keeps one as it is in the first
//          answer. root_of(a) is the common node of all that share its layout.
// Why      Hard constraints merge most nodes of a program; the remaining ones are the choices.
// Example  [tests: hlo/optimal/layout_nodes_test.cc, "what lies alike is one"]
// Careful  The first answer always stays possible: where it has different orders for two that
//          should be the same, or another order for one than it should be fixed to, both stay as
//          they are there.
#pragma once

#include <cstddef>
#include <vector>

#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::optimal {

enum class NodeId : std::size_t {};

class LayoutNodes {
 public:
  /// The table must live as long.
  explicit LayoutNodes(const pass::LayoutTable& layouts) : layouts_(&layouts) {}

  /// `first` is its layout in the first answer.
  NodeId add(pass::LayoutId first);
  NodeId add_fixed(pass::LayoutId first);
  void join(NodeId a, NodeId b);
  void fix(NodeId a);

  std::size_t size() const { return nodes_.size(); }
  NodeId root_of(NodeId a) const;
  pass::LayoutId first(NodeId a) const { return at(a).first; }
  /// Precondition: `root` is a root.
  bool is_fixed(NodeId root) const { return at(root).is_fixed; }
  bool same_order(pass::LayoutId a, pass::LayoutId b) const { return layouts_->same_order(a, b); }
  const std::vector<std::int64_t>& order(pass::LayoutId id) const { return layouts_->order(id); }

 private:
  struct Node {
    pass::LayoutId first = {};
    NodeId above = {};
    std::size_t size = 1;  ///< of a root: how many share its layout
    bool is_fixed = false;
  };
  Node& at(NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
  const Node& at(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }

  const pass::LayoutTable* layouts_;
  std::vector<Node> nodes_ = {};
};

}  // namespace tileglot::hlo::optimal
