// SPDX-License-Identifier: Apache-2.0
// brief_panel.h: a panel in a few characters, for tests.
//
// What     brief(panel) has a line for each row: the cells' labels, or else their offsets, with the
//          marks of their kinds, and a bar before each column with a border. A row with a border
//          has a line with a dash before it.
// Example  0 1 | 4 5 | 8 .9
//          2 3 | 6 7 | 10 .11
//          -
//          12 13 | 16 17 | 20 .21
#pragma once

#include <string>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

std::string brief(const Panel& panel);

}  // namespace tileglot::render
