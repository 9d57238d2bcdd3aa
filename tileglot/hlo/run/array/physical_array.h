// SPDX-License-Identifier: Apache-2.0
// physical_array.h: an array as it is stored in memory.
//
// What     A PhysicalArray has a shape with a layout and the bytes of the array: element x is at
//          the place that the layout's index map gives. write(elements, ..) stores elements there
//          and poisons all other bytes, read(array) reads them.
// Why      An evaluator that kept its arrays in a fixed order would compute the same for every
//          layout. This one is wrong when a layout is: a bitcast that does not fit, a copy that was
//          dropped, a tile read as another.
// Poison   Places without an element hold 0xb5 in every byte: f32 -1.4e-6, s32 -1246382667. A
//          result with such numbers has read padding.
// Units    Bytes; see placement.h. Copies share the bytes, which never change.
// Example  write of 1..6 as s32[2,3]{0,1} stores 1 4 2 5 3 6; the same bytes with the shape
//          s32[3,2]{1,0} are the transpose.
//          [tests: hlo/run/array/physical_array_test.cc, "arrays lie as their layout says",
//          "the same bytes as another shape"]
// Errors   Those of placement.h; run.bitcast where bytes and shape do not fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/run/array/placement.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

inline constexpr std::byte kPoison{0xb5};

/// Bytes in use by all arrays of a run.
class MemoryMeter {
 public:
  explicit MemoryMeter(std::int64_t limit) : limit_(limit) {}
  /// Returns false if that would exceed the limit.
  bool take(std::size_t bytes);
  void give_back(std::size_t bytes) { used_ -= static_cast<std::int64_t>(bytes); }
  std::int64_t limit() const { return limit_; }
  std::int64_t used() const { return used_; }

 private:
  std::int64_t limit_;
  std::int64_t used_ = 0;
};

using Bytes = std::vector<std::byte>;

struct PhysicalArray {
  notation::xla::Shape shape = {};
  std::shared_ptr<const Placement> placement = {};
  std::shared_ptr<const Bytes> bytes = {};
};

/// The state that the arrays of a run share: their placements and the memory limit.
class Memory {
 public:
  /// limits.bytes is also the limit of all arrays together.
  explicit Memory(const ArrayLimits& limits)
      : placements_(limits), meter_(std::make_shared<MemoryMeter>(limits.bytes)) {}

  /// Memory filled with poison.
  core::Result<std::shared_ptr<Bytes>> allocate(std::size_t bytes);
  core::Result<std::shared_ptr<const Placement>> placement_of(const notation::xla::Shape& shape) {
    return placements_.of(shape);
  }
  /// Precondition: as many elements as the shape has, of its type.
  core::Result<PhysicalArray> write(const Elements& elements, const notation::xla::Shape& shape);
  /// The array moved to another layout of the same type and bounds, by relayout's plan.
  core::Result<PhysicalArray> relaid(const PhysicalArray& array, const notation::xla::Shape& shape);
  /// The same bytes, read as another shape.
  core::Result<PhysicalArray> reinterpreted(const PhysicalArray& array,
                                            const notation::xla::Shape& shape);
  std::int64_t used() const { return meter_->used(); }

 private:
  Placements placements_;
  std::shared_ptr<MemoryMeter> meter_;
};

/// The elements in row-major order of the logical index.
Elements read(const PhysicalArray& array);

}  // namespace tileglot::hlo::run
