// SPDX-License-Identifier: Apache-2.0
// thread_value_view.h: distributed layouts: which thread holds which element.
//
// What     add_thread_values(panels, thread_values) gives the cells of a tensor's grid the
//          registers, lanes, warps and blocks that hold their element: the thread-value view.
//          hardware_view(thread_values, tensor) is the other way: a panel for each warp, a row for
//          each thread, a column for each value, and in the cell the element, or padding where the
//          tensor has none: the hardware view.
// Why      Triton's and CuTe's users look at both: one shows which threads hold a tile, the other
//          what a thread has to load.
// Units    An element is a number: its offset in the tensor's map that the grid was drawn with.
// Example  {register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}: element (2,1) is held by
//          register 1 of lane 2, T2 V1.
//          [tests: thread_value_view_test.cc, "every element has the thread values that a search
//          finds"]
// Errors   render.too_many_places beyond kMostRegisters registers of all threads; those of
//          grid_view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/grid_view.h"

namespace tileglot::render {

inline constexpr std::int64_t kMostRegisters = std::int64_t{1} << 20;

/// What each dimension of the map counts; one without a role makes further panels. Without
/// a warp, lanes beyond 32 are those of further warps, in one panel.
struct Roles {
  std::optional<std::size_t> reg = {};
  std::optional<std::size_t> lane = {};
  std::optional<std::size_t> warp = {};
  std::optional<std::size_t> block = {};
};

/// A map from a hardware location to the number of an element.
struct ThreadValueMap {
  const map::IndexMap& map;
  Roles roles = {};
  const map::IndexMap* lanes = nullptr;  ///< thread of the map -> lane of the warp; nothing: itself
};

/// The cells' offsets are element numbers. No thread value: a hole. Several: an alias.
core::Status add_thread_values(std::vector<Panel>& panels, const ThreadValueMap& thread_values);

/// `tensor` has the extents for decoding numbers; row-major, or the first fastest.
struct Tensor {
  std::vector<map::Dim> dims = {};
  bool first_fastest = false;
};

core::Result<GridView> hardware_view(const ThreadValueMap& thread_values, const Tensor& tensor,
                                     GridOptions options);

}  // namespace tileglot::render
