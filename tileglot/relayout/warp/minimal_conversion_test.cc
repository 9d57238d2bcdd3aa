// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/minimal_conversion.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

std::string minimal(std::string_view src, std::string_view dst) {
  const auto layout = minimal_cvt_layout(linear::parse(src).value(), linear::parse(dst).value());
  return layout ? linear::print(*layout) : layout.error()->code;
}

TEST(MinimalConversion, WhatStaysIsLeftOut) {
  const char* const kSrc = "{register: [1,2], lane: [4,8], warp: [16]} -> {dim0: 32}";
  EXPECT_EQ(minimal(kSrc, kSrc), "{} -> {}");
  EXPECT_EQ(minimal(kSrc, "{register: [2,1], lane: [4,8], warp: [16]} -> {dim0: 32}"),
            "{register: [[2],[1]]} -> {register: 4}");
  EXPECT_EQ(minimal(kSrc, "{register: [1,2], lane: [8,4], warp: [16]} -> {dim0: 32}"),
            "{register: [[1,0],[2,0]], lane: [[0,2],[0,1]]} -> {register: 4, lane: 4}");
  EXPECT_EQ(minimal(kSrc, "{register: [1], lane: [2]} -> {dim0: 4}"), "linear.other_tensor");
}

}  // namespace
}  // namespace tileglot::relayout::warp
