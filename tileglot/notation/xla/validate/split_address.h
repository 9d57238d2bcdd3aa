// SPDX-License-Identifier: Apache-2.0
// split_address.h: the address of an element of a split array: its part and the offset in it.
//
// What     The splits cut the array into parts, numbered row-major in physical order. Within its
//          part an element has the offset that the layout gives in the array largest_part, so all
//          parts have the same size and pattern. SplitEvaluator gives the address, and the position
//          part * part_size + offset, in which the parts are contiguous.
// Why      XLA allocates the size of the largest part for every part (its ArraySize counts this
//          way) and specifies no more; with one pattern for all parts an address is what a device
//          needs: which memory, and where in it.
// Units    Elements, padding included.
// Example  f32[64,96]{1,0:SC(1:40)}: parts of 40 and 56 columns, each with 64*56 places; (2,50) is
//          in part 1 at 2*56 + 10 = 122.
//          [tests: split_address_test.cc, "the worked example"]
// Errors   Those of evaluate.h; xla.too_large where all parts together cannot be counted;
//          xla.limit where more than 2^20 parts would be listed.
// Source   XLA, SplitConfigProto and ShapeUtil::ArraySize.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {

struct SplitAddress {
  std::int64_t part = 0;
  std::int64_t offset = 0;  ///< in the part
  friend bool operator==(const SplitAddress&, const SplitAddress&) = default;
};

/// One part: its begin and extent in each logical dimension.
struct SplitPart {
  std::vector<std::int64_t> begin = {};
  std::vector<std::int64_t> extents = {};
  std::int64_t elements = 0;  ///< without padding
};

bool has_splits(const Shape& shape);

class SplitEvaluator {
 public:
  static core::Result<SplitEvaluator> of(const Shape& shape);

  std::span<const std::int64_t> extents() const { return whole_.extents(); }
  std::int64_t size() const { return whole_.size(); }
  std::int64_t parts() const { return parts_; }
  /// Places of one part.
  std::int64_t part_size() const { return part_.physical_size(); }
  /// Places of all parts.
  std::int64_t physical_size() const { return parts_ * part_size(); }

  core::Status check(std::span<const std::int64_t> coordinate) const {
    return whole_.check(coordinate);
  }
  /// Precondition of both: check(coordinate) passes.
  SplitAddress address(std::span<const std::int64_t> coordinate) const;
  std::int64_t offset(std::span<const std::int64_t> coordinate) const;

  /// Precondition: 0 <= number < parts().
  SplitPart part(std::int64_t number) const;

 private:
  SplitEvaluator(Evaluator whole, Evaluator part)
      : whole_(std::move(whole)), part_(std::move(part)) {}

  Evaluator whole_;  ///< as if there were no splits
  Evaluator part_;   ///< of largest_part
  std::int64_t parts_ = 1;
  /// By logical dimension: the begins of its parts, and the extent.
  std::vector<std::vector<std::int64_t>> bounds_ = {};
  /// Logical dimensions, major to minor, for the number of a part.
  std::vector<std::size_t> order_ = {};
};

core::Result<SplitAddress> split_address(const Shape& shape,
                                         std::span<const std::int64_t> coordinate);
/// In the order of their numbers.
core::Result<std::vector<SplitPart>> split_parts(const Shape& shape);

}  // namespace tileglot::notation::xla
