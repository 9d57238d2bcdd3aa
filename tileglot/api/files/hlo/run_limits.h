// SPDX-License-Identifier: Apache-2.0
// hlo/run_limits.h: how large a run may be, as the caller sets it.
//
// What     RunLimits has a number for each limit of hlo/run that the caller raised or lowered: the
//          elements of one array, the bytes of all live arrays, the steps. limited(options, limits)
//          are the options of a run with these limits.
// Why      The limits that hold without a request stop a mistake early; a real model needs more.
// Units    Elements include padding; an instruction is 1024 steps, and an element one.
// Example  {.steps = 10} refuses what takes more: run.steps.
//          [tests: files/hlo/run_test.cc, "limits are the caller's"]
// Errors   run.limit for a number outside its range.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/hlo/run/evaluate.h"

namespace tileglot::api::files {

inline constexpr std::int64_t kMostRunElements = std::int64_t{1} << 40;
inline constexpr std::int64_t kMostRunBytes = std::int64_t{1} << 46;
inline constexpr std::int64_t kMostRunSteps = std::int64_t{1} << 62;

struct RunLimits {
  std::optional<std::int64_t> elements = {};
  std::optional<std::int64_t> bytes = {};
  std::optional<std::int64_t> steps = {};
};

core::Status check_limits(const RunLimits& limits);

/// Precondition: check_limits.
hlo::run::RunOptions limited(hlo::run::RunOptions options, const RunLimits& limits);

}  // namespace tileglot::api::files
