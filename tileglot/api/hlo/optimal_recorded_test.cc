// SPDX-License-Identifier: Apache-2.0
// Of the recorded programs those that are small enough to try every layout: what layout assignment decided
// is one of them, costs by the rules no more than the module that it wrote, and is often not the cheapest;
// what the optimal strategy chooses is. In a soak all of them, else a sixth.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/law.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/optimal/assign_optimal.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/mandatory_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/layout_rules.h"
#include "tileglot/hlo/pass/laws/optimal_brute_force.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;

constexpr std::size_t kMostFree = 12;
constexpr std::int64_t kMostTried = 1000000;

struct SmallProgram {
  std::string title = {};
  std::string text = {};
  std::vector<std::string> targets = {};
};

/// The inputs of layout assignment; each text once.
std::vector<SmallProgram> programs_of(const std::filesystem::path& path) {
  std::vector<SmallProgram> programs;
  std::ifstream file(path);
  std::size_t number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    if (text.find("\"pass\":\"layout-assignment\"") == std::string::npos) continue;
    const Json line = Json::parse(text);
    if (!line.contains("before") || !line.contains("results")) continue;
    SmallProgram program{.title = std::to_string(number) + " " + line["name"].get<std::string>(),
                         .text = line["before"]};
    for (const Json& result : line["results"]) {
      for (const Json& target : result["targets"]) program.targets.push_back(target);
    }
    programs.push_back(std::move(program));
  }
  return programs;
}

struct Outcome {
  std::size_t free = 0;
  std::optional<std::int64_t> least = {};
  std::int64_t decided = 0;
  std::int64_t written = 0;
  std::int64_t optimal = 0;  ///< copies that are equal are not shared
  std::int64_t shared = 0;
  bool proved = false;
};

/// Of the module that the optimal strategy writes.
std::int64_t optimal_bytes(hlo::Module module, const pass::LayoutPolicy& policy, bool share,
                           bool& proved) {
  const auto found = *hlo::optimal::assign_optimal(module, policy, {.share_copies = share});
  proved = found.summary.bound == found.summary.bytes;
  return pass::cost_of(module, policy).bytes();
}

Outcome outcome_of(const SmallProgram& program, const std::string& target) {
  const auto policy = pass::policy_named(target);
  hlo::Module module = *hlo::parse_module(program.text);
  pass::MandatoryLayouts mandatory;
  auto decided = *pass::decide_layouts(module, *policy, &mandatory);
  const pass::LayoutRules rules = pass::layout_rules(module, decided, mandatory);
  Outcome outcome{.decided = rules.cost(rules.decided())};
  const auto found = pass::brute_force(rules, kMostTried);
  outcome.free = found.free_slots;
  outcome.least = found.least;
  const pass::Assignment assignment = pass::written(module, std::move(decided));
  outcome.written = pass::cost_of(module, *policy).bytes();
  const hlo::Module before = *hlo::parse_module(program.text);
  outcome.shared = optimal_bytes(before, *policy, true, outcome.proved);
  outcome.optimal = optimal_bytes(before, *policy, false, outcome.proved);
  return outcome;
}

/// How many (program, target) there are, and what became of them.
struct Tally {
  std::int64_t all = 0;
  std::int64_t decided = 0;   ///< every layout was tried, or could not be cheaper
  std::int64_t left_out = 0;  ///< at most 12 layouts are free, and not decided all the same
  std::int64_t cheaper = 0;   ///< than what layout assignment wrote
};

void expect_no_cheaper(const SmallProgram& program, const std::string& target, Tally& counts) {
  const Outcome outcome = outcome_of(program, target);
  const std::string title = program.title + " on " + target;
  EXPECT_LE(outcome.decided, outcome.written) << title << ": the rules cost more than the module";
  ++counts.all;
  if (!outcome.least && outcome.free <= kMostFree) ++counts.left_out;
  EXPECT_LE(outcome.shared, outcome.written) << title;
  EXPECT_TRUE(outcome.proved) << title;
  if (!outcome.least) return;
  EXPECT_EQ(outcome.optimal, *outcome.least) << title;
  ++counts.decided;
  EXPECT_LE(*outcome.least, outcome.decided) << title << ": not all were tried";
  if (*outcome.least < outcome.written) ++counts.cheaper;
}

TEST(HloOptimalRecorded, TheOptimalStrategyFindsTheCheapestOfAll) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "SKIP: no recorded programs: set TILEGLOT_SHARED";
  const auto programs = programs_of(*shared / "golden" / "xla_assign.jsonl");
  const std::size_t step = core::is_soak() ? 1 : 6;
  Tally counts;
  for (std::size_t i = 0; i < programs.size(); i += step) {
    for (const std::string& target : programs[i].targets) {
      expect_no_cheaper(programs[i], target, counts);
    }
  }
  if (step > 1) return;
  EXPECT_EQ(counts.all, 1834);
  EXPECT_EQ(counts.decided, 1814);
  EXPECT_EQ(counts.left_out, 9) << "ranks above 5, and seven arrays of ranks up to 5";
  EXPECT_EQ(counts.cheaper, 159);
}

}  // namespace
}  // namespace tileglot::api
