// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/list_operations.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/eval/eval.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/signature.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

TEST(ListOperations, AWordFindsTheOperationsThatHaveIt) {
  const auto reply = list_operations("coalesce_by_mode");
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->text,
            "CuTe\n\n"
            "coalesce_by_mode(layout, profile)\n"
            "  the layout with each mode coalesced by itself, as the profile divides it\n"
            "  in C++ coalesce(layout, profile)\n"
            "  coalesce_by_mode((2,(1,6)):(1,(6,2)),(1,1)) = (2,6):(1,2)\n");
  ASSERT_EQ(reply->json["operations"].size(), 1U);
  EXPECT_EQ(reply->json["operations"][0]["signature"], "coalesce_by_mode(layout, profile)");
  EXPECT_GT(list_operations("COALESCE")->json["operations"].size(), 3U);
}

TEST(ListOperations, EveryOperationIsListed) {
  const auto reply = list_operations();
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->json["operations"].size(), eval_operations().rows().size());
}

TEST(ListOperations, AWordThatNoneHasIsGuessed) {
  const auto reply = list_operations("colaesce");
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "eval.operation");
  EXPECT_EQ(reply.error()->help, "did you mean 'coalesce'?");
}

TEST(ListOperations, EveryOperationHasALineAndAnExampleThatIsAnswered) {
  for (const calculator::Operation& operation : eval_operations().rows()) {
    EXPECT_GT(operation.what.size(), 8U) << operation.name;
    EXPECT_TRUE(operation.example.starts_with(operation.name)) << operation.name;
    const auto reply = evaluate_expression(std::string(operation.example));
    const bool is_refused = operation.what.starts_with("always refused");
    EXPECT_EQ(reply.has_value(), !is_refused)
        << operation.example << (reply ? "" : "\n" + reply.error()->message);
  }
}

TEST(ListOperations, TheExamplesHaveTheArgumentsOfTheirSignatures) {
  for (const calculator::Operation& operation : eval_operations().rows()) {
    const auto count = calculator::argument_count(operation.signature);
    EXPECT_LE(count.fewest, count.most) << operation.name;
    const auto too_many =
        eval_operations().apply(operation.name, std::vector<std::string>(count.most + 4, "4:1"));
    ASSERT_FALSE(too_many.has_value()) << operation.name;
    EXPECT_NE(too_many.error()->help.find(operation.signature), std::string::npos)
        << operation.name;
  }
}

}  // namespace
}  // namespace tileglot::api
