// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/resharded.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

PlanOptions plan_options(const std::string& input, std::string_view rules, Names names,
                         std::int64_t workers) {
  PlanOptions options{.input = input,
                      .words = {.to = std::string(rules), .names = names},
                      .output = {.names = names},
                      .workers = workers};
  if (!rules.empty()) options.to = notation::mesh::parse_rules(rules).value();
  return options;
}

void expect_numbered_model(const std::string& path) {
  const auto model = pieces::read_pieces(path);
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  pieces::expect_numbered(*model);
}

Resharded::Resharded() {
  pieces::write_pieces(
      source(),
      {{"w", {8, 6}, {{{0, 0}, {4, 6}}, {{4, 0}, {8, 6}}}}, {"b", {5}, {{{0}, {3}}, {{3}, {5}}}}},
      pieces::Spelling::kSharded);
}

std::vector<std::string> Resharded::named() const {
  std::vector<std::string> names = output_names();
  std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
  return names;
}

std::unique_ptr<const ReshardPlan> Resharded::plan(std::string_view rules, Names names,
                                                   std::int64_t workers) const {
  auto plan = planned(plan_options(source(), rules, names, workers));
  EXPECT_TRUE(plan.has_value()) << plan.error()->message;
  return *std::move(plan);
}

CarryOptions Resharded::options(std::int64_t worker) const {
  constexpr std::int64_t kSlab = 32;
  constexpr std::int64_t kUnit = 16;
  return {.folder = output_.path(),
          .worker = worker,
          .threads = 2,
          .slab_bytes = kSlab,
          .unit_bytes = kUnit};
}

}  // namespace tileglot::checkpoint::reshard
