// SPDX-License-Identifier: Apache-2.0
// Nine recorded programs whose layouts depend on the order in which XLA had the instructions in memory,
// which their texts do not carry: in some order of the same instructions ours are XLA's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;

const std::set<std::string> kPrograms = {
    "jit_embed",           "jit_embed_grad_mix",     "jit_topk_moe",         "jit_topk_moe_mix",
    "random_085",          "select_and_scatter_003", "triangular_solve_001", "triangular_solve_002",
    "triangular_solve_003"};
constexpr int kOrders = 200;

/// The text before the pass, and what XLA made of it on the CPU.
struct Recorded {
  std::string before = {};
  std::map<std::string, std::string> layouts = {};
  std::size_t copies = 0;
};

bool is_one_of_them(const Json& line) {
  return line["pass"] == "layout-assignment" && kPrograms.contains(line["name"]) &&
         line.value("pipelines", Json::array()) == Json::array({"full"}) &&
         line["results"][0]["targets"][0] == "cpu";
}

Recorded recorded(const Json& line) {
  const Json& result = line["results"][0];
  Recorded program{.before = line["before"], .copies = result["copies"].size()};
  for (const auto& [name, shape] : result["layouts"].items()) program.layouts[name] = shape;
  return program;
}

std::map<std::string, Recorded> recorded_programs(const std::filesystem::path& path) {
  std::map<std::string, Recorded> programs;
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    const bool may_be = text.find("\"pipelines\":[\"full\"]") != std::string::npos ||
                        text.find("\"pipelines\": [\"full\"]") != std::string::npos;
    if (!may_be) continue;
    const Json line = Json::parse(text);
    if (is_one_of_them(line)) programs.emplace(line["name"], recorded(line));
  }
  return programs;
}

void shuffle_instructions(hlo::Module& module, std::mt19937& random) {
  for (const hlo::ComputationId computation : module.computations()) {
    std::vector<hlo::InstructionId> order;
    for (const hlo::InstructionId id : module.instructions(computation)) order.push_back(id);
    // An instruction is moved after another: the first, which uses nothing, stays.
    std::shuffle(order.begin() + 1, order.end(), random);
    for (std::size_t i = 1; i < order.size(); ++i) module.move_after(order[i - 1], order[i]);
  }
}

/// Inserted instructions are named freely, so only those of before are compared.
bool has_layouts(const hlo::Module& module, std::size_t first_inserted, const Recorded& program) {
  for (const hlo::ComputationId computation : module.computations()) {
    for (const hlo::InstructionId id : module.instructions(computation)) {
      const auto wanted = program.layouts.find(std::string(module[id].name));
      if (static_cast<std::size_t>(id) >= first_inserted || wanted == program.layouts.end())
        continue;
      if (notation::xla::print(module.shape_of(id)) != wanted->second) return false;
    }
  }
  return true;
}

/// Nothing where the pass fails.
bool assigned_as_recorded(hlo::Module module, const Recorded& program) {
  const auto policy = pass::cpu_policy();
  const auto assignment = pass::assign_layouts(module, *policy);
  return assignment && assignment->copies.size() == program.copies &&
         has_layouts(module, assignment->first_inserted, program);
}

int orders_tried(const Recorded& program) {
  std::mt19937 random(7);
  for (int order = 1; order <= kOrders; ++order) {
    auto module = hlo::parse_module(program.before);
    if (!module) return -1;
    shuffle_instructions(*module, random);
    if (assigned_as_recorded(*std::move(module), program)) return order;
  }
  return -1;
}

TEST(HloAssignOrder, SomeOrderOfTheInstructionsGivesXlasLayouts) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "SKIP: no recorded programs: set TILEGLOT_SHARED";
  const auto programs = recorded_programs(*shared / "golden" / "xla_assign.jsonl");
  EXPECT_EQ(programs.size(), kPrograms.size());
  for (const auto& [name, program] : programs) {
    EXPECT_FALSE(assigned_as_recorded(*hlo::parse_module(program.before), program)) << name;
    EXPECT_GT(orders_tried(program), 0) << name;
  }
}

}  // namespace
}  // namespace tileglot::api
