// SPDX-License-Identifier: Apache-2.0
// cell_text.h: what a writer of text puts into a cell.
//
// Example  Padding at offset 14 is "·14"; a hole without a label is "-".
//          [tests: text/picture_test.cc, "the worked example drawn"]
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {

/// A line that is fit to be shown, and its width in columns.
struct Words {
  std::string text;
  std::size_t columns = 0;
};

Words words_of(std::string text);

/// The mark and the label's lines; nothing where both are empty.
std::vector<Words> words_of(const Cell& cell, Glyphs glyphs);

}  // namespace tileglot::render
