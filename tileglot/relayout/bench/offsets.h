// SPDX-License-Identifier: Apache-2.0
// offsets.h: the offset of each element, by its notation's own evaluator.
//
// What     Offsets::of(text) asks the evaluator for the offsets along each dimension. Where offsets
//          are sums over the dimensions, those few numbers are sufficient; a seeded sample of
//          coordinates decides whether they are. Otherwise every offset is evaluated.
// Why      Outputs are compared with these offsets, and the code that moves data is not involved. A
//          wrong guess would show as a wrong output, never hide one.
// Units    Elements. Coordinates are row-major.
// Example  f32[3,5]{1,0:T(2,2)} is separable: (0,1,4,5,8) along x1, and 2 or 12 or both for x0.
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

  /// Fills `offsets` with those of the coordinates x, whose last number counts from 0. Rank 0: the
  /// one offset. Precondition: as many as the last extent.
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
