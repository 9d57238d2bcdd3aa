// SPDX-License-Identifier: Apache-2.0
// trip_count.h: how often a loop runs, where the module says so.
//
// What     trip_count(module, callers, loop) reads known_trip_count in the backend_config of a
//          while; where there is none, it derives the number from a condition that compares a
//          counter with a constant, a body that adds a constant to it, and a constant start
//          (scalar_origin.h, counted_loop.h). A constant may also be a leaf of the loop's state that
//          the body passes on, or come from around the loop.
// Why      What a loop's body moves, it moves in every trip (executions.h).
// Example  i < 100, i from 0 in steps of 1: 100 trips, by its condition.
//          [tests: hlo/pass/cost/trip_count_test.cc, "a counter and a constant tell the trips"]
// Errors   None: there is no number where the loop may never end, where a counter would wrap, and
//          where the condition is anything else.
// Source   XLA, WhileLoopBackendConfig; XLA derives the same with ComputeWhileLoopTripCount.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

enum class TripSource : std::uint8_t { kBackendConfig, kCondition };

struct TripCount {
  std::int64_t trips = 0;
  TripSource source = TripSource::kCondition;
  friend bool operator==(const TripCount&, const TripCount&) = default;
};

/// For each computation the instructions that call it: callers(module) of hlo/ir/order.h.
using Callers = std::vector<std::vector<InstructionId>>;

/// Preconditions: verify(module); a while.
std::optional<TripCount> trip_count(const Module& module, const Callers& callers,
                                    InstructionId loop);

/// known_trip_count of the text of a backend_config.
std::optional<std::int64_t> known_trip_count(std::string_view backend_config);

}  // namespace tileglot::hlo::pass
