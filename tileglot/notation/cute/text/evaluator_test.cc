// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/evaluator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

TEST(Evaluator, AnEvaluatorAgreesWithCrd2idxEverywhere) {
  for (const std::string_view text : {"(3,(2,3)):(3,(12,1))", "8:3", "():()", "(4,3):(-1,5)",
                                      "(((2),3),1):(((7),0),5)", "(2,()):(3,())"}) {
    const Layout<> layout = *parse_layout(text);
    const auto evaluator = Evaluator::of(layout);
    ASSERT_TRUE(evaluator.has_value()) << text;
    std::vector<std::int64_t> x(evaluator->extents().size(), 0);
    for (std::int64_t index = 0; index < evaluator->size(); ++index) {
      std::int64_t rest = index;
      for (std::size_t k = 0; k < x.size(); ++k) {
        x[k] = rest % evaluator->extents()[k];
        rest /= evaluator->extents()[k];
      }
      const auto expected = crd2idx(core::IntTuple(core::Integer(index)), layout);
      ASSERT_TRUE(expected.ok()) << text;
      EXPECT_EQ(evaluator->offset(x), expected->value) << text << " at " << index;
    }
  }
}

}  // namespace
}  // namespace tileglot::notation::cute
