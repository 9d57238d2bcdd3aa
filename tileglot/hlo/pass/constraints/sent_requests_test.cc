// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/sent_requests.h"

#include <gtest/gtest.h>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::pass {
namespace {

class SentRequestsOf : public testing::Test {
 protected:
  LayoutId rows_in_bits() {
    auto layout = notation::xla::Layout::of_minor_to_major({1, 0});
    layout.element_size_bits = 4;
    return layouts_.keep(layout);
  }

  LayoutTable layouts_;
  SentRequests requests_{layouts_};
  InstructionId a_{7};
  LayoutId rows_ = layouts_.of_minor_to_major({1, 0});
  LayoutId columns_ = layouts_.of_minor_to_major({0, 1});
  LayoutId cubes_ = layouts_.of_minor_to_major({0, 1, 2});
};

TEST_F(SentRequestsOf, ARequestHoldsUntilOneOfThemChanges) {
  EXPECT_FALSE(requests_.holds(a_, rows_, 0));
  requests_.remember(a_, rows_, 1);
  EXPECT_TRUE(requests_.holds(a_, rows_in_bits(), 0));
  EXPECT_TRUE(requests_.holds(a_, rows_, 1));
  EXPECT_FALSE(requests_.holds(a_, rows_, 2));
  EXPECT_FALSE(requests_.holds(a_, columns_, 0));
  EXPECT_FALSE(requests_.holds(InstructionId{8}, rows_, 0));
  requests_.changed(a_, rows_in_bits());
  EXPECT_TRUE(requests_.holds(a_, rows_, 1));
  requests_.changed(a_, columns_);
  EXPECT_FALSE(requests_.holds(a_, rows_, 0));
}

TEST_F(SentRequestsOf, AnotherRankHasARequestOfItsOwn) {
  requests_.remember(a_, rows_, 0);
  requests_.remember(a_, cubes_, 0);
  requests_.changed(a_, columns_);
  EXPECT_FALSE(requests_.holds(a_, rows_, 0));
  EXPECT_TRUE(requests_.holds(a_, cubes_, 0));
  requests_.clear();
  EXPECT_FALSE(requests_.holds(a_, cubes_, 0));
}

}  // namespace
}  // namespace tileglot::hlo::pass
