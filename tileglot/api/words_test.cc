// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/words.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/advice/access/kind.h"
#include "tileglot/api/eval/eval.h"
#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/api/show/show.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"

namespace tileglot::api {
namespace {

TEST(Words, EveryWordIsOneThatARequestTakes) {
  const Json json = words(eval_operations())->json;
  EXPECT_EQ(json["views"][0], "grid");
  EXPECT_EQ(json["palettes"]["safe"]["buckets"][0], "#ddf0fb");
  EXPECT_EQ(json["palettes"]["grey"]["ramp"].size(), 256U);
  for (const std::string access : json["accesses"])
    EXPECT_TRUE(advice::parse_accesses(access)) << access;
  for (const std::string target : json["targets"]) EXPECT_TRUE(target_policy(target)) << target;
  for (const auto& notation : json["notations"])
    EXPECT_TRUE(bridge::notation_named(notation["name"].get<std::string>())) << notation;
  for (const std::string type : json["types"]) EXPECT_TRUE(core::parse_element_type(type)) << type;
  for (const auto& operation : json["operations"])
    EXPECT_TRUE(eval_operations().knows(operation["name"].get<std::string>()));
}

TEST(Words, ColoursAndLabelsAreThoseOfPictures) {
  const Json json = words(eval_operations())->json;
  for (const std::string color : json["colors"]) {
    const auto drawn = draw({.layout = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], "
                                       "warpsPerCTA = [4], order = [0]}>",
                             .view = "tv",
                             .color = color == "bank" ? "none" : color,
                             .tensor = "f16[128]"});
    EXPECT_TRUE(drawn) << color;
  }
  for (const std::string label : json["labels"]) {
    const bool is_of_threads = label == "tv";
    EXPECT_TRUE(draw({.layout = is_of_threads ? "((4,8),(2,2)):((32,1),(16,8))" : "(4,8):(8,1)",
                      .view = is_of_threads ? "tv" : "grid",
                      .label = label,
                      .dtype = "f16"}))
        << label;
  }
}

}  // namespace
}  // namespace tileglot::api
