// SPDX-License-Identifier: Apache-2.0
// placement.h: where the elements of an array are stored.
//
// What     A Placement is the index map of a shape's layout, the bits of an element, and how
//          many bytes the array owns, padding included.
// Why      Every read and write of the evaluator uses the map, so the layout determines what
//          happens.
// Units    Elements of fewer than 8 bits take a byte each unless the layout has E(n): then they are
//          packed, the first in the low bits.
// Example  f32[3,5]{1,0:T(2,2)} owns 24 elements, 96 bytes, for 15 elements; s4[5]{0:E(4)} 3 bytes.
//          [tests: hlo/run/array/physical_array_test.cc, "arrays lie as their layout says"]
// Errors   Those of bridge::to_map; run.shape for shapes that are not arrays, for bounds that are
//          not fixed, and for E(n) of fewer bits than the type has; run.memory if it exceeds the
//          limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

struct Placement {
  map::IndexMap map;
  int element_bits = 32;
  std::size_t bytes = 0;
  bool is_row_major = false;  ///< element i at place i, each of its own bytes
};

/// The limits of one array.
struct ArrayLimits {
  std::int64_t elements = std::int64_t{1} << 26;  ///< padding included
  std::int64_t bytes = std::int64_t{1} << 32;
};

core::Result<Placement> placement_of(const notation::xla::Shape& shape, const ArrayLimits& limits);

/// A cache of placements, by the text of the shape.
class Placements {
 public:
  explicit Placements(const ArrayLimits& limits) : limits_(limits) {}
  core::Result<std::shared_ptr<const Placement>> of(const notation::xla::Shape& shape);

 private:
  ArrayLimits limits_;
  std::unordered_map<std::string, std::shared_ptr<const Placement>> kept_ = {};
};

}  // namespace tileglot::hlo::run
