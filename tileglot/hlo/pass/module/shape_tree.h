// SPDX-License-Identifier: Apache-2.0
// shape_tree.h: the parts of a shape, in a flat list.
//
// What     A ShapeTree lists a shape and all parts of its tuples, each tuple before its elements. A
//          part is named by its position in the list. A buffer is one part, the array it holds.
// Why      A pass stores something for each array of each instruction. Positions make that one
//          vector, where XLA has a separate tree for each instruction.
// Units    Position 0 is the whole shape.
// Example  (f32[2], (s32[3], pred[])) has the parts ( .. ) 0, f32[2] 1, ( .. ) 2, s32[3] 3, pred[]
//          4; child(0, 1) is 2, child(2, 1) is 4, and part 2 takes 3 positions.
//          [tests: hlo/pass/module/shape_tree_test.cc, "a tuple comes before its elements"]
//          (b(f32[2]), s32[3]) has three: ( .. ) 0, f32[2] 1, s32[3] 2.
//          [tests: hlo/pass/module/shape_tree_test.cc, "a buffer is the array it holds"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

/// The number of a part within its ShapeTree.
using Position = std::uint32_t;

class ShapeTree {
 public:
  /// The shape must live as long as the tree.
  explicit ShapeTree(const notation::xla::Shape& shape);

  Position size() const { return static_cast<Position>(parts_.size()); }
  /// Of a buffer, the array.
  const notation::xla::Shape& shape(Position at) const { return *parts_[at].shape; }
  /// How many positions the part takes, including itself.
  Position size_of(Position at) const { return parts_[at].size; }
  Position child(Position at, std::size_t number) const {
    return children_[parts_[at].children + number];
  }
  /// The position at the end of a path through tuples; nothing if there is no such part.
  std::optional<Position> find(std::span<const std::int64_t> path) const;

  /// The positions of arrays.
  const std::vector<Position>& arrays() const { return arrays_; }
  bool is_array() const { return notation::xla::is_array(shape(0)); }
  /// An array of rank 2 or more, whose layout is a choice.
  bool has_choice() const { return has_choice_; }

 private:
  struct Part {
    const notation::xla::Shape* shape = nullptr;
    Position size = 1;
    std::size_t children = 0;  ///< where its list begins in children_
  };

  void append(const notation::xla::Shape& shape);

  std::vector<Part> parts_ = {};
  std::vector<Position> children_ = {};
  std::vector<Position> arrays_ = {};
  bool has_choice_ = false;
};

/// The trees of a module's shapes, each made on first use.
class ShapeTrees {
 public:
  explicit ShapeTrees(const Module& module) : module_(&module) {}
  const ShapeTree& of(ShapeId id);

 private:
  const Module* module_;
  std::deque<ShapeTree> trees_ = {};
  std::vector<const ShapeTree*> by_shape_ = {};
};

}  // namespace tileglot::hlo::pass
