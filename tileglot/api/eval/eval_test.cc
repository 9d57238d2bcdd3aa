// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/eval.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

std::string answer(const std::string& expression) {
  const Reply reply = evaluate_expression(expression);
  return reply ? reply->text : reply.error()->code;
}

std::string code_of_line(std::string_view line) {
  const Json json = Json::parse(evaluate_line(line));
  return json["ok"].get<bool>() ? "" : json["error"]["code"].get<std::string>();
}

TEST(Eval, ALineIsAnsweredByALine) {
  EXPECT_EQ(
      evaluate_line(R"json({"op":"xla.offsets","args":["f32[2,2]{0,1}"]})json"),
      R"json({"version":1,"ok":true,"type":"object","result":{"physical_elements":4,"offsets":[0,2,1,3]}})json");
  EXPECT_EQ(
      evaluate_line(
          R"json({"op":"coalesce","args":["(_2,_1,_6):(_1,_7,_2)"],"result":"ignored"})json"),
      R"json({"version":1,"ok":true,"type":"cute.layout","result":"_12:_1","size":12,"values":[0,1,2,3,4,5,6,7,8,9,10,11]})json");
}

TEST(Eval, ALineThatNestsDeepIsAnswered) {
  const std::string line = R"({"op":"linear.invert","args":[)" + std::string(100000, '[') +
                           std::string(100000, ']') + "]}";
  EXPECT_EQ(code_of_line(line), "eval.json");
}

TEST(Eval, BetweenAnglesStandNumbersAndWhatItIsAboutInParentheses) {
  EXPECT_EQ(evaluate_expression("size<1>((4,2))")->text, "2\n");
  for (const char* const text :
       {"size<2>()", "composition<(6,2):(8,2)>(4:1)", "size<(1,0)>((4,2))", "rank<[1]>((4,2))"})
    EXPECT_EQ(evaluate_expression(text).error()->code, "eval.syntax") << text;
  EXPECT_EQ(evaluate_expression("get<_>((4,2))").error()->code, "cute.arguments");
  EXPECT_EQ(evaluate_expression("coalesce(4:1,1,1)").error()->message,
            "coalesce takes 1 or 2 arguments, not 3");
}

TEST(Eval, TheLessOrEqualOfABoundIsNotABracket) {
  EXPECT_EQ(evaluate_expression("xla.elements_in(f32[<=6,2])")->text, "12\n");
  EXPECT_TRUE(evaluate_expression("xla.parse_sharding({devices=[2,2]<=[4]})").has_value());
}

TEST(Eval, BothEvaluatorsGiveTheSameLine) {
  for (const std::string_view line :
       {R"json({"op":"xla.offsets","args":["bf16[9,20]{1,0:T(8,4)(2,1)}"]})json",
        R"json({"op":"make_layout","args":["((2,3),4)"]})json",
        R"json({"op":"xla.offsets","args":["f32[7,5,3]{2,1,0:T(*,2,3)}"]})json"}) {
    EXPECT_EQ(evaluate_line(line, {.via = bridge::Via::kMap}), evaluate_line(line)) << line;
  }
}

TEST(Eval, ABadLineIsAnsweredAndTheNextIsRead) {
  std::istringstream input(
      "nonsense\n\n{\"op\":\"nope\"}\n{\"op\":\"size\",\"args\":[\"(4,2):(1,4)\"]}");
  std::string output;
  evaluate_lines(input, [&](std::string_view line) { output += line; });
  std::istringstream lines(output);
  std::string line;
  std::string codes;
  while (std::getline(lines, line)) {
    const Json json = Json::parse(line);
    codes += json["ok"].get<bool>() ? json["result"].get<std::string>()
                                    : json["error"]["code"].get<std::string>();
    codes += ' ';
  }
  EXPECT_EQ(codes, "eval.json eval.operation 8 ");
}

TEST(Eval, MalformedRequestsAreRefused) {
  EXPECT_EQ(code_of_line("[]"), "eval.request");
  EXPECT_EQ(code_of_line(R"json({"op":5})json"), "eval.request");
  EXPECT_EQ(code_of_line(R"json({"op":"size","args":"x"})json"), "eval.request");
  EXPECT_EQ(code_of_line(R"json({"op":"size","args":[{}]})json"), "eval.request");
  EXPECT_EQ(code_of_line(R"json({"op":"xla.offsets","args":[]})json"), "eval.arguments");
  EXPECT_EQ(code_of_line(R"json({"op":"xla.offsets","args":["f32[100000,100000]"]})json"),
            "xla.too_many_offsets");
  EXPECT_EQ(code_of_line("\xff\xfe"), "eval.json");
}

TEST(Eval, ExpressionsNest) {
  EXPECT_EQ(answer("(_4,_2):(_2,_1)"), "(_4,_2):(_2,_1)\n");
  EXPECT_EQ(answer("size(coalesce((2,(1,6)):(1,(6,2))))"), "12\n");
  EXPECT_EQ(answer("crd2idx((1,5), (3,(2,3)):(3,(12,1)))"), "17\n");
  EXPECT_EQ(answer("f32[3,5]"), "f32[3,5]{1,0}\n");
}

TEST(Eval, BadExpressionsAreRefused) {
  EXPECT_EQ(answer("size((4,2)"), "eval.syntax");
  EXPECT_EQ(answer("size"), "eval.syntax");
  EXPECT_EQ(answer("size(4) 5"), "eval.syntax");
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "coalesce(";
  EXPECT_EQ(answer(deep + "4:1" + std::string(40, ')')), "eval.depth");
}

TEST(Eval, AnExplainedAnswerHasItsStepsBeforeIt) {
  const EvalOptions explain{.explain = true};
  const auto answer = evaluate_expression("complement(coalesce((2,2):(1,2)), 24)", explain);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->text,
            "coalesce((2,2):(1,2))\n"
            "4:1\n"
            "complement(4:1, 24)\n"
            "  the modes that move, by stride: 4:1\n"
            "    4:1: its stride is the 1 filled so far; no gap\n"
            "      4 * 1 = 4 are filled\n"
            "  up to 24: as many blocks of 4 as reach it, with stride 4\n"
            "6:4\n");
  EXPECT_EQ(answer->json["steps"].size(), 5U);
  EXPECT_FALSE(evaluate_expression("size(4:1)")->json.contains("steps"));
}

TEST(Eval, AFunctionWithoutADomainHasNoValues) {
  const auto answer = evaluate_expression("right_inverse(Sw<3,0,3> o 8 o (8,8):(8,1))");
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->text, "(8,8):(8,_1) o -8 o Sw<3,0,3>\n");
  EXPECT_FALSE(answer->json.contains("values"));
}

TEST(Eval, TheSemanticsOfCppGiveItsAnswers) {
  const EvalOptions in_cpp{.semantics = Semantics::kCuteCpp};
  const std::string wrong = "composition((_4,_6,_8):(_2,_3,_5), _6:_3)";
  EXPECT_EQ(evaluate_expression(wrong, in_cpp)->text, "(_2,_3):(_6,_3)\n");
  EXPECT_EQ(evaluate_expression(wrong).error()->code, "cute.composition");
  EXPECT_EQ(evaluate_expression("size(" + wrong + ")", in_cpp)->text, "_6\n");
  const std::string line = R"json({"op":"complement","args":["(_3,_2):(_1,_4)","_24"]})json";
  EXPECT_NE(evaluate_line(line, in_cpp).find(R"("result":"_3:_8")"), std::string::npos);
  EXPECT_NE(evaluate_line(line).find(R"("result":"_3:_8")"), std::string::npos);
}

TEST(Eval, StepsLeadToTheExactAnswerOnly) {
  const EvalOptions both{.semantics = Semantics::kCuteCpp, .explain = true};
  EXPECT_EQ(evaluate_expression("coalesce(4:1)", both).error()->code, "eval.explain");
  EXPECT_TRUE(evaluate_expression("size(4:1)", both).has_value());
}

TEST(Eval, TextsOfEveryKindAreAnswered) {
  const auto type_of = [](const char* text) {
    return evaluate_expression(text)->json["type"].get<std::string>();
  };
  EXPECT_EQ(type_of("Sw<3,0,3>"), "cute.swizzle");
  EXPECT_EQ(type_of("Sw<3,0,3> o 0 o (8,8):(8,1)"), "cute.composed");
  EXPECT_EQ(type_of("<4:1,_>"), "cute.tiler");
  EXPECT_EQ(type_of("(4,2):(1@0,1@1)"), "cute.layout");
  EXPECT_EQ(type_of("print_layout((4,2))"), "text");
  EXPECT_EQ(type_of("f32[3,5]{1,0}"), "xla.shape");
}

TEST(Eval, CoordinatesAndSwizzledOffsetsAreListed) {
  EXPECT_EQ(evaluate_expression("(2,2):(1@1,1@0)")->json["values"].dump(),
            R"json(["(0,0)","(0,1)","(1,0)","(1,1)"])json");
  EXPECT_EQ(evaluate_expression("Sw<1,0,1> o 0 o 4:1")->json["values"].dump(), "[0,1,3,2]");
}

TEST(Eval, AnswersAreSpelledAsAsked) {
  const auto spelled = [](Spelling spelling) {
    return evaluate_expression("Sw<1,0,1> o _0 o (_4,2)", {.spelling = spelling})->text;
  };
  EXPECT_EQ(spelled(Spelling::kCuteCpp), "Sw<1,0,1> o _0 o (_4,2):(_1,_4)\n");
  EXPECT_EQ(spelled(Spelling::kPycute), "SW_1_0_1 o 0 o (4, 2):(1, 4)\n");
  EXPECT_EQ(spelled(Spelling::kDsl), "S<1,0,1> o 0 o (4,2):(1,4)\n");
}

TEST(Eval, AnUnknownNameIsGuessed) {
  const auto refused = evaluate_expression("size(coalesc((4,2):(2,1)))");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "eval.operation");
  EXPECT_NE(refused.error()->help.find("coalesce"), std::string::npos);
  EXPECT_TRUE(evaluate_expression("size(make_shape(4,2))").has_value());
}

TEST(Eval, TemplateParametersAreArguments) {
  const std::string by_template = evaluate_expression("mma_traits<SM61_DP4A>(ThrID)")->text;
  EXPECT_EQ(by_template, evaluate_expression("mma_traits(SM61_DP4A,ThrID)")->text);
}

TEST(Eval, AnErrorPointsIntoItsArgument) {
  const Reply reply = evaluate_expression("composition((4,2):(1,4), 4:x)");
  ASSERT_FALSE(reply.has_value());
  EXPECT_NE(core::render(reply.error()).find("  1 | (4,2):(1,4), 4:x\n    |                ^"),
            std::string::npos)
      << core::render(reply.error());
}

TEST(Eval, CompositionTakesSwizzlesToo) {
  const auto text = [](const char* e) { return evaluate_expression(e)->text; };
  EXPECT_EQ(text("composition(Sw<3,0,3>, (8,8):(8,1))"), "Sw<3,0,3> o _0 o (8,8):(8,1)\n");
  EXPECT_EQ(text("composition(Sw<1,0,2>, Sw<1,0,2>)"), "Sw<0,0,0>\n");
  EXPECT_EQ(text("composition((8,8):(8,1), Sw<3,0,3>)"),
            text("layout_swizzle_composition((8,8):(8,1), Sw<3,0,3>)"));
}

TEST(Eval, ALinearLayoutIsAnsweredAsOne) {
  EXPECT_EQ(evaluate_line(R"({"op":"linear.identity_1d","args":[2,"i","o"]})"),
            R"({"version":1,"ok":true,"type":"linear.layout","result":{"in":[["i",[[1]]]],)"
            R"("out":[["o",2]],"surjective":true}})");
}

TEST(Eval, TextsOfLinearLayoutsAreArguments) {
  const auto reply = evaluate_expression(
      "linear.compose({i: [2]} -> {o: 4}, surjective: false, {o: [1,4]} -> {p: 8}, surjective: "
      "false)");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, "{i: [[4]]} -> {p: 8}, surjective: false\n");
  const auto nested = evaluate_expression("linear.mul(linear.identity_1d(2,i,o), {} -> {})");
  ASSERT_TRUE(nested);
  EXPECT_EQ(nested->text, "{i: [[1]]} -> {o: 2}\n");
}

TEST(Eval, ValuesOfXlaAreAnsweredWithTheirProtocolBuffers) {
  EXPECT_EQ(evaluate_expression("xla.layout_equal({1,0}, {1,0})")->text, "true\n");
  EXPECT_EQ(evaluate_expression("xla.make_array_shape(f32, [2,3], [0,1], null)")->text,
            "f32[2,3]{0,1}\n");
  EXPECT_EQ(evaluate_line(R"({"op":"xla.make_array_shape","args":["f32",[2],null,[true]]})"),
            R"({"version":1,"ok":true,"type":"object","result":)"
            R"({"print":"f32[<=2]{0}","proto":"100b1a01022a060a0100800101320101"}})");
}

TEST(Eval, CutesNamespaceMayBeWritten) {
  const std::string plain = evaluate_expression("size(coalesce((4,2):(2,1)))")->text;
  EXPECT_EQ(evaluate_expression("cute::size(cute.coalesce((4,2):(2,1)))")->text, plain);
  EXPECT_TRUE(evaluate_expression("cute.make_layout((4,2))").has_value());
}

TEST(Eval, AMisspeltOperationIsAnOperation) {
  for (const char* text : {"sizee((4,2))", "size(sizee((4,2)))", "sizee ((4,2))"}) {
    const Reply reply = evaluate_expression(text);
    ASSERT_FALSE(reply.has_value()) << text;
    EXPECT_EQ(reply.error()->code, "eval.operation") << text;
    EXPECT_EQ(reply.error()->help, "did you mean 'size'?") << text;
  }
  EXPECT_EQ(evaluate_expression("recastt<8,16>((4,2))").error()->code, "eval.operation");
  EXPECT_EQ(evaluate_expression("nonsense((4,2))").error()->code, "eval.operation");
  EXPECT_TRUE(evaluate_expression("Layout((4,2),(2,1))").has_value());
}

}  // namespace
}  // namespace tileglot::api
