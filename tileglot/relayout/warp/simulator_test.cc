// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/simulator.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/any_distributed.h"
#include "tileglot/notation/linear/print.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

TEST(Simulator, EveryConversionDelivers) {
  core::check_law("warp_conversions_deliver", 20000, [] {
    const linear::DistributedPair p =
        *linear::any_distributed_pair({.min_bits = 1, .max_blocks = 2, .registers_repeat = true});
    const int bits = 8 << *rc::gen::inRange(0, 5);
    const auto plan = plan_conversion(p.src, p.dst, bits);
    ASSERT_TRUE(plan) << plan.error().code << plan.error().message;
    RC_CLASSIFY(true, std::string(name_of(plan->conversion)));
    const auto run = simulate(*plan, p.src, p.dst);
    EXPECT_TRUE(run) << run.error().code << ": " << run.error().message << "\n"
                     << bits << "\n"
                     << linear::print(p.src) << "\n"
                     << linear::print(p.dst);
  });
}

}  // namespace
}  // namespace tileglot::relayout::warp
