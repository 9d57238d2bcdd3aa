// SPDX-License-Identifier: Apache-2.0
// mesh_golden_test.cc: the boxes that JAX gives each device.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/shared_material.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/partition_spec.h"
#include "tileglot/notation/mesh/tiles.h"

namespace tileglot::notation::mesh {
namespace {

// The axes of a mesh have an order.
using nlohmann::ordered_json;

std::vector<ordered_json> lines_of(const std::filesystem::path& file) {
  std::vector<ordered_json> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(ordered_json::parse(line, nullptr, false));
    EXPECT_TRUE(lines.back().is_object()) << line;
  }
  return lines;
}

Mesh mesh_of(const ordered_json& sizes) {
  std::vector<Axis> axes;
  for (const auto& [name, size] : sizes.items())
    axes.push_back({.name = name, .size = size.get<std::int64_t>()});
  return *make_mesh(std::move(axes));
}

Box box_in(const ordered_json& ranges) {
  Box box;
  for (const ordered_json& range : ranges) {
    box.begin.push_back(range[0]);
    box.end.push_back(range[1]);
  }
  return box;
}

void expect_boxes(const ordered_json& sharding, const ordered_json& boxes,
                  const std::vector<std::int64_t>& extents) {
  const std::string text = sharding["spec"];
  const auto spec = parse_partition_spec(text);
  ASSERT_TRUE(spec) << text;
  EXPECT_EQ(print(*spec), text);
  const Mesh mesh = mesh_of(sharding["mesh"]);
  const auto cut = resolve(*spec, mesh, extents.size());
  ASSERT_TRUE(cut) << text;
  EXPECT_EQ(device_count(mesh), static_cast<std::int64_t>(boxes.size()));
  for (const auto& [device, ranges] : boxes.items())
    EXPECT_EQ(box_of(std::stoll(device), extents, *cut, mesh), box_in(ranges)) << text;
}

void expect_pair(const ordered_json& line) {
  const auto extents = line["shape"].get<std::vector<std::int64_t>>();
  expect_boxes(line["from"], line["from_boxes"], extents);
  expect_boxes(line["to"], line["to_boxes"], extents);
}

TEST(MeshGolden, TheSampleOfRecordedBoxes) {
  const auto lines =
      lines_of(TILEGLOT_SOURCE_DIR "/tileglot/notation/mesh/testdata/reshard_sample.jsonl");
  EXPECT_GE(lines.size(), 8U);
  for (const ordered_json& line : lines) expect_pair(line);
}

TEST(MeshGolden, AllRecordedBoxes) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  const auto lines = lines_of(*shared / "golden" / "reshard_pairs.jsonl");
  EXPECT_EQ(lines.size(), 249U);
  for (const ordered_json& line : lines) expect_pair(line);
}

}  // namespace
}  // namespace tileglot::notation::mesh
