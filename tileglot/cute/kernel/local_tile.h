// SPDX-License-Identifier: Apache-2.0
// local_tile.h: divides tensors, and selects the part that a block or a thread works on.
//
// What     local_tile(t, tiler, c) is tile c; local_partition(t, threads, i) is the part that
//          thread i of a thread layout owns; composition and the divides act on the layout of a
//          tensor.
// Why      Kernels work on parts of a tensor, and a part is itself a tensor.
// Example  A row-major 8x8 t: local_tile(t, make_tile(_4{}, _2{}), make_coord(1, 2))(0, 1) is its
//          element (4, 5). [tests: local_tile_test.cc, "a tile is the part of the tensor that it
//          covers"]
// Errors   Those of the same operation on the layout.
// Source   CuTe 03_tensor.md.
#pragma once

#include <cstdint>
#include <utility>

#include "tileglot/cute/kernel/mixed_divide.h"
#include "tileglot/cute/kernel/tensor.h"

namespace tileglot::cute {

template <AnyTensor T, class Tiler>
constexpr auto composition(T&& tensor, const Tiler& tiler) {
  return make_tensor(tensor.data(), composition(tensor.layout(), tiler));
}
template <AnyTensor T, class Tiler>
constexpr auto logical_divide(T&& tensor, const Tiler& tiler) {
  return make_tensor(tensor.data(), logical_divide(tensor.layout(), tiler));
}
template <AnyTensor T, class Tiler>
constexpr auto zipped_divide(T&& tensor, const Tiler& tiler) {
  return make_tensor(tensor.data(), zipped_divide(tensor.layout(), tiler));
}

namespace tiling {

/// (_, _, ..), one for each mode.
template <std::size_t... Modes>
constexpr auto all_of(std::index_sequence<Modes...>) {
  return make_coord((static_cast<void>(Modes), Underscore{})...);
}
template <class... Tilers>
constexpr auto everything(const tuple<Tilers...>&) {
  return all_of(std::index_sequence_for<Tilers...>{});
}
template <class Tiler>
constexpr Underscore everything(const Tiler&) {
  return {};
}

/// The size of each mode of a static thread layout, as a tiler.
template <class Threads, std::size_t... Modes>
constexpr auto sizes_of(std::index_sequence<Modes...>) {
  return make_tile(constant<size<int(Modes)>(Threads::value).value>()...);
}

/// The coordinate of thread i, one number for each mode: the one that the thread layout maps to i.
template <class Threads, int Mode>
constexpr auto thread_in_mode(std::int64_t i) {
  constexpr Layout<> kThreads = Threads::value;
  constexpr Layout<> kMode = get<Mode>(kThreads);
  // Digit by digit: compact layouts only, as in CuTe.
  std::int64_t coordinate = 0;
  std::int64_t weight = 1;
  for (int slot = 0; slot < kMode.numbers.shape.slots; ++slot) {
    const auto extent = static_cast<std::uint64_t>(kMode.numbers.shape.values[slot]);
    const auto stride = static_cast<std::uint64_t>(kMode.numbers.stride.values[slot]);
    if (extent > 1) {
      const auto digit = static_cast<std::uint64_t>(i) / stride % extent;
      coordinate += weight * static_cast<std::int64_t>(digit);
    }
    weight *= kMode.numbers.shape.values[slot];
  }
  return coordinate;
}
template <class Threads, std::size_t... Modes>
constexpr auto thread_coordinate(std::int64_t i, std::index_sequence<Modes...>) {
  return make_coord(thread_in_mode<Threads, int(Modes)>(i)...);
}

}  // namespace tiling

/// The tile at a tile coordinate: the tensor that one block works on.
template <AnyTensor T, class Tiler, class Coordinate>
constexpr auto local_tile(T&& tensor, const Tiler& tiler, const Coordinate& c) {
  const auto tiles = zipped_divide(tensor, tiler);
  return tiles(tiling::everything(tiler), c);
}

/// The elements of thread i: one from each tile of the thread layout's shape. The thread layout is
/// static and compact, maps coordinates to thread numbers, and has the tensor's rank.
template <AnyTensor T, class S, class D>
constexpr auto local_partition(T&& tensor, const Layout<S, D>&, std::int64_t i) {
  static_assert(!std::is_void_v<S>, "name the threads by type: Layout<Shape<_2, _4>>{}");
  using Threads = Layout<S, D>;
  constexpr auto kModes =
      std::make_index_sequence<std::size_t(notation::cute::rank(Threads::value))>{};
  constexpr auto kTiler = tiling::sizes_of<Threads>(kModes);
  return zipped_divide(tensor, kTiler)(tiling::thread_coordinate<Threads>(i, kModes),
                                       tiling::everything(kTiler));
}

}  // namespace tileglot::cute
