// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/answer.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/convert/equal.h"
#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/value/json.h"
#include "tileglot/web/door.h"

namespace tileglot::web {
namespace {

using value::Json;

Json asked(const char* verb, Json of, std::vector<std::string> lines = {}) {
  const Json request{
      {"v", 1}, {"id", 7}, {"do", verb}, {"lines", std::move(lines)}, {"of", std::move(of)}};
  const bool is_hlo = std::string_view(verb).starts_with("hlo.");
  return Json::parse(answer(request.dump(), is_hlo ? hlo_door() : whole_door()));
}

const std::vector<std::string> kSwizzle{"A = (8,64):(64,1)", "S = Sw<3,3,3> o 0 o A", "A == S"};
const std::vector<std::string> kDivide{"A = (9,(4,8)):(59,(13,1))", "T = <3:3,(2,4):(1,8)>",
                                       "D = zipped_divide(A, T)"};
constexpr const char* kHlo =
    "ENTRY main { p = f32[4,8]{0,1} parameter(0)\n ROOT n = f32[4,8]{1,0} copy(p) }";

TEST(WebAnswer, EveryVerbAnswers) {
  const std::vector<std::pair<const char*, Json>> requests{
      {"about", Json::object()},
      {"words", Json::object()},
      {"scan", {{"text", kHlo}}},
      {"line", {{"line", 2}}},
      {"show", {{"line", 1}}},
      {"cell", {{"of", {{"verb", "show"}, {"line", 1}}}, {"panel", 0}, {"row", 1}, {"column", 2}}},
      {"export", {{"of", {{"verb", "show"}, {"line", 1}}}, {"as", "svg"}}},
      {"access", {{"line", 1}, {"dtype", "f16"}, {"access", "ldmatrix"}, {"suggest", true}}},
      {"index", {{"line", 0}, {"places", {"(1,2)"}}}},
      {"equal", {{"left", "A"}, {"right", "S"}}},
      {"convert", {{"line", 0}, {"dtype", "f16"}}},
      {"check", {{"line", 0}, {"dtype", "f16"}, {"access", "ldmatrix"}, {"suggest", true}}},
      {"eval", {{"expression", "size(A)"}, {"explain", true}}},
      {"inspect",
       {{"name", "'k'"},
        {"text",
         "#b = #ttg.blocked<{sizePerThread = [1], "
         "threadsPerWarp = [32], warpsPerCTA = [4], "
         "order = [0]}>\n"}}},
      {"hlo.stats", {{"text", kHlo}}},
      {"hlo.assign", {{"text", kHlo}, {"with_text", true}}},
      {"hlo.diff", {{"before", {{"text", kHlo}}}, {"after", {{"text", kHlo}}}}},
      {"hlo.verify", {{"text", kHlo}}},
      {"hlo.print", {{"text", kHlo}}}};
  for (const auto& [verb, of] : requests) {
    const Json reply = asked(verb, of, kSwizzle);
    EXPECT_TRUE(reply["ok"].get<bool>()) << verb << reply;
    EXPECT_EQ(reply["id"], 7);
  }
  const Json divided = asked("operation", {{"line", 2}}, kDivide);
  EXPECT_TRUE(divided["ok"].get<bool>()) << divided;
  EXPECT_EQ(divided["picture"]["joins"], Json({"offset"}));
  const Json differ = asked("equal", {{"left", "(2,4):(4,1)"}, {"right", "(2,4):(1,2)"}});
  EXPECT_EQ(differ["equal"], false);
  EXPECT_EQ(differ["exit"], 1);
}

TEST(WebAnswer, ALineSaysWhatItIs) {
  EXPECT_EQ(asked("line", {{"line", 1}}, kSwizzle)["layout"], "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(asked("line", {{"line", 1}}, kSwizzle)["name"], "S");
  const Json compared = asked("line", {{"line", 2}}, kSwizzle);
  EXPECT_EQ(compared["kind"], "equal");
  EXPECT_EQ(compared["equal"], false);
  EXPECT_EQ(compared["at"], Json({1, 0}));
  EXPECT_EQ(compared["values"], Json({64, 72}));
  const Json divided = asked("line", {{"line", 2}}, kDivide);
  EXPECT_EQ(divided["layout"], "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  EXPECT_EQ(divided["operation"], "zipped_divide");
  EXPECT_EQ(asked("line", {{"line", 0}}, {"  "})["kind"], "empty");
  EXPECT_EQ(asked("line", {{"line", 0}}, {"size(8:1) == 8"})["equal"], true);
}

TEST(WebAnswer, AnErrorPointsIntoTheLine) {
  const Json broken = asked("show", {{"line", 0}}, {"A = (8,64:(64,1)"});
  EXPECT_EQ(broken["ok"], false);
  EXPECT_EQ(broken["exit"], 2);
  EXPECT_EQ(broken["error"]["line"], 0);
  EXPECT_EQ(broken["error"]["span"], Json({9, 10})) << broken;
}

TEST(WebAnswer, ThePlaceOfAnErrorIsInBytesOfTheLine) {
  const Json broken = asked("line", {{"line", 0}}, {"A = (8,\xE2\x88\x97:(64,1)"});
  EXPECT_EQ(broken["error"]["span"], Json({7, 10})) << broken;
}

TEST(WebAnswer, AnErrorOfAnOptionIsNotOneOfTheLine) {
  const Json type = asked("check", {{"line", 0}, {"dtype", "f"}}, {"f32[4,8]{1,0}"});
  EXPECT_FALSE(type["error"].contains("line")) << type;
  const Json view = asked("show", {{"line", 0}, {"view", "4"}}, {"(4,8):(8,1)"});
  EXPECT_FALSE(view["error"].contains("line")) << view;
  EXPECT_EQ(view["error"]["source"], "4");
  const Json beside = asked("show", {{"line", 0}, {"side_by_side", "(4,8"}}, {"(4,8):(8,1)"});
  EXPECT_EQ(beside["error"]["source"], "(4,8") << beside;
}

TEST(WebAnswer, APlaceInALongLineIsFound) {
  std::string line = "(2";
  for (int i = 0; i < 60; ++i) line += ",2";
  line += "):(1,q)";
  const Json broken = asked("line", {{"line", 0}}, {line});
  EXPECT_EQ(broken["error"]["span"], Json({line.size() - 2, line.size() - 1})) << broken;
}

TEST(WebAnswer, ValuesAreEqualHoweverTheyAreWritten) {
  for (const char* line : {"<4:1,2:1> == <4:1, 2:1>", "S<3,3,3> == Sw<3, 3, 3>"})
    EXPECT_EQ(asked("line", {{"line", 0}}, {line})["equal"], true) << line;
}

TEST(WebAnswer, OneSideIsAskedAboutAtATime) {
  const std::vector<std::string> lines{"A = 4:1", "A == coalesce(A)"};
  for (const char* verb : {"eval", "operation", "show"})
    EXPECT_EQ(asked(verb, {{"line", 1}}, lines)["error"]["code"], "web.line") << verb;
  EXPECT_EQ(asked("line", {{"line", 0}}, {"4:1 =="})["error"]["span"], Json({4, 6}));
}

TEST(WebAnswer, ARefusalHasTheIdOfItsRequest) {
  EXPECT_EQ(Json::parse(answer(R"({"id":7,"do":5})", whole_door()))["id"], 7);
  EXPECT_EQ(Json::parse(answer(R"({"id":"a","v":2})", whole_door()))["id"], "a");
}

TEST(WebAnswer, AnErrorInANameIsAtTheName) {
  const std::vector<std::string> lines{"A = (6,4):(1,10)", "R = composition(A,   4:4)"};
  const Json refused = asked("line", {{"line", 1}}, lines);
  EXPECT_EQ(refused["error"]["code"], "cute.composition");
  EXPECT_TRUE(refused["error"].contains("witness"));
  EXPECT_EQ(refused["error"]["span"], Json({4, 25}));
  const Json in_cpp = asked("eval", {{"line", 1}, {"semantics", "cute-cpp"}}, lines);
  EXPECT_EQ(in_cpp["result"], "(2,2):(4,10)");
  EXPECT_EQ(asked("eval", {{"line", 1}, {"semantics", "c"}}, lines)["ok"], false);
  const std::vector<std::string> broken{"A = (6,4", "B = A"};
  const Json at_name = asked("line", {{"line", 1}}, broken);
  EXPECT_EQ(at_name["error"]["line"], 1);
  EXPECT_EQ(at_name["error"]["span"], Json({4, 5})) << at_name;
}

TEST(WebAnswer, ACellIsOneOfThePictureThatIsShown) {
  const Json of{{"verb", "show"}, {"layout", "(4,8):(8,1)"}};
  const Json cell = asked("cell", {{"of", of}, {"panel", 0}, {"row", 1}, {"column", 2}});
  EXPECT_EQ(cell["title"], "(1,2), offset 10");
  EXPECT_EQ(cell["facts"][0], "offset 10 = 0b1010");
}

TEST(WebAnswer, AsTheProgramAnswers) {
  const Json request{
      {"do", "equal"}, {"form", "program"}, {"of", {{"left", "(2,4):(4,1)"}, {"right", "8:1"}}}};
  EXPECT_EQ(answer(request.dump(), whole_door()),
            api::to_json(*api::equal({.left = "(2,4):(4,1)", .right = "8:1"})).dump());
  const Json call{{"op", "xla.offsets"}, {"args", {"f32[2,2]{0,1}"}}};
  const Json line{{"do", "eval"}, {"form", "program"}, {"of", call}};
  EXPECT_EQ(answer(line.dump(), whole_door()), api::evaluate_line(call.dump()));
}

TEST(WebAnswer, AnIntegerThatJavaScriptRoundsIsAText) {
  const Json reply =
      asked("index", {{"layout", "(2,2):(9007199254740993,1)"}, {"places", {"1,0"}}});
  EXPECT_NE(reply.dump().find("\"9007199254740993\""), std::string::npos) << reply;
}

TEST(WebAnswer, TheModuleOfLayoutsReadsNoCalls) {
  const auto by_layouts = [](const char* verb, const Json& of) {
    const Json request{{"do", verb}, {"of", of}, {"lines", kDivide}};
    return Json::parse(answer(request.dump(), layout_door()));
  };
  EXPECT_EQ(by_layouts("line", {{"line", 0}}), [] {
    Json same = asked("line", {{"line", 0}}, kDivide);
    same["id"] = 0;
    return same;
  }());
  EXPECT_EQ(by_layouts("line", {{"line", 1}})["title"], "cute.tiler");
  EXPECT_EQ(by_layouts("line", {{"line", 2}})["ok"], false);
  EXPECT_EQ(by_layouts("operation", {{"line", 2}})["error"]["code"], "web.request");
  EXPECT_EQ(by_layouts("words", Json::object())["operations"], Json::array());
}

TEST(WebAnswer, ALayoutThatBeginsLikeACallIsALayout) {
  const std::string numpy = "shape=(3,4) strides=(32,4) bytes dtype=float32";
  EXPECT_EQ(asked("line", {{"line", 0}}, {numpy})["notation"], "numpy");
}

TEST(WebAnswer, ALayoutWithoutAShapeIsOneOfTheTensor) {
  const std::string blocked =
      "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>";
  const Json reply =
      asked("line", {{"line", 1}, {"tensor", "f16[128]"}}, {"A = " + blocked, "A == A"});
  EXPECT_EQ(reply["equal"], true) << reply;
}

TEST(WebAnswer, WhatIsNotARequestIsRefused) {
  for (const char* text :
       {"", "[]", "7", "{", R"({"do":7})", R"({"do":"shwo"})", R"({"do":"show","of":[]})",
        R"({"do":"show","lines":7})", R"({"do":"show","of":{"layuot":"4:1"}})",
        R"({"do":"show","of":{"line":-1}})", R"({"do":"show","of":{"line":9223372036854775807}})",
        R"({"do":"cell","of":{"panel":0}})", R"({"v":2,"do":"about"})",
        R"({"do":"cell","of":{"of":{"verb":"cell"}}})", R"({"do":"show","form":"x"})"}) {
    const Json reply = Json::parse(answer(text, whole_door()));
    EXPECT_EQ(reply["ok"], false) << text;
    EXPECT_EQ(reply["exit"], 2) << text << reply;
  }
  EXPECT_EQ(Json::parse(answer(R"({"do":"shwo"})", whole_door()))["error"]["help"],
            "did you mean 'show'?");
}

}  // namespace
}  // namespace tileglot::web
