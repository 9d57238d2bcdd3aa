// SPDX-License-Identifier: Apache-2.0
// box.h: boxes of coordinates: intersection, difference and coverage.
//
// What     A Box is all x with begin <= x < end in every dimension. intersection, difference, and
//          uncovered: some coordinate of a box that is in none of a list of boxes.
// Why      A tensor that is cut into parts is a list of boxes; whether they overlap and whether
//          they cover the tensor is checked before anything moves.
// Example  (0,0)..(4,6) less (1,2)..(3,6) is (0,0)..(1,6), (3,0)..(4,6) and (1,0)..(3,2).
//          [tests: box_test.cc, "what is left of a box are boxes"]
// Errors   None: sizes saturate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"

namespace tileglot::map {

struct Box {
  Coordinate begin;
  Coordinate end;
  friend bool operator==(const Box&, const Box&) = default;

  /// The number of coordinates in the box.
  std::int64_t size() const;
};

/// True if the boxes share a coordinate. Precondition: equal ranks, here and below.
bool intersects(const Box& a, const Box& b);

/// std::nullopt if the boxes share no coordinate.
std::optional<Box> intersection(const Box& a, const Box& b);

/// Disjoint boxes whose union is `box` without `less`.
std::vector<Box> difference(const Box& box, const Box& less);

/// Some coordinate of `box` that is in none of `boxes`. Precondition: no two of the boxes share a
/// coordinate, and sizes fit int64.
std::optional<Coordinate> uncovered(const Box& box, std::span<const Box> boxes);

/// The box in an array that begins at `origin`.
std::vector<Slice> slices_of(const Box& box, const Coordinate& origin);

}  // namespace tileglot::map
