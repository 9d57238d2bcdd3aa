// SPDX-License-Identifier: Apache-2.0
// digit_inverse.h: preimages of a plain map whose digits can be read off the offset.
//
// What     Where each non-zero stride exceeds the maximum reach of the smaller ones, an offset has
//          one choice of those digits; digits with stride 0 are free. All preimages are listed from
//          that.
// Why      One division per digit, for any extents; the usual case of tiled and strided layouts.
// Example  f32[3,5]{1,0:T(2,2)}: strides 12, 4, 2, 1. 17 = 12 + 4 + 0 + 1, so x0 = 2 + 0, x1 = 2 +
//          1. 14 = 12 + 0 + 2 + 0 is x0 = 2 + 1, beyond the extent: padding.
//          [tests: inverse_test.cc, "seventeen is at (2,3) and 14 is padding"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"

namespace tileglot::map {

class DigitInverse {
 public:
  /// std::nullopt where f is not plain, or its digits do not nest or do not dominate.
  static std::optional<DigitInverse> of(const IndexMap& f);

  /// True if no digit is free: every offset has at most one preimage.
  bool is_direct() const { return direct_; }
  /// Writes the preimage; false where there is none. Precondition: is_direct().
  bool find(std::int64_t offset, std::span<std::int64_t> x) const;
  Preimages list(std::int64_t offset, std::size_t at_most) const;

 private:
  /// A digit that the offset determines.
  struct Step {
    Divider divider;      ///< by the stride, if it is not 1
    std::int64_t stride;  ///< positive
    std::int64_t radix;
    std::int64_t div;
    std::size_t dim;
    bool falling;  ///< the offset grows as the digit falls
  };
  /// A digit of one dimension, least significant first.
  struct Place {
    std::int64_t div;
    std::int64_t radix;  ///< for the top digit, as many values as the extent allows
    bool free;
    std::int64_t free_below;  ///< choices of the free digits below this one
  };
  struct Axis {
    std::int64_t extent;
    std::vector<Place> places;

    /// Coordinates below the extent whose determined digits are those of x, and the i-th of them.
    std::int64_t count(std::int64_t x) const;
    std::int64_t nth(std::int64_t x, std::int64_t i) const;
  };

  /// Reads the determined digits, with free ones 0; false where no digits produce the offset.
  bool read(std::int64_t offset, std::span<std::int64_t> x) const;
  bool add_axis(const IndexMap& f, std::size_t k);
  bool sort_steps(std::int64_t base);

  std::int64_t least_ = 0;   ///< the sum where each digit is at its smaller end
  std::vector<Step> steps_;  ///< largest stride first
  std::vector<Axis> axes_;
  bool direct_ = true;
};

}  // namespace tileglot::map
