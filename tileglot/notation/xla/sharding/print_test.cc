// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/print.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/sharding/any_sharding.h"
#include "tileglot/notation/xla/sharding/parse.h"

namespace tileglot::notation::xla {
namespace {

TEST(PrintSharding, OneFormIsPrinted) {
  EXPECT_EQ(print(*parse_sharding("{devices=[2,2]<=[2,2]T(0,1)}")), "{devices=[2,2]<=[4]}");
}

TEST(PrintSharding, WhatIsPrintedReadsBack) {
  core::check_law("xla_sharding_text_round_trip", 20000, [] {
    const Sharding sharding = *any_sharding();
    const auto again = parse_sharding(print(sharding, MetadataText::kShown));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == sharding);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
