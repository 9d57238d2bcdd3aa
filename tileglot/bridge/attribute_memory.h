// SPDX-License-Identifier: Apache-2.0
// attribute_memory.h: where each element lies, by what the text of a layout says beyond the layout.
//
// What     memory_map(text, layout) is memory_map(layout), with the room that #ttg.padded_shared<..> leaves
//          between offsets.
// Why      A padded memory lowers to its linear part only; conflicts are about where elements really lie.
// Example  #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [2, 4]}> puts (1,0) at 6, its linear part at 4.
//          [tests: attribute_memory_test.cc, "padding counts where elements lie"]
// Errors   Those of placement.h, of padded_memory.h and of parsing an attribute.
#pragma once

#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::bridge {

/// `text` is what `layout` was read from.
core::Result<map::IndexMap> memory_map(std::string_view text, const AnyLayout& layout);

}  // namespace tileglot::bridge
