// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/print_latex.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/text/detail/cells.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

constexpr std::string_view kDocument =
    "\\documentclass[convert]{standalone}\n"
    "\\usepackage{tikz}\n"
    "\n"
    "\\begin{document}\n";
constexpr std::string_view kPicture =
    "\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer "
    "sep=0pt}]\n"
    "\n";
constexpr std::string_view kEndOfPicture = "\\end{tikzpicture}\n";
constexpr std::string_view kEndOfDocument = "\\end{document}\n";

constexpr std::array<std::string_view, 8> kGreys{"00", "40", "20", "60", "10", "50", "30", "70"};

struct Colour {
  int red;
  int green;
  int blue;
};
constexpr std::array<Colour, 8> kThreadColours{{{175, 175, 255},
                                                {175, 255, 175},
                                                {255, 255, 175},
                                                {255, 175, 175},
                                                {210, 210, 255},
                                                {210, 255, 210},
                                                {255, 255, 210},
                                                {255, 210, 210}}};

/// The grid lines around the cells, and the numbering of rows and columns.
std::string frame(std::int64_t rows, std::int64_t columns) {
  std::string text = fmt::format(
      "\\draw[color=black,thick,shift={{(-0.5,-0.5)}}] (0,0) grid ({},{});\n\n", rows, columns);
  for (std::int64_t m = 0; m < rows; ++m) {
    text += fmt::format("\\node at ({},-1) {{\\Large{{\\texttt{{{}}}}}}};\n", m, m);
  }
  for (std::int64_t n = 0; n < columns; ++n) {
    text += fmt::format("\\node at (-1,{}) {{\\Large{{\\texttt{{{}}}}}}};\n", n, n);
  }
  return text;
}

std::string_view grey_of(const Cells& cells, std::int64_t place) {
  if (!cells.listing.coordinates.empty()) return kGreys[0];
  const std::int64_t rest = cells.listing.offsets[static_cast<std::size_t>(place)] % 8;
  return kGreys[static_cast<std::size_t>(rest < 0 ? rest + 8 : rest)];
}

std::string picture(const Cells& cells, std::int64_t slice) {
  std::string text(kPicture);
  for (std::int64_t m = 0; m < cells.rows; ++m) {
    for (std::int64_t n = 0; n < cells.columns; ++n) {
      const std::int64_t place = cells.place(slice, m, n);
      text += fmt::format("\\node[fill=black!{}] at ({},{}) {{{}}};\n", grey_of(cells, place), m, n,
                          cells.text(place));
    }
  }
  return text + frame(cells.rows, cells.columns) + std::string(kEndOfPicture);
}

std::string print_any(const CuteLayout& layout) {
  return std::visit([](const auto& l) { return print(l, Marks::kShow); }, layout);
}

struct Tile {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

core::Result<Tile> tile_of(const IntTuple& shape) {
  const auto elements = size(shape);
  const bool fits = elements && rank(shape) == 2 && elements->value > 0 &&
                    elements->value <= Cells::kMost && !shape.is_scalar;
  if (fits) return Tile{size(*mode(shape, 0))->value, size(*mode(shape, 1))->value};
  return core::fail({.code = "cute.tile",
                     .message = fmt::format("{} is not a tile to draw on", print(shape)),
                     .help = fmt::format("give rows and columns, as in (4,6), of at most {} cells",
                                         Cells::kMost)});
}

/// The index into the tile, first mode fastest, of value `place` of a thread-value layout.
core::Result<std::size_t> index_in_tile(const Cells& cells, std::int64_t place, Tile tile) {
  std::int64_t index = -1;
  if (cells.listing.coordinates.empty()) {
    index = cells.listing.offsets[static_cast<std::size_t>(place)];
  } else {
    TILEGLOT_TRY(at, to_result(coordinate_of(place, inner_layout(cells.layout))));
    const bool is_pair = at.slots == 2 && depth(at) == 1;
    const bool inside = is_pair && at.values[0] >= 0 && at.values[0] < tile.rows &&
                        at.values[1] >= 0 && at.values[1] < tile.columns;
    if (inside) index = at.values[0] + tile.rows * at.values[1];
  }
  if (index >= 0 && index < tile.rows * tile.columns) return static_cast<std::size_t>(index);
  return core::fail({.code = "cute.tile",
                     .message = fmt::format("the value {} is outside a tile of {} by {}",
                                            cells.text(place), tile.rows, tile.columns),
                     .help = "give the tile that the thread-value layout is for"});
}

std::string thread_node(std::int64_t thread, std::int64_t value, std::int64_t row,
                        std::int64_t column) {
  const Colour c = kThreadColours[static_cast<std::size_t>(thread % 8)];
  return fmt::format(
      "\\node[fill={{rgb,255:red,{};green,{};blue,{}}}] at ({},{}) {{\\shortstack{{T{} \\\\ "
      "V{}}}}};\n",
      c.red, c.green, c.blue, row, column, thread, value);
}

core::Result<std::string> thread_nodes(const Cells& cells, Tile tile) {
  std::vector<bool> filled(static_cast<std::size_t>(tile.rows * tile.columns), false);
  std::string text;
  for (std::int64_t thread = 0; thread < cells.rows; ++thread) {
    for (std::int64_t value = 0; value < cells.columns; ++value) {
      TILEGLOT_TRY(index, index_in_tile(cells, cells.place(0, thread, value), tile));
      if (filled[index]) continue;
      filled[index] = true;
      const auto at = static_cast<std::int64_t>(index);
      text += thread_node(thread, value, at % tile.rows, at / tile.rows);
    }
  }
  return text;
}

}  // namespace

core::Result<std::string> print_latex(const CuteLayout& layout) {
  TILEGLOT_TRY(cells, Cells::of(layout));
  std::string text = "% Layout: " + print_any(cells.layout) + "\n" + std::string(kDocument);
  for (std::int64_t slice = 0; slice < cells.slices(); ++slice) {
    if (!cells.others.empty()) text += "% " + cells.slice_name(slice) + "\n";
    text += picture(cells, slice);
  }
  return text + std::string(kEndOfDocument);
}

core::Result<std::string> print_latex_tv(const CuteLayout& layout, const IntTuple& tile) {
  TILEGLOT_TRY(drawn_on, tile_of(tile));
  TILEGLOT_TRY(cells, Cells::of(layout));
  if (!cells.others.empty()) {
    return core::fail({.code = "cute.rank",
                       .message = fmt::format("{} has more than the two modes of a thread-value "
                                              "layout",
                                              print_any(layout)),
                       .help = "group its modes into (threads, values)"});
  }
  TILEGLOT_TRY(nodes, thread_nodes(cells, drawn_on));
  return "% Layout TV: " + print_any(layout) + "\n" + std::string(kDocument) +
         std::string(kPicture) + nodes + frame(drawn_on.rows, drawn_on.columns) +
         std::string(kEndOfPicture) + std::string(kEndOfDocument);
}

}  // namespace tileglot::notation::cute
