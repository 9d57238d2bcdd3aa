// SPDX-License-Identifier: Apache-2.0
// text_panels.h: panels written as text, for the tests of writers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

/// A panel from text, one line per row: blanks separate cells, a mark before a label gives the kind
/// as in ASCII (". = - * !"), "_" is a blank in a label, "/" a newline and "~" an empty label. Rows
/// and columns are numbered.
Panel panel_of(std::string_view rows);

/// The number in a label, modulo eight, is the bucket; cells without one have no shade.
Panel shaded(Panel panel);

/// Borders before every `every`th row or column.
std::vector<Border> borders_every(std::size_t every, std::size_t count, std::uint8_t level = 0);

/// Two panels in one row.
Picture before_and_after();

/// `side` x `side` cells in tiles of 8 x 8, half of them padding, eight shades.
Picture large_picture(std::size_t side);

}  // namespace tileglot::render
