// SPDX-License-Identifier: Apache-2.0
// cell_text.h: the content of a cell in text.
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

/// A printable line, and its width in columns.
struct Words {
  std::string text;
  std::size_t columns = 0;
};

Words words_of(std::string text);

/// The mark and the label's lines; empty if both are empty.
std::vector<Words> words_of(const Cell& cell, Glyphs glyphs);

}  // namespace tileglot::render
