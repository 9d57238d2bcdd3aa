// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/budget.h"

#include <fmt/format.h>

#include <cstdint>

#include "tileglot/core/error.h"

namespace tileglot::hlo::run {

core::Status Budget::spend(std::int64_t n) {
  if (n > left_) {
    return core::fail({.code = "run.steps",
                       .message = fmt::format("the module takes more than the {} steps that a run "
                                              "may take",
                                              steps_),
                       .help = "a step is an element read, written or combined; run the module on "
                               "smaller shapes, see that its loops end, or raise --max-steps"});
  }
  left_ -= n;
  return {};
}

}  // namespace tileglot::hlo::run
