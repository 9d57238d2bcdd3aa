// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/attribute.h"

#include <gtest/gtest.h>

#include "tileglot/hlo/ir/instruction.h"

namespace tileglot::hlo {
namespace {

TEST(Attribute, EveryNameReadsBackAsItsKey) {
  for (const AttributeRow& row : attribute_rows()) {
    EXPECT_EQ(attribute_named(row.name), row.key) << row.name;
  }
  EXPECT_EQ(name_of(AttributeKey::kControlPredecessors), "control-predecessors");
  EXPECT_EQ(attribute_named("dimension"), std::nullopt);
}

TEST(Attribute, OnlyWordsHaveAListOfWords) {
  for (const AttributeRow& row : attribute_rows()) {
    const bool has_words = row.kind == AttributeKind::kWord || row.kind == AttributeKind::kWords ||
                           row.kind == AttributeKind::kAnyCase;
    EXPECT_EQ(!row.words.empty(), has_words) << row.name;
  }
}

TEST(Attribute, ListsStayInTheOrderOfTheKeys) {
  Instruction i;
  set_attribute(i, AttributeKey::kToApply, ComputationId{3});
  set_attribute(i, AttributeKey::kDimensions, Ints{1});
  set_attribute(i, AttributeKey::kDimensions, Ints{2});
  ASSERT_EQ(i.attributes.size(), 2U);
  EXPECT_EQ(i.attributes[0].key, AttributeKey::kDimensions);
  EXPECT_EQ(integers_of(i, AttributeKey::kDimensions), Ints{2});
  remove_attribute(i, AttributeKey::kDimensions);
  EXPECT_TRUE(integers_of(i, AttributeKey::kDimensions).empty());
  EXPECT_EQ(integer_of(i, AttributeKey::kIndex, 7), 7);
  EXPECT_TRUE(flag_of(i, AttributeKey::kLower, true));
}

TEST(Attribute, TheBodyIsCalledBeforeTheCondition) {
  Instruction i;
  set_attribute(i, AttributeKey::kCondition, ComputationId{1});
  set_attribute(i, AttributeKey::kBody, ComputationId{2});
  set_attribute(i, AttributeKey::kBranchComputations,
                Computations{ComputationId{4}, ComputationId{3}});
  EXPECT_EQ(called_computations(i),
            (Computations{ComputationId{2}, ComputationId{1}, ComputationId{4}, ComputationId{3}}));
}

TEST(Attribute, SharedValuesAreComparedByWhatTheyHold) {
  EXPECT_EQ(Shared(Literal{.bounds = {2}}), Shared(Literal{.bounds = {2}}));
  EXPECT_FALSE(Shared(Literal{.bounds = {2}}) == Shared(Literal{.bounds = {3}}));
}

TEST(Attribute, TextsAreReadWithoutTheirQuotationMarks) {
  Instruction i;
  set_attribute(i, AttributeKey::kCustomCallTarget, Text{"\"a\\\"b\""});
  EXPECT_EQ(unquoted_of(i, AttributeKey::kCustomCallTarget), "a\"b");
  EXPECT_EQ(text_of(i, AttributeKey::kMetadata), "");
}

}  // namespace
}  // namespace tileglot::hlo
