// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/kind.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tileglot::advice {
namespace {

std::string refusal_of(std::string_view text) {
  const auto read = parse_accesses(text);
  return read ? "none" : read.error()->code;
}

TEST(AccessKind, AccessesAreReadWordByWord) {
  const auto kinds = *parse_accesses("ldmatrix.x4.trans, stmatrix ,vector:4@0,global");
  ASSERT_EQ(kinds.size(), 4U);
  EXPECT_EQ(kinds[0].matrices, 4);
  EXPECT_TRUE(kinds[0].is_transposed);
  EXPECT_FALSE(kinds[0].is_store);
  EXPECT_EQ(kinds[0].text, "ldmatrix.x4.trans");
  EXPECT_TRUE(kinds[1].is_store);
  EXPECT_EQ(kinds[1].matrices, 1);
  EXPECT_EQ(kinds[2].elements, 4);
  EXPECT_EQ(kinds[2].mode, 0U);
  EXPECT_EQ(kinds[3].kind, AccessKind::Kind::kGlobal);
  EXPECT_FALSE(kinds[3].elements.has_value());
}

TEST(AccessKind, AnInstructionThatReadsByADescriptorIsAnAccess) {
  const auto kinds = *parse_accesses("wgmma,tcgen05");
  EXPECT_EQ(kinds[0].kind, AccessKind::Kind::kOperand);
  EXPECT_EQ(kinds[0].instruction, notation::cute::SmemMma::kWgmma);
  EXPECT_EQ(kinds[1].instruction, notation::cute::SmemMma::kTcgen05);
  EXPECT_EQ(refusal_of("wgmma.x2"), "access.kind");
  EXPECT_EQ(refusal_of("wgmma@0"), "access.kind");
}

TEST(AccessKind, WhatIsNotAnAccessIsRefused) {
  for (const std::string_view text :
       {"", "ldmatrx", "ldmatrix.x3", "ldmatrix.trans.x4", "vector:0", "vector:129", "vector@-1",
        "vector:4,", "vector 4", "global:", "matrix", "ldmatrix;"}) {
    EXPECT_NE(refusal_of(text), "none") << text;
  }
  EXPECT_EQ(parse_accesses("ldmatrx.x4").error()->help, "did you mean 'ldmatrix'?");
  EXPECT_EQ(refusal_of("vector:0"), "access.kind");
}

}  // namespace
}  // namespace tileglot::advice
