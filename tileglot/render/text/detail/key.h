// SPDX-License-Identifier: Apache-2.0
// text/detail/key.h: the meaning of a picture's colours, borders and marks, as lines of text.
//
// Example  │ ─ tile 2x2   ·n padding: no element is here
//          [tests: text/picture_test.cc, "the worked example drawn"]
#pragma once

#include <cstddef>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/detail/line.h"
#include "tileglot/render/text/picture.h"

namespace tileglot::render {

TextBlock key_of(const Picture& picture, const TextStyle& style, std::size_t indent,
                 std::size_t limit);

}  // namespace tileglot::render
