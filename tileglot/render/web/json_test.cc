// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/json.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/markup.h"

namespace tileglot::render {
namespace {

using Json = nlohmann::ordered_json;

TEST(PictureJson, TheWorkedExample) {
  const Json json = to_json(worked_example());
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["title"], "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(json["panels"][0]["columns"].dump(),
            R"x({"name":"column (dim 1)","headers":["0","1","2","3","4","5"],)x"
            R"x("borders":[{"before":2,"level":0},{"before":4,"level":0}]})x");
  EXPECT_EQ(json["panels"][0]["cells"].size(), 24U);
  EXPECT_EQ(json["panels"][0]["cells"][18].dump(),
            R"x({"row":3,"column":0,"kind":"padding","coordinate":[3,0],"offset":14,"tile":3,)x"
            R"x("shade":{"bucket":3},"label":"14","title":"(3,0) at offset 14, padding"})x");
  EXPECT_EQ(json["legend"]["entries"][1].dump(), R"x({"shade":{"bucket":1},"text":"1"})x");
  EXPECT_EQ(json["legend"]["borders"].dump(), R"x([{"level":0,"text":"tile 2×2"}])x");
  EXPECT_EQ(json["legend"]["marks"].dump(),
            R"x([{"kind":"padding","mark":"·","meaning":"padding: no element is here"}])x");
}

TEST(PictureJson, WhatIsAbsentIsAbsent) {
  EXPECT_EQ(to_json({}).dump(), R"x({"version":1,"panels":[]})x");
  const Json hole = to_json(every_kind())["panels"][0]["cells"][3];
  EXPECT_EQ(hole.dump(), R"x({"row":0,"column":3,"kind":"hole","tile":0,"title":"hole"})x");
}

TEST(PictureJson, ThreadValuesAreNamed) {
  const Json cell = to_json(product_of_matrices())["panels"][0]["cells"][8];
  EXPECT_EQ(cell["thread_values"].dump(),
            R"x([{"register":0,"lane":4,"warp":0,"block":0,"thread":4}])x");
}

TEST(PictureJson, HostileTextIsPrinted) {
  const Json json = Json::parse(to_json(hostile_picture()).dump());
  EXPECT_EQ(json["panels"][0]["cells"][1]["label"], "'\xEF\xBF\xBD(");
}

CellKind kind_named(std::string_view name) {
  for (std::size_t i = 0; i < kCellKinds; ++i) {
    if (name_of(static_cast<CellKind>(i)) == name) return static_cast<CellKind>(i);
  }
  ADD_FAILURE() << name;
  return CellKind::kData;
}

Shade read_shade(const Json& cell) {
  const Json shade = cell.value("shade", Json::object());
  if (shade.contains("bucket")) return {Shade::Kind::kBucket, shade["bucket"]};
  if (shade.contains("ramp")) return {Shade::Kind::kRamp, shade["ramp"]};
  return {};
}

Cell read_cell(const Json& json) {
  Cell cell{.kind = kind_named(json["kind"].get<std::string>()),
            .coordinate = json.value("coordinate", map::Coordinate{}),
            .tile = json["tile"],
            .shade = read_shade(json),
            .label = json.value("label", ""),
            .title = json.value("title", "")};
  if (json.contains("offset")) cell.offset = json["offset"];
  for (const Json& tv : json.value("thread_values", Json::array())) {
    cell.thread_values.push_back(
        {tv["register"], tv["lane"], tv["warp"], tv["block"], tv["thread"]});
  }
  return cell;
}

/// As a writer of text can keep it: valid texts, and no value of a shade that is none.
Cell written(Cell cell) {
  cell.label = valid_text(cell.label);
  cell.title = valid_text(cell.title);
  if (cell.shade.kind == Shade::Kind::kNone) cell.shade = {};
  return cell;
}

void expect_cells_read_back(const Picture& picture) {
  const Json json = Json::parse(to_json(picture).dump());
  ASSERT_EQ(json["panels"].size(), picture.panels.size());
  for (std::size_t p = 0; p < picture.panels.size(); ++p) {
    const Panel& panel = picture.panels[p];
    const Json& cells = json["panels"][p]["cells"];
    ASSERT_EQ(cells.size(), panel.cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      EXPECT_EQ(cells[i]["row"], i / panel.columns.count());
      EXPECT_EQ(cells[i]["column"], i % panel.columns.count());
      EXPECT_EQ(read_cell(cells[i]), written(panel.cells[i])) << cells[i];
    }
  }
}

TEST(PictureJsonLaw, JsonCellsReadBack) {
  core::check_law("json_cells_read_back", 1000, [] { expect_cells_read_back(*any_picture()); });
}

}  // namespace
}  // namespace tileglot::render
