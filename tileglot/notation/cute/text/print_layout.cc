// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/print_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/detail/cells.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

/// The width of a cell without its blanks: the digits of the cosize, or the longest coordinate.
core::Result<std::size_t> width_of(const Cells& cells) {
  std::size_t longest = 0;
  for (const std::string& coordinate : cells.listing.coordinates) {
    longest = std::max(longest, coordinate.size());
  }
  if (longest > 0) return longest;
  TILEGLOT_TRY(places, to_result(cosize(inner_layout(cells.layout))));
  return std::to_string(places.value).size();
}

std::string table(const Cells& cells, std::int64_t slice, std::size_t width) {
  std::string header = "    ";
  std::string line = "    ";
  for (std::int64_t n = 0; n < cells.columns; ++n) {
    header += fmt::format("  {:>{}} ", n, width);
    line += "+" + std::string(width + 2, '-');
  }
  line += "+\n";
  std::string text = header + "\n" + line;
  for (std::int64_t m = 0; m < cells.rows; ++m) {
    text += fmt::format("{:2}  ", m);
    for (std::int64_t n = 0; n < cells.columns; ++n) {
      text += fmt::format("| {:>{}} ", cells.text(cells.place(slice, m, n)), width);
    }
    text += "|\n" + line;
  }
  return text;
}

}  // namespace

core::Result<std::string> print_layout(const CuteLayout& layout) {
  TILEGLOT_TRY(cells, Cells::of(layout));
  TILEGLOT_TRY(width, width_of(cells));
  std::string text =
      std::visit([](const auto& l) { return print(l, Marks::kShow); }, layout) + "\n";
  for (std::int64_t slice = 0; slice < cells.slices(); ++slice) {
    if (!cells.others.empty()) text += cells.slice_name(slice) + "\n";
    text += table(cells, slice, width);
  }
  return text;
}

}  // namespace tileglot::notation::cute
