// SPDX-License-Identifier: Apache-2.0
// fractions_law_test.cc: passes may change the order of a sum, and nothing else: what a module makes of
// random fractions stays within n * eps, n its longest sum (longest_sum.h).
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <limits>
#include <memory>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/longest_sum.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/any_order_policy.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::run {
namespace {

constexpr RunOptions kAsBytes{.handover = Handover::kAsBytes};

/// The largest difference of two numbers at one place; infinite where one is not a number.
double distance(const std::vector<Output>& a, const std::vector<Output>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto& x = numbers_of<float>(a[i].elements);
    const auto& y = numbers_of<float>(b[i].elements);
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double d = std::fabs(static_cast<double>(x[k]) - static_cast<double>(y[k]));
      largest = std::isnan(d) ? std::numeric_limits<double>::infinity() : std::max(largest, d);
    }
  }
  return largest;
}

struct Tried {
  std::size_t modules = 0;
  std::size_t sharp = 0;   ///< with a bound below 2^-13
  std::size_t differ = 0;  ///< in some bit
};

/// After each pass the results are as near to those of the module as given.
void expect_near(Module module, const std::vector<Elements>& inputs,
                 const pass::LayoutPolicy& policy, Tried& tried) {
  const double bound = std::ldexp(static_cast<double>(longest_sum(module)), -23);
  const auto before = evaluate(module, inputs);
  ASSERT_TRUE(before) << before.error()->message << print(module);
  double largest = 0;
  for (const pass::ModulePass& pass : pass::module_passes()) {
    if (pass.name == "flatten-call-graph") continue;  // Before layouts are assigned.
    const auto changes = pass.apply(module, policy);
    ASSERT_TRUE(changes) << changes.error()->message << print(module);
    const auto after = evaluate(module, inputs, kAsBytes);
    ASSERT_TRUE(after) << after.error()->message << print(module);
    ASSERT_EQ(before->size(), after->size());
    largest = std::max(largest, distance(*before, *after));
    EXPECT_LE(largest, bound) << "after " << pass.name << print(module);
  }
  ++tried.modules;
  tried.sharp += bound < std::ldexp(1.0, -13) ? 1U : 0U;
  tried.differ += largest > 0 ? 1U : 0U;
}

TEST(FractionsLaw, PassesKeepFractionsWithinNEps) {
  Tried tried;
  core::check_law("passes_keep_fractions_within_n_eps", 5000, [&] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    RandomBits bits(seed);
    const Module module = any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(4, 20), {},
                                                   RandomNumbers::kAny);
    const std::vector<Elements> inputs = any_inputs(module, bits, RandomNumbers::kAny);
    expect_near(module, inputs, *pass::cpu_policy(), tried);
    expect_near(module, inputs, *pass::gpu_policy(90), tried);
    expect_near(module, inputs, AnyOrderPolicy(seed), tried);
  });
  std::cout << tried.differ << " of " << tried.modules << " runs differ in a bit, " << tried.sharp
            << " have a bound below 2^-13\n";
  EXPECT_GE(10 * tried.sharp, 9 * tried.modules);
}

}  // namespace
}  // namespace tileglot::hlo::run
