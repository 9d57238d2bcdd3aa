// SPDX-License-Identifier: Apache-2.0
// budget.h: how much a run may compute.
//
// What     spend(n) subtracts n steps from the rest; a step is an element read, written or
//          combined. Every instruction costs some steps of its own, so that an infinite loop is
//          stopped here.
// Example  With 1000 steps `while true` ends with run.steps.
//          [tests: hlo/run/interpret/control_flow_test.cc, "a loop without end is ended"]
// Errors   run.steps.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"

namespace tileglot::hlo::run {

class Budget {
 public:
  explicit Budget(std::int64_t steps) : steps_(steps), left_(steps) {}
  /// Precondition: n >= 0.
  core::Status spend(std::int64_t n);

 private:
  std::int64_t steps_;
  std::int64_t left_;
};

}  // namespace tileglot::hlo::run
