// SPDX-License-Identifier: Apache-2.0
// shape_table.h: stores every shape of a module once.
//
// What     keep(shape) returns the number of a shape, the same for equal shapes; at(id) returns the
//          shape.
// Why      The 31,855 instructions of Llama 8B have some hundreds of shapes. Stored once they cost
//          nothing, and shapes (with their layouts) are equal if their numbers are.
// Example  keep of f32[2,3]{1,0} twice is one number; f32[2,3]{0,1} has another.
//          [tests: hlo/ir/shape_table_test.cc, "equal shapes have one number"]
#pragma once

#include <cstddef>
#include <deque>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

class ShapeTable {
 public:
  ShapeId keep(const notation::xla::Shape& shape);
  /// The reference stays valid while the table lives.
  const notation::xla::Shape& at(ShapeId id) const { return shapes_[index_of(id)]; }
  std::size_t size() const { return shapes_.size(); }

 private:
  std::deque<notation::xla::Shape> shapes_ = {};
  std::unordered_multimap<std::size_t, ShapeId> by_hash_ = {};
};

}  // namespace tileglot::hlo
