// SPDX-License-Identifier: Apache-2.0
// picture_key.h: what colours, borders and marks of a picture mean, as lines of text.
//
// Example  │ ─ tile 2x2   ·n padding: no element is here
//          [tests: picture_text_test.cc, "the worked example drawn"]
#pragma once

#include <cstddef>

#include "tileglot/render/detail/text_line.h"
#include "tileglot/render/picture.h"
#include "tileglot/render/picture_text.h"

namespace tileglot::render {

TextBlock key_of(const Picture& picture, const TextStyle& style, std::size_t indent,
                 std::size_t limit);

}  // namespace tileglot::render
