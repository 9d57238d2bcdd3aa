// SPDX-License-Identifier: Apache-2.0
// counted_loop.h: how often a loop runs whose condition compares a counter with a constant.
//
// What     trips_of(loop) is the number of k >= 0, counted from 0, for which
//          start + offset + k * step DIRECTION bound holds, until it first does not.
// Example  start 0, step 1, LT 100: 100 trips; start 10, step -3, GT 0: 4 trips (10, 7, 4, 1).
//          [tests: hlo/pass/cost/trip_count_test.cc, "every direction is counted"]
// Errors   None: there is no number where the loop may never end, where the counter would wrap
//          around in its type, and for directions that are not known.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::pass {

struct CountedLoop {
  std::int64_t start = 0;
  std::int64_t step = 0;
  std::int64_t offset = 0;  ///< added to the counter before it is compared
  std::string_view direction = {};
  std::int64_t bound = 0;
  notation::xla::PrimitiveType type = notation::xla::PrimitiveType::kS32;
};

/// Precondition: an integral type.
std::optional<std::int64_t> trips_of(const CountedLoop& loop);

/// LT for GT, and so on: for `bound DIRECTION counter`.
std::string_view mirrored_direction(std::string_view direction);

}  // namespace tileglot::hlo::pass
