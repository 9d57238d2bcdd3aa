// SPDX-License-Identifier: Apache-2.0
// mma_atom.h: a matrix instruction by name, with CuTe's traits.
//
// What     MMA_Atom<"SM80_16x8x16_F32F16F16F32_TN"> is an empty type: Shape_MNK, ThrID, LayoutA_TV,
//          LayoutB_TV and LayoutC_TV are types too. MMA_Traits<NAME> calls the layouts ALayout,
//          BLayout and CLayout. MMA_Atom<> is a value, which mma_atom(name) finds at run time;
//          functions give its traits: shape_mnk(), thr_id(), get_layoutA_TV().
// Why      The compiler, or a test on a machine without a GPU, checks which lane holds what.
// Units    Layouts map (thread, value) to an element: m + M * k of A, n + N * k of B, m + M * n of
//          C.
// Example  Lane 4 * g + t of m16n8k16 holds the rows g and g + 8, the columns 2 * t and 2 * t + 1
//          of C: LayoutC_TV is ((_4,_8),(_2,_2)):((_32,_1),(_16,_8)).
//          [tests: mma_atom_test.cc, "lanes hold the rows and columns of c that ptx gives them"]
// Errors   MMA_Atom of an unknown name does not compile. mma_atom throws Refused (refused.h) with
//          code cute.atom, and names the nearest instruction.
// Source   CuTe 0t_mma_atom.md; cute/atom/mma_traits.hpp. Differs from CuTe: an instruction is a
//          name, not a class with fma(); the traits have no element types.
#pragma once

#include <optional>
#include <string_view>
#include <type_traits>

#include "tileglot/cute/atom/fixed_string.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"

namespace tileglot::cute {

/// The instruction of a name: the type that the traits are computed from.
template <FixedString Name>
struct NamedMma {
  static constexpr std::optional<notation::cute::MmaAtom> found =
      notation::cute::mma_atom(Name.view());
  static_assert(found.has_value(),
                "there is no such instruction; eval 'mma_traits(NAME)' names the nearest");
  static constexpr notation::cute::MmaAtom value = found.value_or(notation::cute::MmaAtom{});
};

template <FixedString Name>
constexpr const notation::cute::MmaAtom& value_of(NamedMma<Name>) {
  return NamedMma<Name>::value;
}

template <class Atom>
constexpr auto shape_of_mma(const Atom& atom) {
  return result_of([](const auto& a) { return notation::cute::shape_mnk(value_of(a)); }, atom);
}
template <notation::cute::MmaLayout Which, class Atom>
constexpr auto layout_of_mma(const Atom& atom) {
  return result_of([](const auto& a) { return notation::cute::layout_of(value_of(a), Which); },
                   atom);
}

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
template <FixedString Name>
struct MMA_Traits {
  using Shape_MNK = decltype(shape_of_mma(NamedMma<Name>{}));
  using ThrID = decltype(layout_of_mma<notation::cute::MmaLayout::kThrId>(NamedMma<Name>{}));
  using ALayout = decltype(layout_of_mma<notation::cute::MmaLayout::kA>(NamedMma<Name>{}));
  using BLayout = decltype(layout_of_mma<notation::cute::MmaLayout::kB>(NamedMma<Name>{}));
  using CLayout = decltype(layout_of_mma<notation::cute::MmaLayout::kC>(NamedMma<Name>{}));
};

/// The traits as functions, of a named instruction and of a value.
template <class Self>
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): the atoms are aggregates.
struct MmaAtomWords {
  constexpr auto shape_mnk() const { return shape_of_mma(self()); }
  constexpr auto thr_id() const { return layout_of_mma<notation::cute::MmaLayout::kThrId>(self()); }
  constexpr auto get_layoutA_TV() const {
    return layout_of_mma<notation::cute::MmaLayout::kA>(self());
  }
  constexpr auto get_layoutB_TV() const {
    return layout_of_mma<notation::cute::MmaLayout::kB>(self());
  }
  constexpr auto get_layoutC_TV() const {
    return layout_of_mma<notation::cute::MmaLayout::kC>(self());
  }

 private:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

/// An instruction as a value, or, with a name, an empty type.
template <FixedString Name = "">
struct MMA_Atom : MMA_Traits<Name>, MmaAtomWords<MMA_Atom<Name>> {
  using LayoutA_TV = typename MMA_Traits<Name>::ALayout;
  using LayoutB_TV = typename MMA_Traits<Name>::BLayout;
  using LayoutC_TV = typename MMA_Traits<Name>::CLayout;

  // NOLINTNEXTLINE(google-explicit-constructor): the name stands for the value.
  constexpr operator MMA_Atom<"">() const;
};
// NOLINTEND(readability-identifier-naming)

template <>
struct MMA_Atom<""> : MmaAtomWords<MMA_Atom<"">> {
  notation::cute::MmaAtom parts;

  constexpr MMA_Atom() = default;
  constexpr explicit MMA_Atom(const notation::cute::MmaAtom& atom) : parts(atom) {}
};

template <FixedString Name>
constexpr MMA_Atom<Name>::operator MMA_Atom<"">() const {
  return MMA_Atom<>(NamedMma<Name>::value);
}

template <class T>
inline constexpr bool is_mma_atom_type = false;
template <FixedString Name>
inline constexpr bool is_mma_atom_type<MMA_Atom<Name>> = true;
template <class T>
concept MmaAtomLike = is_mma_atom_type<T>;

template <FixedString Name>
constexpr const notation::cute::MmaAtom& value_of(const MMA_Atom<Name>& atom) {
  if constexpr (std::is_empty_v<MMA_Atom<Name>>) {
    return NamedMma<Name>::value;
  } else {
    return atom.parts;
  }
}

/// By name or by parts, "wgmma m64n128k16 f32.f16.f16 RS". Throws Refused if there is none.
MMA_Atom<> find_mma_atom(std::string_view text);

/// The same, also in a constant expression, where only a name will do.
constexpr MMA_Atom<> mma_atom(std::string_view name) {
  const auto found = notation::cute::mma_atom(name);
  return found ? MMA_Atom<>(*found) : find_mma_atom(name);
}

}  // namespace tileglot::cute
