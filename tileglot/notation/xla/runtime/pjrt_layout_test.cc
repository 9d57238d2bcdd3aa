// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/pjrt_layout.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <functional>
#include <optional>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

PjrtLayout layout_of(std::string_view text) { return PjrtLayout(*parse_layout(text)); }

TEST(PjrtLayout, TheMemorySpaceIsNotKept) {
  EXPECT_EQ(layout_of("{1,0:T(8,128)S(5)}").serialize(), "{1,0:T(8,128)}");
  EXPECT_EQ(layout_of("{1,0:S(5)}"), layout_of("{1,0:S(1)}"));
  EXPECT_EQ(PjrtLayout::deserialize("{1,0:S(5)}")->layout().memory_space, 0);
  EXPECT_FALSE(layout_of("{1,0}") == layout_of("{0,1}"));
}

TEST(PjrtLayout, WhatIsSerializedReadsBack) {
  core::check_law("xla_pjrt_layout_round_trip", 10000, [] {
    const PjrtLayout layout(*(*any_shape()).layout);
    const auto again = PjrtLayout::deserialize(layout.serialize());
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == layout);
    RC_ASSERT(std::hash<PjrtLayout>()(*again) == std::hash<PjrtLayout>()(layout));
  });
}

TEST(PjrtLayout, DifferentLayoutsHaveDifferentHashes) {
  EXPECT_NE(std::hash<PjrtLayout>()(layout_of("{1,0}")),
            std::hash<PjrtLayout>()(layout_of("{0,1}")));
}

TEST(PjrtLayout, TextThatIsNotALayoutIsRefused) {
  EXPECT_EQ(PjrtLayout::deserialize("{1,0").error()->code, "xla.layout");
  EXPECT_EQ(PjrtLayout::deserialize("{1,0:(8,128)}").error()->code, "xla.layout");
}

TEST(PjrtLayout, TheDefaultIsNotReported) {
  const Layout layout = *parse_layout("{1,0:S(1)}");
  EXPECT_EQ(reported_layout(LayoutMode(), layout), std::nullopt);
  EXPECT_EQ(reported_layout(LayoutMode::chosen_by_compiler(), layout), layout_of("{1,0}"));
  EXPECT_EQ(reported_layout(LayoutMode(layout), layout), layout_of("{1,0}"));
}

}  // namespace
}  // namespace tileglot::notation::xla
