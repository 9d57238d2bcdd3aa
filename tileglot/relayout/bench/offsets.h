// SPDX-License-Identifier: Apache-2.0
// offsets.h: the offset of each element, by its notation's own evaluator.
//
// What     Offsets::of(text) asks the evaluator for the offsets along each dimension. A layout is
//          separable if each offset is a sum of one term per dimension; those few numbers are then
//          sufficient. A seeded sample of coordinates decides. Otherwise every offset is evaluated.
// Why      Outputs are compared with these offsets, and the code that moves data is not involved. A
//          wrong decision would make a right output look wrong, never hide a wrong one.
// Units    Elements. Coordinates are row-major.
// Example  f32[3,5]{1,0:T(2,2)} is separable: (0,2,12) for x0 plus (0,1,4,5,8) for x1.
//          f32[7,5,11]{2,1,0:T(*,2,3)} is not.
//          [tests: offsets_test.cc, "tiles are separable, fused dimensions are not"]
// Errors   Those of bridge/any_layout.h.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"

namespace tileglot::relayout::bench {

class Offsets {
 public:
  static core::Result<Offsets> of(std::string_view text);

  std::span<const std::int64_t> extents() const { return evaluator_.extents(); }
  std::int64_t codomain_size() const { return evaluator_.codomain_size(); }
  bool is_separable() const { return separable_; }

  /// Fills `offsets` with those of one row: the last number of x counts from 0, the others stay. A
  /// layout of rank 0 has one offset. Precondition: `offsets` is as long as the row.
  void row(std::vector<std::int64_t>& x, std::span<std::int64_t> offsets) const;

 private:
  explicit Offsets(bridge::Evaluator evaluator);
  std::int64_t by_tables(std::span<const std::int64_t> x) const;
  void make_tables();
  bool agrees_with_samples() const;

  bridge::Evaluator evaluator_;
  std::int64_t base_ = 0;                         ///< of coordinate 0
  std::vector<std::vector<std::int64_t>> steps_;  ///< offset along one dimension, minus base_
  bool separable_ = false;
};

}  // namespace tileglot::relayout::bench
