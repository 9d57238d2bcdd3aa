// SPDX-License-Identifier: Apache-2.0
// cells.h: the values of a layout as rows and columns, for drawing.
//
// What     Cells::of(layout) has the values of a layout of rank 2. Rank 0 and 1 are padded with
//          _1:_0, as CuTe's print_latex does; a higher rank is a sequence of slices of rank 2, one
//          for each coordinate of the modes after the second, the first of them fastest.
// Errors   cute.too_large_to_print beyond 65536 cells; cute.extent if there are none; those of
//          listing.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/listing.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {

struct Cells {
  static constexpr std::int64_t kMost = 65536;

  CuteLayout layout;  ///< of rank 2 or more
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> others = {};  ///< sizes of the modes after the second
  Listing listing = {};

  static core::Result<Cells> of(const CuteLayout& layout);

  std::int64_t slices() const { return listing.size / (rows * columns); }
  std::int64_t place(std::int64_t slice, std::int64_t row, std::int64_t column) const {
    return row + rows * (column + columns * slice);
  }
  /// The text of a cell: a number or a coordinate.
  std::string text(std::int64_t place) const;
  /// (_,_,1,0)
  std::string slice_name(std::int64_t slice) const;
};

/// The plain layout, without the swizzle if there is one; its values are offsets or coordinates.
const Layout<>& inner_layout(const CuteLayout& layout);

}  // namespace tileglot::notation::cute
