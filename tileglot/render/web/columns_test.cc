// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/columns.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/json.h"

namespace tileglot::render {
namespace {

using Json = nlohmann::ordered_json;

Picture row_major() {
  Panel panel{.rows = {.headers = {"0", "1"}}, .columns = {.headers = {"0", "1", "2", "3"}}};
  for (std::int64_t row = 0; row < 2; ++row) {
    for (std::int64_t column = 0; column < 4; ++column) {
      const std::int64_t offset = 4 * row + column;
      panel.cells.push_back(
          {.coordinate = {row, column}, .offset = offset, .label = std::to_string(offset)});
    }
  }
  return {.panels = {panel}};
}

TEST(PictureColumns, TheWorkedExample) {
  const Json panel = to_columns(row_major())["panels"][0];
  EXPECT_EQ(
      panel["cells"].dump(),
      R"x({"kind":[["data",8]],"coordinate":{"base":[0,0],"row":[1,0],"column":[0,1]},)x"
      R"x("offset":{"base":0,"row":4,"column":1},"tile":{"all":0},"label":{"from":"offset"}})x");
  EXPECT_EQ(panel["columns"].dump(), R"x({"headers":{"from":0,"step":1,"count":4}})x");
}

TEST(PictureColumns, WhatIsUnevenIsListed) {
  Picture picture = row_major();
  picture.panels[0].cells[5].offset = 6;
  picture.panels[0].cells[5].kind = CellKind::kAlias;
  const Json cells = to_columns(picture)["panels"][0]["cells"];
  EXPECT_EQ(cells["kind"].dump(), R"x([["data",5],["alias",1],["data",2]])x");
  EXPECT_EQ(cells["offset"].dump(), "[0,1,2,3,4,6,6,7]");
  EXPECT_EQ(cells["label"].dump(), R"x(["0","1","2","3","4","5","6","7"])x");
}

TEST(PictureColumns, ANumberThatJavaScriptRoundsIsAText) {
  EXPECT_EQ(exact_number((std::int64_t{1} << 53) - 1).dump(), "9007199254740991");
  EXPECT_EQ(exact_number(std::int64_t{1} << 53).dump(), R"("9007199254740992")");
  Picture picture = row_major();
  for (Cell& cell : picture.panels[0].cells) *cell.offset += std::int64_t{1} << 60;
  const Json cells = to_columns(picture)["panels"][0]["cells"];
  EXPECT_EQ(cells["offset"][1], "1152921504606846977");
}

TEST(PictureColumns, ALegendCountsShadesAsCellsDo) {
  const Json json = to_columns(worked_example());
  EXPECT_EQ(json["version"], 2);
  EXPECT_EQ(json["legend"]["entries"][1].dump(), R"x({"shade":1,"text":"1"})x");
  EXPECT_EQ(json["legend"]["marks"][0]["kind"], "padding");
}

// --- The columns, expanded. ---

Json at(const Json& column, std::size_t place) {
  if (column.is_object()) return column["all"];
  return column[place];
}

/// An even property at a cell.
std::int64_t even_at(const Json& even, std::size_t row, std::size_t column) {
  return even["base"].get<std::int64_t>() +
         even["row"].get<std::int64_t>() * static_cast<std::int64_t>(row) +
         even["column"].get<std::int64_t>() * static_cast<std::int64_t>(column);
}

/// As a number again.
Json number(const Json& value) {
  return value.is_string() ? Json(std::stoll(value.get<std::string>())) : value;
}

Json offset_at(const Json& offset, std::size_t row, std::size_t column, std::size_t columns) {
  if (offset.is_object() && offset.contains("base")) return even_at(offset, row, column);
  return number(at(offset, row * columns + column));
}

Json coordinate_at(const Json& coordinate, std::size_t row, std::size_t column,
                   std::size_t columns) {
  if (coordinate.is_array()) {
    Json list = coordinate[row * columns + column];
    for (Json& value : list) value = number(value);
    return list;
  }
  Json list = Json::array();
  for (std::size_t dim = 0; dim < coordinate["base"].size(); ++dim) {
    const Json even{{"base", coordinate["base"][dim]},
                    {"row", coordinate["row"][dim]},
                    {"column", coordinate["column"][dim]}};
    list.push_back(even_at(even, row, column));
  }
  return list;
}

Json shade_json(int shade) {
  return shade < 8 ? Json{{"bucket", shade}} : Json{{"ramp", shade - 8}};
}

/// One row for each owner of the cell; `begin` is the first of them, and moves on.
Json owners_at(const Json& owners, std::size_t place, std::size_t& begin) {
  Json list = Json::array();
  for (std::size_t n = at(owners["count"], place).get<std::size_t>(); n > 0; --n, ++begin) {
    list.push_back({{"register", owners["register"][begin]},
                    {"lane", owners["lane"][begin]},
                    {"warp", owners["warp"][begin]},
                    {"block", owners["block"][begin]},
                    {"thread", owners["thread"][begin]}});
  }
  return list;
}

std::vector<std::string> kinds_of(const Json& cells) {
  std::vector<std::string> kinds;
  for (const Json& run : cells["kind"])
    kinds.insert(kinds.end(), run[1].get<std::size_t>(), run[0].get<std::string>());
  return kinds;
}

std::string label_at(const Json& label, std::size_t place, const Json& offset) {
  if (!label.is_object() || !label.contains("from")) return at(label, place);
  return offset.is_null() ? "" : offset.dump();
}

/// The cells as web/json.h writes them, without titles.
Json expanded(const Json& cells, std::size_t rows, std::size_t columns) {
  Json list = Json::array();
  const std::vector<std::string> kinds = kinds_of(cells);
  std::size_t owner = 0;
  for (std::size_t place = 0; place < rows * columns; ++place) {
    const std::size_t row = place / columns;
    const std::size_t column = place % columns;
    Json cell{{"row", row}, {"column", column}, {"kind", kinds.at(place)}};
    Json coordinate;
    if (cells.contains("coordinate"))
      coordinate = coordinate_at(cells["coordinate"], row, column, columns);
    if (!coordinate.is_null() && !coordinate.empty()) cell["coordinate"] = coordinate;
    Json offset;
    if (cells.contains("offset")) offset = offset_at(cells["offset"], row, column, columns);
    if (!offset.is_null()) cell["offset"] = offset;
    const Json owners =
        cells.contains("owners") ? owners_at(cells["owners"], place, owner) : Json::array();
    if (!owners.empty()) cell["thread_values"] = owners;
    cell["tile"] = number(at(cells["tile"], place));
    const int shade = cells.contains("shade") ? at(cells["shade"], place).get<int>() : -1;
    if (shade >= 0) cell["shade"] = shade_json(shade);
    const std::string label =
        cells.contains("label") ? label_at(cells["label"], place, offset) : "";
    if (!label.empty()) cell["label"] = label;
    list.push_back(std::move(cell));
  }
  return list;
}

void expect_expanded(const Picture& picture) {
  const Json columns = Json::parse(to_columns(picture).dump());
  const Json cells = Json::parse(to_json(picture).dump());
  for (std::size_t p = 0; p < picture.panels.size(); ++p) {
    Json wanted = cells["panels"][p]["cells"];
    for (Json& cell : wanted) {
      cell.erase("title");
      if (cell.value("label", "") == "") cell.erase("label");
    }
    const Panel& panel = picture.panels[p];
    EXPECT_EQ(expanded(columns["panels"][p]["cells"], panel.rows.count(), panel.columns.count()),
              wanted);
  }
}

TEST(PictureColumns, ExpandedColumnsAreTheCells) {
  for (const Picture& picture :
       {worked_example(), every_kind(), product_of_matrices(), row_major(), Picture{}})
    expect_expanded(picture);
}

TEST(PictureColumnsLaw, ExpandedColumnsAreTheCellsOfAnyPicture) {
  core::check_law("expanded_columns_are_the_cells", 500, [] { expect_expanded(*any_picture()); });
}

}  // namespace
}  // namespace tileglot::render
