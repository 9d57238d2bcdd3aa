// SPDX-License-Identifier: Apache-2.0
// cover.h: whether boxes have every element of an array exactly once.
//
// What     first_fault(whole, boxes) is the first element of `whole`, in row-major order, that not
//          exactly one of the boxes has, and how many have it.
// Why      Headers are written by many ranks, and nothing else compares them. A hole or an overlap
//          is refused before anything is read.
// How      Let f(x) be the number of boxes that have x, less 1 if x is in `whole`. f is zero where
//          each element is held once. Along the first dimension f changes only where some box
//          begins or ends, and by the sum of those boxes' cross-sections. So the boxes are sorted by
//          their ends, and at each end the cross-sections are the same question with a dimension
//          less; the first end whose answer is not zero is the first fault. No pairs of boxes
//          are compared: n boxes cut in d dimensions take 2^d * n steps and a sort of those.
// Example  Of [0:4,0:6], [0:2,0:6] and [2:4,0:3] leave (2,3), which none has.
//          [tests: cover_test.cc, "the first element that no box has"]
// Errors   pieces.limit where the steps are more than `most_steps`: very many boxes, cut in many
//          dimensions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

inline constexpr std::int64_t kMostSteps = std::int64_t{1} << 25;

struct Fault {
  map::Coordinate at = {};
  std::int64_t holders = 0;  ///< 0, a hole; or 2 and more
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// Precondition: the boxes are in `whole` and have its rank. Equal boxes count apart.
core::Result<std::optional<Fault>> first_fault(const map::Box& whole,
                                               std::span<const map::Box* const> boxes,
                                               std::int64_t most_steps = kMostSteps);

}  // namespace tileglot::checkpoint::pieces
