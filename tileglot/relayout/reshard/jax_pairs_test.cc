// SPDX-License-Identifier: Apache-2.0
// jax_pairs_test.cc: pairs of shardings that jaxlib compiled: what each device lacks, and what XLA's own
// collectives move.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/shared_material.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/words.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {
namespace {

using nlohmann::ordered_json;  // the axes of a mesh have an order
using Extents = std::vector<std::int64_t>;

std::vector<ordered_json> recorded_pairs(const std::filesystem::path& shared) {
  std::vector<ordered_json> pairs;
  std::ifstream stream(shared / "golden" / "reshard_pairs.jsonl");
  for (std::string line; std::getline(stream, line);)
    pairs.push_back(ordered_json::parse(line, nullptr, false));
  return pairs;
}

placement::Side read_side(const ordered_json& sharding, const char* spelling,
                          const Extents& extents) {
  std::vector<notation::mesh::Axis> axes;
  for (const auto& [name, size] : sharding["mesh"].items())
    axes.push_back({name, size.get<std::int64_t>()});
  auto spread = placement::read_spread(sharding[spelling].get<std::string>(), extents,
                                       {.mesh = *notation::mesh::make_mesh(std::move(axes))});
  EXPECT_TRUE(spread) << sharding.dump();
  return *std::move(spread);
}

void expect_boxes(const placement::Side& side, const ordered_json& boxes) {
  for (const auto& [device, ranges] : boxes.items()) {
    map::Box box;
    for (const ordered_json& range : ranges) {
      box.begin.push_back(range[0]);
      box.end.push_back(range[1]);
    }
    const auto tiles = side.held_by(std::stoll(device));
    ASSERT_EQ(tiles.size(), 1U);
    EXPECT_EQ(side.box(tiles[0]), box);
  }
}

/// The elements that all ranks receive; each receives what it lacks.
std::int64_t moved_elements(const ordered_json& pair, const char* spelling) {
  const auto extents = pair["shape"].get<Extents>();
  Resharding resharding;
  EXPECT_TRUE(resharding.add({.element_bits = 32,
                              .source = read_side(pair["from"], spelling, extents),
                              .target = read_side(pair["to"], spelling, extents)}));
  expect_boxes(resharding.arrays()[0].source, pair["from_boxes"]);
  expect_boxes(resharding.arrays()[0].target, pair["to_boxes"]);
  std::int64_t moved = 0;
  for (std::size_t rank = 0; rank < pair["missing_elements"].size(); ++rank) {
    const std::int64_t missing = pair["missing_elements"][rank];
    const auto number = static_cast<std::int64_t>(rank);
    EXPECT_EQ(resharding.bound(number), missing * 32);
    EXPECT_EQ(resharding.received(number).in_bits, missing * 32);
    moved += missing;
  }
  return moved;
}

TEST(JaxPairs, WhatMovesIsWhatJaxSaysIsMissing) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  const auto pairs = recorded_pairs(*shared);
  ASSERT_EQ(pairs.size(), 249U);
  int must_move = 0;
  double logarithms = 0;
  double worst = 0;
  for (const ordered_json& pair : pairs) {
    const std::int64_t moved = moved_elements(pair, "spec");
    EXPECT_EQ(moved_elements(pair, "hlo"), moved);
    if (moved == 0) continue;
    ++must_move;
    const double xla = pair["xla"]["received_elements_all_devices"];
    logarithms += std::log(xla / static_cast<double>(moved));
    worst = std::max(worst, xla / static_cast<double>(moved));
  }
  EXPECT_EQ(must_move, 236);
  // What the recording says of XLA, so that the elements above are counted as there.
  EXPECT_NEAR(std::exp(logarithms / must_move), 1.78, 0.005);
  EXPECT_NEAR(worst, 12.0, 0.05);
}

}  // namespace
}  // namespace tileglot::relayout::reshard
