// SPDX-License-Identifier: Apache-2.0
// any_order_policy.h: a platform whose operations request their results in random orders, for laws.
//
// What     AnyOrderPolicy(seed) requests a random order for every second array that an operation
//          computes; always the same for the same instruction.
// Why      The real platforms request row-major arrays almost everywhere: with them, a bug in how
//          an operation is rewritten for another order rarely shows.
// Example  [tests: hlo/run/laws/normalized_law_test.cc, "normalization does not change results"]
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::run {

notation::xla::Layout any_order(std::size_t rank, RandomBits& bits);

class AnyOrderPolicy : public pass::LayoutPolicy {
 public:
  explicit AnyOrderPolicy(std::uint64_t seed) : seed_(seed) {}
  void add_constraints(pass::LayoutConstraints& constraints,
                       ComputationId computation) const override;

 private:
  std::uint64_t seed_;
};

}  // namespace tileglot::hlo::run
