// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/composed_evaluator.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

ComposedLayout composed_of(const char* text) {
  return std::get<ComposedLayout>(*parse_any_layout(text));
}

TEST(ComposedEvaluator, AnEvaluatorAgreesWithCrd2idxEverywhere) {
  core::check_law("composed_evaluator_is_crd2idx", 10000, [] {
    const ComposedLayout c = *any_composed_layout();
    const auto evaluator = ComposedEvaluator::of(c);
    ASSERT_TRUE(evaluator.has_value()) << print(c) << ": " << evaluator.error()->message;
    ASSERT_EQ(evaluator->size(), size(c)->value);
    std::vector<std::int64_t> x(evaluator->extents().size(), 0);
    for (std::int64_t i = 0; i < evaluator->size(); ++i) {
      ASSERT_EQ(evaluator->offset(x), crd2idx(i, c)->value) << print(c) << " at " << i;
      for (std::size_t k = 0; k < x.size() && ++x[k] == evaluator->extents()[k]; ++k) x[k] = 0;
    }
  });
}

TEST(ComposedEvaluator, NegativeOffsetsUnderASwizzleAreRefused) {
  const auto refused = ComposedEvaluator::of(composed_of("Sw<2,0,2> o 3 o (4,2):(-1,-4)"));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "cute.swizzled_negative");
  EXPECT_EQ(refused.error()->message, "the offset -4 before the swizzle is negative");
  EXPECT_TRUE(ComposedEvaluator::of(composed_of("Sw<2,0,2> o 7 o (4,2):(-1,-4)")).has_value());
  EXPECT_FALSE(ComposedEvaluator::of(composed_of("8:1 o 0 o Sw<1,0,1>")).has_value());
}

}  // namespace
}  // namespace tileglot::notation::cute
