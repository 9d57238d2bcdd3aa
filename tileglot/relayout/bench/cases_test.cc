// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/relayout/bench/transfer.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::bench {
namespace {

std::int64_t count_if(bool (*wanted)(const Case&)) {
  return std::count_if(cases().begin(), cases().end(), wanted);
}

TEST(Cases, ThereAre49MovesAnd15TilingsThereAndBack) {
  EXPECT_EQ(count_if([](const Case& c) { return c.list != List::kTilings; }), 49);
  EXPECT_EQ(count_if([](const Case& c) { return c.list != List::kMoves; }), 30);
  EXPECT_EQ(count_if([](const Case& c) { return c.quick; }), 12);
}

TEST(Cases, NamesAreUnique) {
  std::set<std::string> names;
  for (const Case& c : cases()) EXPECT_TRUE(names.insert(c.name).second) << c.name;
}

TEST(Cases, GoalsHaveABasis) {
  for (const Case& c : cases()) {
    const bool has_goal = c.goal.of_streaming > 0 || c.goal.call_ns > 0;
    EXPECT_EQ(has_goal, c.goal.basis != Basis::kNone) << c.name;
    EXPECT_EQ(has_goal, !c.goal.group.empty()) << c.name;
    EXPECT_LE(c.goal.of_streaming, 1.0) << c.name;
  }
}

TEST(Cases, EveryCaseParsesAndPlans) {
  for (const Case& c : cases()) {
    const auto source = bridge::to_map(*bridge::parse_layout(c.source));
    const auto target = bridge::to_map(*bridge::parse_layout(c.target));
    ASSERT_TRUE(source.has_value() && target.has_value()) << c.name;
    const auto plan =
        plan::plan(*source, *target, c.element_bits, {.refine = {}, .check_injective = false});
    ASSERT_TRUE(plan.has_value()) << c.name << ": " << plan.error()->message;
    EXPECT_GE(plan->source_bytes(), plan->elements * c.element_bits / 8) << c.name;
  }
}

/// An extent with the same remainders of small powers of two, but small where there are many.
std::int64_t reduced(std::int64_t extent, std::size_t rank) {
  constexpr std::int64_t kHalves[] = {4096, 256, 128, 16, 8, 6, 4};
  const std::int64_t half = kHalves[rank];
  return extent > 2 * half ? half + extent % half : extent;
}

/// f32[4096,4096]{..} is f32[128,128]{..}; what has no brackets stays.
std::string reduced(const std::string& text) {
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find(']');
  if (text.starts_with("memref") || begin == std::string::npos) return text;
  std::vector<std::int64_t> extents;
  const std::regex number("[0-9]+");
  const std::string inside = text.substr(begin + 1, end - begin - 1);
  for (std::sregex_iterator it(inside.begin(), inside.end(), number), none; it != none; ++it) {
    extents.push_back(std::stoll(it->str()));
  }
  std::string joined;
  for (const std::int64_t extent : extents) {
    joined += (joined.empty() ? "" : ",") + std::to_string(reduced(extent, extents.size()));
  }
  return text.substr(0, begin + 1) + joined + text.substr(end);
}

TEST(Cases, EveryCaseMovesRightAtASmallSize) {
  for (Case c : cases()) {
    c.source = reduced(c.source);
    c.target = reduced(c.target);
    const auto transfer = Transfer::of(c, false, 1);
    ASSERT_TRUE(transfer.has_value()) << c.name << ": " << transfer.error()->message;
    for (const int threads : {1, 2}) {
      transfer->poison_target();
      EXPECT_FALSE(transfer->is_moved()) << c.name;
      ASSERT_TRUE(cpu::execute(transfer->plan, transfer->source(), transfer->target(),
                               {.threads = threads}));
      EXPECT_TRUE(transfer->is_moved()) << c.name << ": " << c.source << " to " << c.target;
    }
  }
}

}  // namespace
}  // namespace tileglot::relayout::bench
