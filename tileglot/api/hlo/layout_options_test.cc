// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_options.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
using Texts = std::vector<std::string>;

const std::vector<pass::EntryLeaf>& three() {
  static const std::vector<pass::EntryLeaf> leaves(
      3, {.parameter = 0, .shape = *notation::xla::parse_shape("f32[2,3]")});
  return leaves;
}

/// The modes of three arguments f32[2,3], or the error as it is shown.
std::string applied(const Texts& texts,
                    std::vector<pass::EntryMode> modes = std::vector<pass::EntryMode>(3)) {
  const auto overruled = apply_layout_options(texts, "argument", three(), modes);
  if (!overruled) return core::render(overruled.error());
  std::string text;
  for (const auto& mode : modes) text += print(mode.mode) + " ";
  for (const auto& line : *overruled) text += line;
  return text;
}

TEST(LayoutOptions, WhatIsNamedGoesBeforeWhatIsForAll) {
  EXPECT_EQ(applied({}), "default default default ");
  EXPECT_EQ(applied({"auto", "1={0,1}"}), "auto {0,1} auto ");
  EXPECT_EQ(applied({"2=default", "{0,1:T(2,2)}"}), "{0,1:T(2,2)} {0,1:T(2,2)} default ");
}

TEST(LayoutOptions, WhatAnAttributeSaidIsOverruled) {
  std::vector<pass::EntryMode> modes(3);
  modes[1] = {notation::xla::LayoutMode::chosen_by_compiler(), pass::ModeSource::kAttribute, 0};
  EXPECT_EQ(applied({"1={0,1}"}, modes),
            "default {0,1} default argument 1 is {0,1}, but attribute says auto");
  EXPECT_EQ(applied({"1=auto"}, modes), "default auto default ");
}

TEST(LayoutOptions, OnlyNumbersOfArgumentsAreAccepted) {
  EXPECT_EQ(applied({"3=auto"}),
            "error[hlo.mode_index]: there is no argument 3: the module has 3\n"
            "  1 | 3=auto\n"
            "    | ^\n"
            "  help: numbers begin at 0 and count arrays, tuples taken apart\n");
  EXPECT_EQ(applied({"x=auto"}).substr(0, 64),
            "error[hlo.mode_index]: 'x' is not the number of an argument\n  1 ");
  EXPECT_EQ(applied({"99999999999999999999=auto"}).substr(0, 22), "error[hlo.mode_index]:");
  EXPECT_EQ(applied({"=auto"}).substr(0, 22), "error[hlo.mode_index]:");
}

TEST(LayoutOptions, ANumberIsNamedOnce) {
  EXPECT_EQ(applied({"1=auto", "1={0,1}"}),
            "error[hlo.mode_index]: argument 1 has two layouts\n"
            "  1 | 1={0,1}\n"
            "    | ^\n"
            "  help: write one\n");
  EXPECT_EQ(applied({"auto", "default"}).substr(0, 60),
            "error[hlo.mode_index]: two layouts are for all arguments\n  1");
}

TEST(LayoutOptions, LayoutsThatDoNotFitAreShown) {
  EXPECT_EQ(applied({"1={2,1,0}"}),
            "error[xla.rank]: argument 1: the shape has 2 dimensions, but minor_to_major lists 3\n"
            "  1 | 1={2,1,0}\n"
            "    |   ^^^^^^^\n"
            "  help: write {1,0} for row-major or {0,1} for column-major\n");
  const std::string no_layout = applied({"0=atuo"});
  EXPECT_NE(no_layout.find("  1 | 0=atuo\n    |   ^"), std::string::npos) << no_layout;
}

}  // namespace
}  // namespace tileglot::api
