// SPDX-License-Identifier: Apache-2.0
// Conversions that released Triton compiled: what it emits against what is planned here, and the
// plans run on the simulator.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "tileglot/core/shared_material.h"
#include "tileglot/relayout/warp/plan.h"
#include "tileglot/relayout/warp/simulator.h"
#include "tileglot/value/json.h"
#include "tileglot/value/linear.h"

namespace tileglot::calculator {
namespace {

namespace warp = relayout::warp;
using value::Json;

std::int64_t sum(const Json& counts) {
  std::int64_t total = 0;
  for (const Json& n : counts) total += n.get<std::int64_t>();
  return total;
}

std::int64_t sum(const std::map<std::string, std::int64_t>& counts) {
  std::int64_t total = 0;
  for (const auto& [kind, n] : counts) total += n;
  return total;
}

/// What is compared: shuffles, barriers of warps and blocks, instructions on shared memory, bytes.
using Cost = std::array<std::int64_t, 6>;

Cost cost_of(const Json& r) {
  return {r["shuffles"],           r["cta_barriers"],      r["warp_barriers"],
          sum(r["shared_stores"]), sum(r["shared_loads"]), r["shared_bytes"]};
}

Cost cost_of(const warp::Counts& c) {
  return {c.shuffles,           c.cta_barriers,      c.warp_barriers,
          sum(c.shared_stores), sum(c.shared_loads), c.shared_bytes};
}

/// Cheaper: nothing dearer and something less.
struct Tally {
  int cheaper = 0;
  int equal = 0;
  int dearer = 0;

  void add(const Cost& mine, const Cost& theirs) {
    bool less = false;
    bool more = false;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      less = less || mine[i] < theirs[i];
      more = more || mine[i] > theirs[i];
    }
    ++(more ? dearer : less ? cheaper : equal);
  }
};

TEST(LinearConversionGolden, EveryPlanDeliversAndIsNoDearerThanTritons) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  std::ifstream file(*shared / "golden" / "triton_conversions.jsonl");
  std::map<std::string, Tally> tallies;
  int conversions = 0;
  for (std::string line; std::getline(file, line);) {
    const Json golden = Json::parse(line);
    if (golden["op"] != "linear.convert_plan") continue;
    ++conversions;
    const auto src = value::linear_of_json(golden["args"][0]).value();
    const auto dst = value::linear_of_json(golden["args"][1]).value();
    const warp::Plan plan = warp::plan_conversion(src, dst, golden["args"][2]).value();
    const auto run = warp::simulate(plan, src, dst);
    EXPECT_TRUE(run) << run.error()->message << "\n" << line;
    EXPECT_EQ(warp::name_of(plan.conversion), golden["result"]["class"]) << line;
    tallies[golden["result"]["class"]].add(cost_of(warp::counts(plan)), cost_of(golden["result"]));
  }
  EXPECT_GT(conversions, 0);
  for (const auto& [name, t] : tallies) {
    std::cout << name << ": " << t.cheaper << " cheaper, " << t.equal << " equal, " << t.dearer
              << " dearer\n";
    EXPECT_EQ(t.dearer, 0) << name;
  }
}

}  // namespace
}  // namespace tileglot::calculator
