// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/partition_spec.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh {
namespace {

std::string canonical_spec(std::string_view text) {
  const auto spec = parse_partition_spec(text);
  return spec ? print(*spec) : spec.error()->code;
}

TEST(PartitionSpec, AnEntryIsNothingAnAxisOrSeveral) {
  const auto spec = parse_partition_spec("P(('y','x'), None)");
  ASSERT_TRUE(spec);
  EXPECT_EQ(*spec, (PartitionSpec{{{"y", "x"}, {}}}));
  EXPECT_EQ(print(*spec), "P(('y', 'x'), None)");
}

TEST(PartitionSpec, EverySpellingIsRead) {
  EXPECT_EQ(canonical_spec("P()"), "P()");
  EXPECT_EQ(canonical_spec("P('x',)"), "P('x')");
  EXPECT_EQ(canonical_spec("PartitionSpec('x', None)"), "P('x', None)");
  EXPECT_EQ(canonical_spec("P(x, (y, \"z\",))"), "P('x', ('y', 'z'))");
  EXPECT_EQ(canonical_spec("P(('x',), ())"), "P('x', None)");
  EXPECT_EQ(canonical_spec("P('None', 'unreduced', P)"), "P('None', 'unreduced', 'P')");
}

TEST(PartitionSpec, WhatSaysNoCutIsRefused) {
  EXPECT_EQ(canonical_spec("P(P.UNCONSTRAINED, 'x')"), "mesh.unconstrained");
  EXPECT_EQ(canonical_spec("P(UNCONSTRAINED)"), "mesh.unconstrained");
  EXPECT_EQ(canonical_spec("P('x', unreduced={'y'})"), "mesh.sum");
  EXPECT_EQ(canonical_spec("P('x', 'x')"), "mesh.axis_twice");
  EXPECT_EQ(canonical_spec("P(('x', 'x'))"), "mesh.axis_twice");
  EXPECT_EQ(canonical_spec("P('x'"), "scan.expected");
  EXPECT_EQ(canonical_spec("P('x') y"), "scan.trailing");
  EXPECT_EQ(canonical_spec("Q('x')"), "scan.expected");
  EXPECT_EQ(canonical_spec("P(1)"), "scan.expected");
  std::string many = "P(";
  for (int i = 0; i < 65; ++i) many += "None,";
  EXPECT_EQ(canonical_spec(many + ")"), "mesh.limit");
}

TEST(PartitionSpec, AnAxisUsedTwiceIsShownWithBothPlaces) {
  const auto spec = parse_partition_spec("P('x', None, 'x')");
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.error()->message, "axis 'x' cuts dimension 0 and dimension 2");
  EXPECT_EQ(spec.error()->span, (core::Span{13, 16}));
}

TEST(PartitionSpec, PrintedSpecsAreReadBack) {
  core::check_law("partition_spec_reads_back", 20000, [] {
    const PartitionSpec spec = *any_spec(*any_mesh(), static_cast<std::size_t>(any_between(0, 4)));
    const auto again = parse_partition_spec(print(spec));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == spec);
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
