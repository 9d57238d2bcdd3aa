// SPDX-License-Identifier: Apache-2.0
// tiled_mma.h: a matrix instruction repeated over a tile, and what each thread holds.
//
// What     make_tiled_mma(atom, atoms, tile) arranges instructions by the layout `atoms`, (M,N,K),
//          over a tile. get_slice(thread).partition_C(tensor) is the thread's part of C, as
//          (value of the instruction, rest of M, rest of N); partition_fragment_C(tensor) is a
//          tensor of that shape in the thread's registers.
// Why      Kernel authors write these words; with them they test index arithmetic on the host.
// Units    Threads count from 0. Layouts of threads and values map to an index in the tile, first
//          side fastest.
// Example  m16n8k16 two by two over (_32,_32,_16) has threads 0 to 127. Thread 32 begins at row 16
//          of C, thread 64 at column 8.
//          [tests: tiled_mma_test.cc, "each thread holds the elements that ptx gives it"]
// Errors   Refused (refused.h): what notation/cute/tiled/mma.h refuses. get_slice takes any number;
//          a partition refuses one that is not a thread. A fragment does not compile if the tiled
//          MMA or the matrix is a value, or if the instruction reads the operand from memory.
// Source   CuTe 0t_mma_atom.md; cute/atom/mma_atom.hpp. Differs from CuTe: a fragment has the
//          tensor's element type, or the one given: partition_fragment_C<float>(tensor). A
//          partition of a layout is a layout and its offset, `begin`.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tileglot/cute/atom/mma_atom.h"
#include "tileglot/cute/atom/part_of_thread.h"
#include "tileglot/cute/kernel/owned_tensor.h"
#include "tileglot/cute/kernel/tensor.h"
#include "tileglot/cute/layout/algebra.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/tiled/mma.h"

namespace tileglot::cute {

template <class Mma>
struct ThrMMA;

/// What a tiled MMA can do by itself.
template <class Self>
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): the tilings are aggregates.
struct TiledMmaWords {
  // NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
  /// (thread of the instruction, instruction in M, in N, in K) -> thread.
  constexpr auto get_thr_layout_vmnk() const {
    return result_of([](const auto& m) { return value_of(m).threads; }, self());
  }
  /// (thread, value) -> index in the operand's tile.
  constexpr auto get_layoutA_TV() const { return layout_tv<notation::cute::Operand::kA>(); }
  constexpr auto get_layoutB_TV() const { return layout_tv<notation::cute::Operand::kB>(); }
  constexpr auto get_layoutC_TV() const { return layout_tv<notation::cute::Operand::kC>(); }
  /// ((thread of the instruction, instructions), (value, rest)) of a layout or a tensor.
  template <class X>
  constexpr auto thrfrg_A(X&& x) const {
    return thrfrg<notation::cute::Operand::kA>(x);
  }
  template <class X>
  constexpr auto thrfrg_B(X&& x) const {
    return thrfrg<notation::cute::Operand::kB>(x);
  }
  template <class X>
  constexpr auto thrfrg_C(X&& x) const {
    return thrfrg<notation::cute::Operand::kC>(x);
  }
  // NOLINTEND(readability-identifier-naming)

  /// The extent of the tile along M, N or K: Side 0, 1 or 2.
  template <int Side>
  constexpr auto tile_size_mnk() const {
    static_assert(Side >= 0 && Side < 3, "the sides of a tile are M, N and K: 0, 1 and 2");
    return result_of(
        [](const auto& m) {
          return notation::cute::size(or_refuse(notation::cute::tile_along(value_of(m), Side)));
        },
        self());
  }
  constexpr ThrMMA<Self> get_slice(std::int64_t thread) const { return {self(), thread}; }
  constexpr ThrMMA<Self> get_thread_slice(std::int64_t thread) const { return get_slice(thread); }

 private:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }

  template <notation::cute::Operand Which>
  constexpr auto layout_tv() const {
    return result_of([](const auto& m) { return notation::cute::layout_tv(value_of(m), Which); },
                     self());
  }
  template <notation::cute::Operand Which, class X>
  constexpr auto thrfrg(X& x) const {
    return divided_by_threads(
        [](const notation::cute::TiledMma& m, const notation::cute::Layout<>& l) {
          return notation::cute::thrfrg(m, Which, l);
        },
        self(), x);
  }
};

/// A tiled MMA of values, or, with an atom, the name of one whose numbers are all types:
/// TiledMMA<MMA_Atom<NAME>, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>>.
template <class Atom = void, class Atoms = void,
          class Tiles = Tile<Underscore, Underscore, Underscore>>
struct TiledMMA;

template <>
struct TiledMMA<> : TiledMmaWords<TiledMMA<>> {
  notation::cute::TiledMma numbers;

  constexpr TiledMMA() = default;
  constexpr explicit TiledMMA(const notation::cute::TiledMma& tiled) : numbers(tiled) {}
};

template <class Atom, class Atoms, class Tiles>
struct TiledMMA : TiledMmaWords<TiledMMA<Atom, Atoms, Tiles>> {
  static_assert(std::is_empty_v<Atom> && std::is_empty_v<Atoms> && std::is_empty_v<Tiles>,
                "a TiledMMA names static numbers; make_tiled_mma takes others");
  static constexpr TiledMMA<> value{or_refuse(
      notation::cute::make_tiled_mma(value_of(Atom{}), value_of(Atoms{}), tiler_of(Tiles{})))};
  static constexpr const notation::cute::MmaAtom& atom = value_of(Atom{});

  // NOLINTNEXTLINE(google-explicit-constructor): the name stands for the value.
  constexpr operator TiledMMA<>() const { return value; }
};

TiledMMA() -> TiledMMA<>;

template <class T>
inline constexpr bool is_tiled_mma_type = false;
template <class A, class L, class T>
inline constexpr bool is_tiled_mma_type<TiledMMA<A, L, T>> = true;
template <class T>
concept TiledMmaLike = is_tiled_mma_type<T>;

template <TiledMmaLike M>
constexpr const notation::cute::TiledMma& value_of(const M& mma) {
  if constexpr (std::is_empty_v<M>) {
    return M::value.numbers;
  } else {
    return mma.numbers;
  }
}

/// The default tile is what the instructions cover once; so is a side that is `_`.
template <MmaAtomLike A, LayoutLike L = Layout<Shape<_1, _1, _1>>,
          class T = Tile<Underscore, Underscore, Underscore>>
constexpr auto make_tiled_mma(const A& atom, const L& atoms = {}, const T& tile = {}) {
  if constexpr (std::is_empty_v<A> && std::is_empty_v<L> && std::is_empty_v<T>) {
    return TiledMMA<A, L, T>{};
  } else {
    return TiledMMA<>(
        or_refuse(notation::cute::make_tiled_mma(value_of(atom), value_of(atoms), tiler_of(tile))));
  }
}

/// The number of threads.
template <TiledMmaLike M>
constexpr auto size(const M& mma) {
  return size(mma.get_thr_layout_vmnk());
}
template <int Side, TiledMmaLike M>
constexpr auto tile_size(const M& mma) {
  return mma.template tile_size_mnk<Side>();
}
/// (M,N,K) of the tile.
template <TiledMmaLike M>
constexpr auto tile_shape(const M& mma) {
  return make_shape(tile_size<0>(mma), tile_size<1>(mma), tile_size<2>(mma));
}

// --- parts of an identity (part_of_thread.h) ---

template <notation::cute::Operand Which, TiledMmaLike M, LayoutLike L>
constexpr auto coordinates_of_part(const M& mma, const L& layout) {
  const auto values = result_of(
      [](const auto& m, const auto& l) {
        return notation::cute::mode(
            or_refuse(notation::cute::thrfrg(value_of(m), Which, value_of(l))), 1);
      },
      mma, layout);
  return as_coordinates(make_layout(get<0>(values), get<1, 0>(values), get<1, 1>(values)));
}
template <notation::cute::Operand Which, TiledMmaLike M, LayoutLike L>
constexpr IntTuple first_coordinate(const M& mma, std::int64_t thread, const L& layout) {
  const notation::cute::TiledMma& tiled = value_of(mma);
  const core::IntTuple place = or_refuse(notation::cute::place_of_thread(tiled, thread));
  const notation::cute::Layout<> threads = or_refuse(notation::cute::operand_threads(tiled, Which));
  const core::Integer index = or_refuse(notation::cute::crd2idx(place, threads));
  return IntTuple(or_refuse(notation::cute::coordinate_of(
      or_refuse(core::tuple_of(index, 0)),
      or_refuse(notation::cute::thrfrg(tiled, Which, value_of(layout))))));
}

// --- fragments ---

/// The layout of the thread's elements, if the instruction holds them in registers.
template <notation::cute::Operand Which, TiledMmaLike M, class X>
constexpr auto layout_of_fragment(const M& mma, const X& x) {
  static_assert(std::is_empty_v<M>, "a fragment needs a TiledMMA whose numbers are all types");
  if constexpr (TensorLike<X>) {
    return layout_of_fragment<Which>(mma, x.layout());
  } else {
    static_assert(place_of(M::atom, Which) == notation::cute::Place::kRegisters,
                  "the instruction does not take this operand from registers");
    return layout_of_part<Which>(mma, divided_of(x));
  }
}

/// T, or the type of a tensor's elements where T is void.
template <class T, class X>
struct ElementOf {
  using type = T;
};
template <class X>
struct ElementOf<void, X> {
  using type = typename X::value_type;
};

// --- one thread ---

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
/// One thread of a tiled MMA.
template <class Mma>
struct ThrMMA {
  [[no_unique_address]] Mma mma;
  std::int64_t thread = 0;

  /// The thread's elements of a tensor, as a tensor; of a layout, as a Part (kernel/tensor.h).
  template <class X>
  constexpr auto partition_A(X&& x) const {
    return partition<notation::cute::Operand::kA>(mma, thread, x);
  }
  template <class X>
  constexpr auto partition_B(X&& x) const {
    return partition<notation::cute::Operand::kB>(mma, thread, x);
  }
  template <class X>
  constexpr auto partition_C(X&& x) const {
    return partition<notation::cute::Operand::kC>(mma, thread, x);
  }

  /// Registers for the thread's elements, of type T if it is given. A and B: the instruction's
  /// values first, the rest in the order of the tensor's strides. C: column-major.
  template <class T = void, class X>
  constexpr auto partition_fragment_A(const X& x) const {
    return make_fragment_like<typename ElementOf<T, X>::type>(
        layout_of_fragment<notation::cute::Operand::kA>(mma, x));
  }
  template <class T = void, class X>
  constexpr auto partition_fragment_B(const X& x) const {
    return make_fragment_like<typename ElementOf<T, X>::type>(
        layout_of_fragment<notation::cute::Operand::kB>(mma, x));
  }
  template <class T = void, class X>
  constexpr auto partition_fragment_C(const X& x) const {
    return make_tensor<typename ElementOf<T, X>::type>(
        shape(layout_of_fragment<notation::cute::Operand::kC>(mma, x)));
  }
};
// NOLINTEND(readability-identifier-naming)

}  // namespace tileglot::cute
