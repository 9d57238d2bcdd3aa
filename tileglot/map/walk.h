// SPDX-License-Identifier: Apache-2.0
// walk.h: iterating over a map without division.
//
// What     A Walker is at a coordinate and knows the offset there. step(k) moves it by one along
//          dimension k; BoxWalk visits a box of coordinates in row-major order.
// Why      A table of offsets grows with the tensor; counters do not, and cost a nanosecond or two
//          per step.
// How      Along k the coefficient of divisor 1 is always added, and one countdown reports when the
//          next boundary is crossed and more must be added. Bit i of x_k is the boundary 2^i: the
//          parities that contain it flip. Floors of inner values are recomputed, by multiplication,
//          when one has moved.
// Units    Each of the next run(k) steps adds exactly slope(k): that many offsets are strided. leap
//          skips over them.
// Example  Row 0 of f32[3,5]{1,0:T(2,2)}: 0, +1 = 1, +1+2 = 4 at the boundary 2, +1 = 5, +1+2 = 8.
//          [tests: walk_test.cc, "a walk along a tiled row adds at the boundaries"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

class Walker {
 public:
  /// Starts at `start`, a coordinate of f. Does not keep a reference to f; its memory grows only
  /// with f's terms.
  Walker(const IndexMap& f, Coordinate start);

  std::int64_t offset() const { return static_cast<std::int64_t>(offset_); }
  const Coordinate& at() const { return at_; }

  /// Increments x_k. Precondition: x_k + 1 is below the extent.
  void step(std::size_t k) { leap(k, 1); }
  /// Resets x_k to its starting value.
  void rewind(std::size_t k);

  /// What each of the next run(k) steps along k adds.
  std::int64_t slope(std::size_t k) const { return static_cast<std::int64_t>(axes_[k].slope); }
  /// May exceed the number of coordinates left.
  std::int64_t run(std::size_t k) const { return axes_[k].until - 1; }
  /// Adds n to x_k. Precondition: n <= run(k) + 1, and x_k + n is below the extent.
  void leap(std::size_t k, std::int64_t n) {
    Axis& axis = axes_[k];
    at_[k] += n;
    offset_ += axis.slope * static_cast<std::uint64_t>(n);
    axis.until -= n;
    if (axis.until == 0) cross(axis);
  }

 private:
  // Values are numbered: inner values first, the output last. All sums wrap in 64 bits.

  /// Counts down to the next multiple of a boundary.
  struct Countdown {
    std::int64_t period = 1;
    std::int64_t left = 1;
    std::int64_t left_at_start = 1;

    bool passes(std::int64_t steps) {
      left -= steps;
      if (left > 0) return false;
      left = period;
      return true;
    }
  };
  /// A floor of x_k in a value.
  struct Crossing {
    Countdown countdown = {};
    std::size_t value = 0;
    std::uint64_t coef = 0;
    std::uint64_t passed = 0;  ///< total added since the start
  };
  /// A bit of x_k in the parities of a value.
  struct Flip {
    Countdown countdown = {};
    std::size_t value = 0;
    std::size_t place = 0;  ///< in the value's XorPart::bits
    bool changed = false;
  };
  struct Slope {
    std::size_t value = 0;
    std::uint64_t coef = 0;
  };
  struct Axis {
    std::uint64_t slope = 0;  ///< of the output
    std::int64_t until = 0;   ///< steps to the next event
    std::int64_t armed = 0;   ///< `until` after the last event
    std::int64_t start = 0;
    bool moves_inner = false;
    std::vector<Slope> inner_slopes = {};
    std::vector<Crossing> crossings = {};
    std::vector<Flip> flips = {};
  };
  /// What a value reads from inner values, and its parities.
  struct Node {
    struct Floor {
      std::uint64_t coef;
      std::size_t inner;
      Divider divider;
    };
    struct InnerBit {
      std::size_t inner;
      unsigned bit;
      std::size_t place;
      bool now;
    };
    std::vector<Floor> floors = {};
    std::uint64_t from_floors = 0;
    std::vector<InnerBit> bits = {};
    XorPart xors = {};
    std::uint64_t odd = 0;  ///< rows whose parity is 1
  };

  void add_axis_terms(const Value& v, std::size_t value);
  void add_inner_terms(const Value& v, std::size_t value);
  std::uint64_t& total(std::size_t value) {
    return value == totals_.size() ? offset_ : totals_[value];
  }
  void cross(Axis& axis);
  void arm(Axis& axis) const;
  void flip(std::size_t value, std::size_t place);
  void refresh();

  std::size_t rank_;
  Coordinate at_;
  std::uint64_t offset_ = 0;
  std::vector<Axis> axes_;
  std::vector<std::uint64_t> totals_;  ///< of the inner values
  std::vector<Node> nodes_;
};

/// The offsets of a box of coordinates, the last dimension fastest.
class BoxWalk {
 public:
  /// Precondition: each side of the box is inside the dimension and not empty.
  BoxWalk(const IndexMap& f, std::vector<Range> box);
  /// All coordinates. Precondition: the domain is not empty.
  explicit BoxWalk(const IndexMap& f);

  std::int64_t offset() const { return walker_.offset(); }
  const Coordinate& at() const { return walker_.at(); }
  /// Moves to the next coordinate; false after the last, when the walk is at the first again.
  bool next();

 private:
  std::vector<Range> box_;
  Walker walker_;
};

}  // namespace tileglot::map
