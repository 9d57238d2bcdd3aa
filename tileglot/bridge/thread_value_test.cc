// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/thread_value.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
using Extents = std::vector<std::int64_t>;

/// 16x32, four warps of whole rows.
constexpr std::string_view kBlocked =
    "{register: [[0,1],[0,2]], lane: [[0,4],[0,8],[0,16],[1,0],[2,0]], warp: [[4,0],[8,0]], "
    "block: []} -> {dim0: 16, dim1: 32}";

std::string thread_value_text(std::string_view text) {
  const auto layout = linear::parse(text);
  EXPECT_TRUE(layout.has_value()) << text;
  const auto answer = to_thread_value(*layout);
  if (!answer) return answer.error()->code;
  return std::visit([](const auto& l) { return cute::print(l); }, *answer);
}

std::string linear_text(std::string_view text, const std::optional<Extents>& extents) {
  const auto layout = cute::parse_any_layout(text);
  EXPECT_TRUE(layout.has_value()) << text;
  const auto answer = from_thread_value(*layout, extents);
  return answer ? linear::print(*answer) : answer.error()->code;
}

TEST(ThreadValue, TheWorkedExampleThereAndBack) {
  const std::string text = "((8,4,4),4):((64,1,4),16)";
  EXPECT_EQ(thread_value_text(kBlocked), text);
  EXPECT_EQ(linear_text(text, Extents{16, 32}), kBlocked);
  EXPECT_EQ(linear_text(text, std::nullopt),
            "{register: [[16],[32]], lane: [[64],[128],[256],[1],[2]], warp: [[4],[8]], block: []} "
            "-> {dim0: 512}");
}

TEST(ThreadValue, LanesAreToldApartWhereTheyAreNot32) {
  const std::string amd =
      "{register: [], lane: [[1],[2],[4],[8],[16],[32]], warp: [[64]], block: []} -> {dim0: 128}";
  const std::string text = "(((64,1),2),1):(((1,0),64),0)";
  EXPECT_EQ(thread_value_text(amd), text);
  EXPECT_EQ(linear_text(text, Extents{128}), amd);
}

TEST(ThreadValue, OutputsCountByTheirNumbers) {
  EXPECT_EQ(thread_value_text("{register: [[1,0]], lane: [[0,1]]} -> {dim1: 2, dim0: 2}"),
            "(2,2):(1,2)");
}

TEST(ThreadValue, BlocksAreAThirdMode) {
  const std::string text = "{register: [[1]], lane: [[2]], warp: [], block: [[4]]} -> {dim0: 8}";
  EXPECT_EQ(thread_value_text(text), "(2,2,2):(2,1,4)");
  EXPECT_EQ(linear_text("(2,2,2):(2,1,4)", Extents{8}), text);
}

TEST(ThreadValue, WhatIsNotAThreadValueLayoutIsRefused) {
  EXPECT_EQ(thread_value_text("{offset: [[1]]} -> {dim0: 2}"), "bridge.no_role");
  EXPECT_EQ(thread_value_text("{lane: [[1],[1]]} -> {dim0: 2}"), "bridge.not_affine");
  EXPECT_EQ(linear_text("4:1", std::nullopt), "bridge.no_thread_value");
  EXPECT_EQ(linear_text("(3,2):(1,3)", std::nullopt), "bridge.not_f2_linear");
  EXPECT_EQ(linear_text("(4,2):(1,4)", Extents{4}), "bridge.other_tensor");
  EXPECT_EQ(linear_text("(4,2):(1,4)", Extents{2, 6}), "bridge.other_tensor");
}

/// Of the four places' inputs, in order, all of them there.
linear::Layout with_all_places(const linear::Layout& layout) {
  const linear::HardwareBases bases = linear::hardware_bases(layout);
  linear::Layout result;
  for (const linear::Dimension& out : layout.outs()) result.add_out(out.name, out.bits);
  result.add_in(linear::kRegister, bases.registers);
  result.add_in(linear::kLane, bases.lanes);
  result.add_in(linear::kWarp, bases.warps);
  result.add_in(linear::kBlock, bases.blocks);
  return result;
}

/// The element of each place, by both layouts' own evaluation.
void expect_same_elements(const linear::Layout& layout, const cute::CuteLayout& form) {
  const AnyLayout any = std::visit([](const auto& l) { return AnyLayout(l); }, form);
  const auto evaluator = Evaluator::of(any);
  ASSERT_TRUE(evaluator.has_value()) << print(any);
  const linear::HardwareBases bases = linear::hardware_bases(layout);
  const std::size_t lane_bits = bases.lanes.size();
  for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x) {
    const auto of = [&](const linear::Dimension& in) {
      return static_cast<std::int64_t>(linear::part_of(x, in));
    };
    std::vector<std::int64_t> place{of(layout.ins()[1]) + (of(layout.ins()[2]) << lane_bits),
                                    of(layout.ins()[0])};
    if (evaluator->extents().size() == 3) place.push_back(of(layout.ins()[3]));
    // The first output has the low bits of a flat output: column-major.
    ASSERT_EQ(evaluator->offset(place), static_cast<std::int64_t>(linear::apply_flat(layout, x)));
  }
}

TEST(ThreadValue, RoundtripThreadValue) {
  int forms = 0;
  core::check_law("roundtrip_thread_value", 10000, [&] {
    const linear::Layout layout = with_all_places(*linear::any_layout({.max_bits = 10}));
    const auto form = to_thread_value(layout);
    if (!form) {
      EXPECT_EQ(form.error()->code, "bridge.not_affine");
      return;
    }
    ++forms;
    expect_same_elements(layout, *form);
    Extents extents;
    for (const linear::Dimension& out : layout.outs()) extents.push_back(out.size());
    const auto back = from_thread_value(*form, extents);
    ASSERT_TRUE(back.has_value()) << back.error()->message;
    EXPECT_EQ(*back, layout) << linear::print(layout);
  });
  EXPECT_GT(forms, core::law_minimum(200));
}

}  // namespace
}  // namespace tileglot::bridge
