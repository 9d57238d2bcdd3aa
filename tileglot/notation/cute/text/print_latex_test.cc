// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/print_latex.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

core::Result<std::string> latex(const std::string& text) {
  return print_latex(*parse_any_layout(text));
}

core::Result<std::string> latex_tv(const std::string& text, const std::string& tile) {
  return print_latex_tv(*parse_any_layout(text), *parse_int_tuple(tile));
}

bool has(const core::Result<std::string>& document, std::string_view line) {
  return document->find(std::string(line) + "\n") != std::string::npos;
}

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(PrintLatex, ACellIsGreyByItsOffsetModulo8) {
  const auto document = latex("(_4,_2):(_2,_1)");
  EXPECT_TRUE(document->starts_with("% Layout: (_4,_2):(_2,_1)\n\\documentclass"));
  EXPECT_TRUE(has(document, "\\node[fill=black!60] at (1,1) {3};"));
  EXPECT_TRUE(has(latex("(2,2):(8,9)"), "\\node[fill=black!40] at (0,1) {9};"));
  EXPECT_TRUE(has(latex("(2,2):(-1,9)"), "\\node[fill=black!70] at (1,0) {-1};"));
}

TEST(PrintLatex, ALowRankIsPaddedAndAHighOneIsSliced) {
  EXPECT_TRUE(latex("_6:_2")->starts_with("% Layout: (_6,_1):(_2,_0)\n"));
  const auto sliced = latex("(2,2,3):(1,2,4)");
  EXPECT_EQ(count(*sliced, "\\begin{tikzpicture}"), 3);
  EXPECT_EQ(count(*sliced, "\\begin{document}"), 1);
  EXPECT_TRUE(has(sliced, "% (_,_,2)"));
}

TEST(PrintLatex, AThreadValueLayoutNamesTheFirstThreadOfEachCell) {
  const auto document = latex_tv("(2,2):(1@0,1@1)", "(2,2)");
  EXPECT_TRUE(has(document,
                  "\\node[fill={rgb,255:red,175;green,255;blue,175}] at (1,0) {\\shortstack{T1 "
                  "\\\\ V0}};"));
  const auto shared = latex_tv("(4,2):(0,1)", "(1,2)");
  EXPECT_EQ(count(*shared, "\\shortstack{T0"), 2);
  EXPECT_EQ(count(*shared, "\\shortstack"), 2);
}

TEST(PrintLatex, IndicesIntoTheTileAreCoordinatesToo) {
  const auto by_index = latex_tv("(2,3):(3,1)", "(2,3)");
  EXPECT_TRUE(by_index->find("at (1,1) {\\shortstack{T1 \\\\ V0}}") != std::string::npos);
}

TEST(PrintLatex, WhatIsNotATileIsRefused) {
  EXPECT_EQ(latex_tv("(2,2):(1,2)", "4").error()->code, "cute.tile");
  EXPECT_EQ(latex_tv("(2,2):(1,2)", "(0,4)").error()->code, "cute.tile");
  EXPECT_EQ(latex_tv("(2,2):(1,2)", "(3,1)").error()->code, "cute.tile");
  EXPECT_EQ(latex_tv("(2,2):(1@0,2@1)", "(2,2)").error()->code, "cute.tile");
  EXPECT_EQ(latex_tv("(2,2):(1@0,1@0@1)", "(2,2)").error()->code, "cute.tile");
  EXPECT_EQ(latex_tv("(2,2,2):(1,2,4)", "(2,4)").error()->code, "cute.rank");
  EXPECT_EQ(latex("(256,257):(1,256)").error()->code, "cute.too_large_to_print");
}

}  // namespace
}  // namespace tileglot::notation::cute
