// SPDX-License-Identifier: Apache-2.0
// shown_layout.h: a layout prepared for drawing.
//
// What     read_shown_layout parses a layout for a picture: the map from element to offset with the
//          domain of full tiles, the borders of its tiles and the nested modes; or, of a
//          distributed layout, which thread and value hold each element of the tensor.
// Why      The views need a map and borders, whatever notation they come from.
// Units    Offsets in elements; bits of an element as memory holds it.
// Example  Sw<3,3,3> o 0 o (8,64):(64,1): no borders, since no mode is nested; a swizzle does not
//          end a tile.
//          [tests: shown_layout_test.cc, "tiles come from modes, not from swizzles"]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/advice/access/rules.h"
#include "tileglot/api/show/show.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/grid_view.h"
#include "tileglot/render/view/thread_value_view.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::api {

/// Which thread and value hold the elements of a tensor.
struct ThreadValueLayout {
  map::IndexMap map;  ///< hardware location -> element number
  render::Roles roles = {};
  render::Tensor tensor = {};
  map::IndexMap numbers;  ///< element of the tensor -> its number
};

struct ShownLayout {
  bridge::AnyLayout layout;
  std::string text = {};    ///< as the notation prints it
  std::string remark = {};  ///< read as: XLA tiled layout
  map::IndexMap map;        ///< as written: the `map` of the JSON
  map::IndexMap drawn;      ///< element -> offset
  map::IndexMap padded;     ///< the same on full tiles
  render::Boundaries boundaries = {};
  std::vector<core::IntTuple> modes = {};  ///< nested extents of each dimension; empty: none are
  std::optional<ThreadValueLayout> thread_value = {};
  std::optional<core::ElementType> type = {};
  std::int64_t element_bits = 0;  ///< in memory; 0: not known
};

/// `as_threads`: the two modes of a CuTe layout are threads and values.
core::Result<ShownLayout> read_shown_layout(const std::string& text, const ShowRequest& request,
                                            bool as_threads);

/// Elements of unknown size count as one byte.
advice::Elements elements_of(const ShownLayout& shown);

/// In XLA an element takes whole bytes unless E(n) sets the bits; CuTe packs small elements.
std::int64_t bits_in_memory(const bridge::AnyLayout& layout, core::ElementType type);

/// A CuTe layout (thread, value) -> index in the tensor, first dimension fastest. A tensor without
/// dimensions gets one, as long as the layout's cosize.
core::Result<ThreadValueLayout> thread_value_layout(const map::IndexMap& map,
                                                    std::vector<map::Dim> tensor);

}  // namespace tileglot::api
