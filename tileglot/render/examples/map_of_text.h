// SPDX-License-Identifier: Apache-2.0
// map_of_text.h: maps for tests, written as the text of a layout.
//
// What     map_of(text) is the map of a layout in any notation; padded_map_of(text) is the same on
//          the extents that its tiles fill.
// Why      A test's layout can be read at a glance.
#pragma once

#include <string_view>

#include "tileglot/map/index_map.h"

namespace tileglot::render {

/// Precondition: the text is a layout with its own shape, and has a map.
map::IndexMap map_of(std::string_view text);

/// The same map if nothing is padded.
map::IndexMap padded_map_of(std::string_view text);

}  // namespace tileglot::render
