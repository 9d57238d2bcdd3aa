// SPDX-License-Identifier: Apache-2.0
// copy_atom.h: a copy instruction by name, for elements of a given size, with CuTe's traits.
//
// What     Copy_Atom<"SM75_U32x4_LDSM_N", 16> is an empty type that moves elements of 16 bits:
//          ValLayoutSrc, ValLayoutDst and ValLayoutRef are types too. Copy_Traits<NAME> has ThrID,
//          SrcLayout, DstLayout and RefLayout, which count bits. Copy_Atom<> is a value, which
//          copy_atom(name, bits) finds at run time; functions give its traits: thr_id(),
//          get_layoutS_TV(), get_layoutD_TV(), get_layoutRef_TV().
// Why      A lane of ldmatrix reads other elements than it receives; a test can show which.
// Units    ValLayouts map (thread, value) to an element; layouts of Copy_Traits (thread, bit) to a
//          bit.
// Example  Lane 8 * i + r of ldmatrix .x4 reads row r of the i-th 8x8 matrix and receives, for each
//          matrix, the elements 2 * t and 2 * t + 1 of row g, where it is lane 4 * g + t.
//          [tests: copy_atom_test.cc, "ldmatrix reads rows and gives each lane two of a row"]
// Errors   Copy_Atom of an unknown name does not compile. copy_atom throws Refused (refused.h) with
//          code cute.atom. An element size that does not divide what a lane moves is refused when a
//          ValLayout is computed.
// Source   CuTe 0t_mma_atom.md; cute/atom/copy_atom.hpp. Differs from CuTe: an element is a number
//          of bits, not a type.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "tileglot/cute/atom/fixed_string.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/tiled/copy.h"

namespace tileglot::cute {

/// A copy instruction and the bits of the elements that it moves.
struct CopyOfElements {
  notation::cute::CopyAtom parts;
  std::int64_t bits = 0;
};

/// The instruction of a name: the type that the traits are computed from.
template <FixedString Name, int Bits = 1>
struct NamedCopy {
  static constexpr std::optional<notation::cute::CopyAtom> found =
      notation::cute::copy_atom(Name.view());
  static_assert(found.has_value(),
                "there is no such instruction; eval 'copy_traits(NAME)' names the nearest");
  static_assert(Bits > 0, "give the bits of an element: Copy_Atom<NAME, 16>");
  static constexpr CopyOfElements value = {found.value_or(notation::cute::CopyAtom{}), Bits};
};

template <FixedString Name, int Bits>
constexpr const CopyOfElements& value_of(NamedCopy<Name, Bits>) {
  return NamedCopy<Name, Bits>::value;
}

/// In elements.
template <notation::cute::CopyLayout Which, class Atom>
constexpr auto layout_of_copy(const Atom& atom) {
  return result_of(
      [](const auto& a) {
        const CopyOfElements& copy = value_of(a);
        return notation::cute::layout_in_elements(copy.parts, Which, copy.bits);
      },
      atom);
}
template <class Atom>
constexpr auto threads_of_copy(const Atom& atom) {
  return result_of(
      [](const auto& a) {
        return notation::cute::layout_of(value_of(a).parts, notation::cute::CopyLayout::kThrId);
      },
      atom);
}

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
/// In bits.
template <FixedString Name>
struct Copy_Traits {
  using ThrID = decltype(threads_of_copy(NamedCopy<Name>{}));
  using SrcLayout = decltype(layout_of_copy<notation::cute::CopyLayout::kSrc>(NamedCopy<Name>{}));
  using DstLayout = decltype(layout_of_copy<notation::cute::CopyLayout::kDst>(NamedCopy<Name>{}));
  using RefLayout = decltype(layout_of_copy<notation::cute::CopyLayout::kRef>(NamedCopy<Name>{}));
};

/// The traits as functions, of a named instruction and of a value.
template <class Self>
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): the atoms are aggregates.
struct CopyAtomWords {
  constexpr auto thr_id() const { return threads_of_copy(self()); }
  constexpr auto get_layoutS_TV() const {
    return layout_of_copy<notation::cute::CopyLayout::kSrc>(self());
  }
  constexpr auto get_layoutD_TV() const {
    return layout_of_copy<notation::cute::CopyLayout::kDst>(self());
  }
  constexpr auto get_layoutRef_TV() const {
    return layout_of_copy<notation::cute::CopyLayout::kRef>(self());
  }

 private:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

/// An instruction for elements of `Bits` bits as a value, or, with a name, an empty type.
template <FixedString Name = "", int Bits = 0>
struct Copy_Atom : Copy_Traits<Name>, CopyAtomWords<Copy_Atom<Name, Bits>> {
  using ValLayoutSrc =
      decltype(layout_of_copy<notation::cute::CopyLayout::kSrc>(NamedCopy<Name, Bits>{}));
  using ValLayoutDst =
      decltype(layout_of_copy<notation::cute::CopyLayout::kDst>(NamedCopy<Name, Bits>{}));
  using ValLayoutRef =
      decltype(layout_of_copy<notation::cute::CopyLayout::kRef>(NamedCopy<Name, Bits>{}));

  // NOLINTNEXTLINE(google-explicit-constructor): the name stands for the value.
  constexpr operator Copy_Atom<"", 0>() const;
};
// NOLINTEND(readability-identifier-naming)

template <>
struct Copy_Atom<"", 0> : CopyAtomWords<Copy_Atom<"", 0>> {
  CopyOfElements copy;

  constexpr Copy_Atom() = default;
  constexpr explicit Copy_Atom(const CopyOfElements& of_elements) : copy(of_elements) {}
};

template <FixedString Name, int Bits>
constexpr Copy_Atom<Name, Bits>::operator Copy_Atom<"", 0>() const {
  return Copy_Atom<>(NamedCopy<Name, Bits>::value);
}

template <class T>
inline constexpr bool is_copy_atom_type = false;
template <FixedString Name, int Bits>
inline constexpr bool is_copy_atom_type<Copy_Atom<Name, Bits>> = true;
template <class T>
concept CopyAtomLike = is_copy_atom_type<T>;

template <FixedString Name, int Bits>
constexpr const CopyOfElements& value_of(const Copy_Atom<Name, Bits>& atom) {
  if constexpr (std::is_empty_v<Copy_Atom<Name, Bits>>) {
    return NamedCopy<Name, Bits>::value;
  } else {
    return atom.copy;
  }
}

/// By name or by parts, "ldmatrix x4 b16". Throws Refused if there is none.
Copy_Atom<> find_copy_atom(std::string_view text, std::int64_t bits);

/// The same, also in a constant expression, where only a name will do.
constexpr Copy_Atom<> copy_atom(std::string_view name, std::int64_t bits) {
  const auto found = notation::cute::copy_atom(name);
  return found ? Copy_Atom<>({*found, bits}) : find_copy_atom(name, bits);
}

}  // namespace tileglot::cute
