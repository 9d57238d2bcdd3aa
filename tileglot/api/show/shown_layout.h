// SPDX-License-Identifier: Apache-2.0
// shown_layout.h: a layout as it is drawn.
//
// What     read_shown_layout parses a layout for a picture: the map from element to offset with the
//          domain of full tiles, the borders of its tiles and the nested modes; or, of a distributed
//          layout, who holds which element of which tensor.
// Why      The views ask for a map and borders, whatever notation they come from.
// Units    Offsets in elements; bits of an element as memory holds it.
// Example  Sw<3,3,3> o 0 o (8,64):(64,1): borders none, since no mode is nested; swizzles end no
//          tile.
//          [tests: shown_layout_test.cc, "tiles come from modes, not from swizzles"]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/access/rules.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/holders_view.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::api {

/// Who holds the elements of a tensor.
struct Held {
  map::IndexMap holders;  ///< place in hardware -> number of the element
  render::Roles roles = {};
  render::Tensor tensor = {};
  map::IndexMap numbers;  ///< element of the tensor -> its number
};

struct ShownLayout {
  bridge::AnyLayout layout;
  std::string text = {};    ///< as the notation writes it
  std::string remark = {};  ///< read as: XLA tiled layout
  map::IndexMap map;        ///< as written: what `map` of the JSON says
  map::IndexMap drawn;      ///< element -> offset
  map::IndexMap padded;     ///< the same on full tiles
  render::Boundaries boundaries = {};
  std::vector<core::IntTuple> modes = {};  ///< nested extents of each dimension; empty: none are
  std::optional<Held> held = {};
  std::optional<core::ElementType> type = {};
  std::int64_t element_bits = 0;  ///< in memory; 0: not known
};

/// `as_threads`: a CuTe layout of two modes is of threads and values.
Step<ShownLayout> read_shown_layout(const std::string& text, const ShowRequest& request,
                                    bool as_threads);

/// Elements of unknown size count as bytes.
Elements elements_of(const ShownLayout& shown);

/// In XLA an element takes whole bytes unless E(n) says how many bits; CuTe packs small elements.
std::int64_t bits_in_memory(const bridge::AnyLayout& layout, core::ElementType type);

/// A CuTe layout (thread, value) -> place in the tensor, first dimension fastest. A tensor without
/// dimensions has one, as long as the layout reaches.
Step<Held> held_by_threads(const map::IndexMap& map, std::vector<map::Dim> tensor);

}  // namespace tileglot::api
