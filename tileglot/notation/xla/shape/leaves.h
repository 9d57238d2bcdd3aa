// SPDX-License-Identifier: Apache-2.0
// leaves.h: the shapes inside a shape, each with its path.
//
// What     subshape(shape, path) follows a path into tuples; leaves(shape) lists all non-tuple
//          shapes, in order, and tuple_leaf_count counts them; for_each_array changes every array,
//          also in buffers, in place.
// Why      An instruction's result is a tree; passes refer to a leaf by its path, {1,0}.
// Example  (f32[1], (s32[2], ()), pred[]) has the leaves f32[1] at {0}, s32[2] at {1,0} and pred[]
//          at {2}.
//          [tests: leaves_test.cc, "leaves are listed with their paths"]
// Errors   xla.path where a step of a path does not exist.
// Source   XLA, ShapeUtil::GetSubshape, GetLeafShapes and FlattenTupleShape; shape_tree.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

using TuplePath = std::vector<std::int64_t>;

struct Leaf {
  TuplePath path = {};
  Shape shape = {};
};

/// An empty tuple has no leaves; an array is its own leaf, at {}.
std::vector<Leaf> leaves(const Shape& shape);

std::size_t tuple_leaf_count(const Shape& shape);

core::Result<Shape> subshape(const Shape& shape, std::span<const std::int64_t> path);

template <class Change>
void for_each_array(Shape& shape, const Change& change) {
  if (is_array(shape)) change(shape);
  for (Shape& element : shape.elements) for_each_array(element, change);
}

}  // namespace tileglot::notation::xla
