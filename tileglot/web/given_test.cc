// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/given.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/value/json.h"

namespace tileglot::web {
namespace {

struct Members {
  std::string text;
  std::int64_t number = 1;
  bool flag = false;
  std::vector<std::string> texts;
  std::optional<std::string> maybe;
};

std::string read(const char* json, Members& members) {
  const Json of = Json::parse(json);
  Given given(of);
  given.take("text", members.text);
  given.take("number", members.number);
  given.take("flag", members.flag);
  given.take("texts", members.texts);
  given.take("maybe", members.maybe);
  const auto status = given.finish();
  return status ? "" : status.error()->message;
}

TEST(WebGiven, MembersAreReadByName) {
  Members members;
  EXPECT_EQ(read(R"({"text":"a","number":7,"flag":true,"texts":["b"],"maybe":"c"})", members), "");
  EXPECT_EQ(members.text, "a");
  EXPECT_EQ(members.number, 7);
  EXPECT_TRUE(members.flag);
  EXPECT_EQ(members.texts, std::vector<std::string>{"b"});
  EXPECT_EQ(members.maybe, "c");
  Members absent;
  EXPECT_EQ(read("{}", absent), "");
  EXPECT_FALSE(absent.maybe);
}

TEST(WebGiven, MembersOfOtherTypesAndNamesAreRefused) {
  Members members;
  EXPECT_EQ(read(R"({"text":1})", members), "\"text\" must be a string");
  EXPECT_EQ(read(R"({"number":"1"})", members), "\"number\" must be a 64-bit integer");
  EXPECT_EQ(read(R"({"number":18446744073709551615})", members),
            "\"number\" must be a 64-bit integer");
  EXPECT_EQ(read(R"({"number":1.5})", members), "\"number\" must be a 64-bit integer");
  EXPECT_EQ(read(R"({"flag":0})", members), "\"flag\" must be true or false");
  EXPECT_EQ(read(R"({"texts":["a",1]})", members), "\"texts\" must be a list of strings");
  EXPECT_EQ(read(R"({"maybe":null})", members), "\"maybe\" must be a string");
  EXPECT_EQ(read(R"({"other":1})", members), "unknown member \"other\"");
  EXPECT_EQ(read("[]", members), "a request must be a JSON object");
}

}  // namespace
}  // namespace tileglot::web
