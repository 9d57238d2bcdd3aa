// SPDX-License-Identifier: Apache-2.0
// tiled_copy.h: a copy instruction repeated over a tile, and what each thread moves.
//
// What     make_tiled_copy(atom, threads, values) arranges threads in a tile and values in a
//          thread. get_slice(thread).partition_S(tensor) is what the thread reads of a source, as
//          (value, rest of each side); partition_D(tensor) is what it writes of a destination.
//          retile_S and retile_D give the registers of an MMA the order of the copy.
// Why      Kernel authors write these words; with them they test index arithmetic on the host.
// Units    Layouts of threads and values map to an index in the tile, first side fastest. Its sides
//          are the products of the sides of both layouts.
// Example  256 threads as (32,8):(8,1), each with 8 halves of a row, copy a tile (32,64): thread i
//          has row i / 8 and columns from i % 8 * 8.
//          [tests: tiled_copy_test.cc, "each thread copies its run of a row"]
// Errors   Refused (refused.h): what notation/cute/tiled/copy.h refuses. get_slice takes any
//          number; a partition refuses one that is not a thread.
// Source   CuTe 0t_mma_atom.md; cute/atom/copy_atom.hpp. Differs from CuTe: the type TiledCopy
//          names the layouts of threads and values that make_tiled_copy takes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tileglot/cute/atom/copy_atom.h"
#include "tileglot/cute/atom/part_of_thread.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/retile.h"

namespace tileglot::cute {

template <class Copy>
struct ThrCopy;

/// What a tiled copy can do by itself.
template <class Self>
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): the tilings are aggregates.
struct TiledCopyWords {
  // NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
  /// (thread, value) -> index in the tile.
  constexpr auto get_layoutS_TV() const { return layout_tv<notation::cute::End::kSource>(); }
  constexpr auto get_layoutD_TV() const { return layout_tv<notation::cute::End::kDestination>(); }
  /// (thread, value, rest) of a layout or a tensor.
  template <class X>
  constexpr auto tidfrg_S(X&& x) const {
    return tidfrg<notation::cute::End::kSource>(x);
  }
  template <class X>
  constexpr auto tidfrg_D(X&& x) const {
    return tidfrg<notation::cute::End::kDestination>(x);
  }
  // NOLINTEND(readability-identifier-naming)

  constexpr ThrCopy<Self> get_slice(std::int64_t thread) const { return {self(), thread}; }
  constexpr ThrCopy<Self> get_thread_slice(std::int64_t thread) const { return get_slice(thread); }

 private:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }

  template <notation::cute::End Which>
  constexpr auto layout_tv() const {
    return result_of([](const auto& c) { return notation::cute::layout_tv(value_of(c), Which); },
                     self());
  }
  template <notation::cute::End Which, class X>
  constexpr auto tidfrg(X& x) const {
    return divided_by_threads(
        [](const notation::cute::TiledCopy& c, const notation::cute::Layout<>& l) {
          return notation::cute::tidfrg(c, Which, l);
        },
        self(), x);
  }
};

/// A tiled copy of values, or, with an atom, the name of one whose numbers are all types:
/// TiledCopy<Copy_Atom<NAME, 16>, Layout<Shape<_32, _8>, Stride<_8, _1>>, Layout<Shape<_1, _8>>>.
template <class Atom = void, class Threads = void, class Values = void>
struct TiledCopy;

template <>
struct TiledCopy<> : TiledCopyWords<TiledCopy<>> {
  notation::cute::TiledCopy numbers;

  constexpr TiledCopy() = default;
  constexpr explicit TiledCopy(const notation::cute::TiledCopy& tiled) : numbers(tiled) {}
};

constexpr notation::cute::TiledCopy tiled_copy_of(const CopyOfElements& atom,
                                                  const notation::cute::Layout<>& threads,
                                                  const notation::cute::Layout<>& values) {
  return or_refuse(notation::cute::make_tiled_copy(atom.parts, atom.bits, threads, values));
}

template <class Atom, class Threads, class Values>
struct TiledCopy : TiledCopyWords<TiledCopy<Atom, Threads, Values>> {
  static_assert(std::is_empty_v<Atom> && std::is_empty_v<Threads> && std::is_empty_v<Values>,
                "a TiledCopy names static numbers; make_tiled_copy takes others");
  static constexpr TiledCopy<> value{
      tiled_copy_of(value_of(Atom{}), value_of(Threads{}), value_of(Values{}))};

  // NOLINTNEXTLINE(google-explicit-constructor): the name stands for the value.
  constexpr operator TiledCopy<>() const { return value; }
};

TiledCopy() -> TiledCopy<>;

template <class T>
inline constexpr bool is_tiled_copy_type = false;
template <class A, class T, class V>
inline constexpr bool is_tiled_copy_type<TiledCopy<A, T, V>> = true;
template <class T>
concept TiledCopyLike = is_tiled_copy_type<T>;

template <TiledCopyLike C>
constexpr const notation::cute::TiledCopy& value_of(const C& copy) {
  if constexpr (std::is_empty_v<C>) {
    return C::value.numbers;
  } else {
    return copy.numbers;
  }
}

/// Each thread has one value if no layout of values is given.
template <CopyAtomLike A, LayoutLike T, LayoutLike V = Layout<_1, _0>>
constexpr auto make_tiled_copy(const A& atom, const T& threads, const V& values = {}) {
  if constexpr (std::is_empty_v<A> && std::is_empty_v<T> && std::is_empty_v<V>) {
    return TiledCopy<A, T, V>{};
  } else {
    return TiledCopy<>(tiled_copy_of(value_of(atom), value_of(threads), value_of(values)));
  }
}

/// The number of threads.
template <TiledCopyLike C>
constexpr auto size(const C& copy) {
  return size<0>(copy.get_layoutS_TV());
}
/// The sides of the tile.
template <TiledCopyLike C>
constexpr auto tile_shape(const C& copy) {
  return result_of([](const auto& c) { return value_of(c).tile; }, copy);
}
template <int Side, TiledCopyLike C>
constexpr auto tile_size(const C& copy) {
  return size<Side>(tile_shape(copy));
}

// --- parts of an identity (part_of_thread.h) ---

template <notation::cute::End Which, TiledCopyLike C, LayoutLike L>
constexpr auto coordinates_of_part(const C& copy, const L& layout) {
  return as_coordinates(result_of(
      [](const auto& c, const auto& l) {
        const notation::cute::Layout<> whole =
            or_refuse(notation::cute::tidfrg(value_of(c), Which, value_of(l)));
        const notation::cute::Layout<> rest = or_refuse(notation::cute::mode(whole, 2));
        notation::cute::Layout<> part =
            or_refuse(notation::cute::make_layout(or_refuse(notation::cute::mode(whole, 1))));
        for (int i = 0; i < notation::cute::rank(rest); ++i) {
          part = or_refuse(notation::cute::append(part, or_refuse(notation::cute::mode(rest, i))));
        }
        return part;
      },
      copy, layout));
}
template <notation::cute::End Which, TiledCopyLike C, LayoutLike L>
constexpr IntTuple first_coordinate(const C& copy, std::int64_t thread, const L& layout) {
  // Refuses a number that is not a thread.
  const notation::cute::Layout<> plain =
      or_refuse(notation::cute::make_layout(value_of(layout).shape));
  or_refuse(notation::cute::partition(value_of(copy), Which, thread, plain));
  const notation::cute::Layout<> whole =
      or_refuse(notation::cute::tidfrg(value_of(copy), Which, value_of(layout)));
  const core::IntTuple first = or_refuse(core::tuple_of(thread, 0, 0));
  return IntTuple(or_refuse(notation::cute::coordinate_of(first, whole)));
}

/// Registers of a thread in the order of the copy.
template <notation::cute::End Which, TiledCopyLike C, class X>
constexpr auto retiled(const C& copy, X& x) {
  if constexpr (AnyTensor<X>) {
    return make_tensor(x.data(), retiled<Which>(copy, x.layout()));
  } else {
    return result_of(
        [](const auto& c, const auto& l) {
          return notation::cute::retile(value_of(c), Which, value_of(l));
        },
        copy, divided_of(x));
  }
}

// --- one thread ---

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
/// One thread of a tiled copy.
template <class Copy>
struct ThrCopy {
  [[no_unique_address]] Copy copy;
  std::int64_t thread = 0;

  /// The thread's elements of a tensor, as a tensor; of a layout, as a Part (kernel/tensor.h).
  template <class X>
  constexpr auto partition_S(X&& x) const {
    return partition<notation::cute::End::kSource>(copy, thread, x);
  }
  template <class X>
  constexpr auto partition_D(X&& x) const {
    return partition<notation::cute::End::kDestination>(copy, thread, x);
  }
  /// The registers of a fragment, a tensor or a layout, in the order in which the copy reads them:
  /// (value, rest of each side), as partition_S gives a source.
  template <class X>
  constexpr auto retile_S(X&& x) const {
    return retiled<notation::cute::End::kSource>(copy, x);
  }
  /// The same, in the order in which the copy writes them: as partition_D.
  template <class X>
  constexpr auto retile_D(X&& x) const {
    return retiled<notation::cute::End::kDestination>(copy, x);
  }
};
// NOLINTEND(readability-identifier-naming)

}  // namespace tileglot::cute
