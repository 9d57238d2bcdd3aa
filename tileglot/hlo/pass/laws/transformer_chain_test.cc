// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/transformer_chain.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"

namespace tileglot::hlo::pass {
namespace {

TEST(TransformerChain, AChainIsAsLongAsWasAskedFor) {
  const Module module = parsed_module(transformer_chain(2000));
  EXPECT_TRUE(verify(module));
  EXPECT_GE(module.instruction_count(), 2000U);
  EXPECT_LT(module.instruction_count(), 2050U);
}

TEST(TransformerChain, EachLayerHasCopies) {
  for (const char* target : {"cpu", "sm_90"}) {
    const Assigned one(transformer_chain(1), target);
    const Assigned many(transformer_chain(400), target);
    EXPECT_TRUE(check_layouts_assigned(many.module())) << target;
    EXPECT_GT(one.assignment().copies.size(), 2U) << target;
    EXPECT_GE(many.assignment().copies.size(), 10 * one.assignment().copies.size()) << target;
  }
}

}  // namespace
}  // namespace tileglot::hlo::pass
