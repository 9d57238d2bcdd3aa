// SPDX-License-Identifier: Apache-2.0
// read_svg.h: the cells that an SVG picture shows.
//
// What     read_svg(text) returns its panels, each a list of its cells' attributes; nothing for a
//          text that is not well-formed or has cells without a row and column.
// Why      Tests compare what a reader sees with what should be drawn.
// Example  The cell at (3,0) of the worked example reads 3, 0, "padding", "14", "3,0", text "·14".
//          [tests: web/svg_test.cc, "a cell says what it is"]
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::render {

/// Attributes as written; empty if absent.
struct ReadCell {
  std::string row = {};
  std::string column = {};
  std::string kind = {};
  std::string offset = {};
  std::string coordinate = {};
  std::string thread_values = {};
  std::string color = {};  ///< its class
  std::string title = {};
  std::string text = {};  ///< lines, separated by newlines
  friend bool operator==(const ReadCell&, const ReadCell&) = default;
};

std::optional<std::vector<std::vector<ReadCell>>> read_svg(std::string_view text);

}  // namespace tileglot::render
