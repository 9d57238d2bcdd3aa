// SPDX-License-Identifier: Apache-2.0
// scaled_basis.h: strides that count along one mode of a coordinate, as types.
//
// What     E<1> is the step along mode 1, E<1, 0> along mode 0 of mode 1; ScaledBasis<_3, 1> is
//          three such steps. A layout with these strides gives coordinates instead of offsets.
// Why      CuTe users name the strides of identity layouts and TMA tensors with them.
// Example  Layout<Shape<_4, _8>, Stride<E<1>, E<0>>>{} takes the coordinate (1,2) to (2,1).
//          [tests: coordinate_layout_test.cc, "bases are strides in types"]
// Errors   A path of more than 5 levels, or a mode above 62, does not compile.
// Source   cute/numeric/arithmetic_tuple.hpp.
#pragma once

#include <concepts>
#include <type_traits>

#include "tileglot/core/integer.h"
#include "tileglot/cute/layout/constant.h"

namespace tileglot::cute {

/// T is a static integer or a C++ one.
template <class T, int... Path>
struct ScaledBasis {
  static_assert(sizeof...(Path) > 0 && sizeof...(Path) <= core::BasisPath::kMaxLevels,
                "a basis has one to five modes in its path");
  static_assert(((Path >= 0 && Path <= core::BasisPath::kMaxMode) && ...),
                "a mode in a basis is a number from 0 to 62");
  T factor;
  constexpr T value() const { return factor; }
};
template <auto Factor, int... Path>
struct ScaledBasis<C<Factor>, Path...> {
  static_assert(sizeof...(Path) > 0 && sizeof...(Path) <= core::BasisPath::kMaxLevels,
                "a basis has one to five modes in its path");
  static_assert(((Path >= 0 && Path <= core::BasisPath::kMaxMode) && ...),
                "a mode in a basis is a number from 0 to 62");
  constexpr ScaledBasis() = default;
  constexpr explicit ScaledBasis(C<Factor>) {}
  constexpr C<Factor> value() const { return {}; }
};

/// One step along the mode at a path.
template <int... Path>
using E = ScaledBasis<C<1>, Path...>;

template <class T>
inline constexpr bool is_basis_type = false;
template <class T, int... Path>
inline constexpr bool is_basis_type<ScaledBasis<T, Path...>> = true;

template <int... Path>
constexpr core::BasisPath path_of() {
  core::BasisPath path;
  ((path = path.inside(Path)), ...);
  return path;
}

template <auto A, auto B, int... Path>
constexpr ScaledBasis<C<(A * B)>, Path...> operator*(C<A>, ScaledBasis<C<B>, Path...>) {
  return {};
}
template <auto A, auto B, int... Path>
constexpr ScaledBasis<C<(A * B)>, Path...> operator*(ScaledBasis<C<B>, Path...>, C<A>) {
  return {};
}
template <std::integral T, class B, int... Path>
constexpr auto operator*(T factor, const ScaledBasis<B, Path...>& basis) {
  return ScaledBasis<decltype(factor * basis.value()), Path...>{factor * basis.value()};
}
template <std::integral T, class B, int... Path>
constexpr auto operator*(const ScaledBasis<B, Path...>& basis, T factor) {
  return factor * basis;
}

}  // namespace tileglot::cute
