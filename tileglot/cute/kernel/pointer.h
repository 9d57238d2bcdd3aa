// SPDX-License-Identifier: Apache-2.0
// pointer.h: pointers that say in their type which memory they point to, and counted positions.
//
// What     make_gmem_ptr, make_smem_ptr and make_rmem_ptr mark a pointer as one to global, shared
//          or register memory; is_gmem<T> and the others ask. counting_iterator is a pointer to the
//          numbers n, n + 1, ..; CoordinateIterator one to coordinates.
// Why      CuTe's tensors are made of such pointers.
// Example  make_tensor(counting_iterator<int>{0}, l)(c) is the offset l(c).
//          [tests: pointer_test.cc, "a marked pointer is used like a pointer"]
// Source   cute/pointer.hpp, cute/pointer_base.hpp, cute/numeric/arithmetic_tuple.hpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/tuple/basis_arithmetic.h"

namespace tileglot::cute {

/// What can be read through: a pointer or an iterator.
template <class P>
concept IteratorLike = requires(const P& p) { *p; };

/// A pointer with a mark; Self is the marked type.
template <class P, template <class> class Self>
struct MarkedPointer {
  P pointer{};

  constexpr decltype(auto) operator*() const { return *pointer; }
  template <class I>
  constexpr decltype(auto) operator[](const I& i) const {
    return pointer[i];
  }
  template <class I>
  constexpr Self<P> operator+(const I& i) const {
    return Self<P>{{pointer + i}};
  }
  constexpr P get() const { return pointer; }
  friend constexpr bool operator==(const MarkedPointer&, const MarkedPointer&) = default;
};

// NOLINTBEGIN(readability-identifier-naming): CuTe's own names.
template <class P>
struct gmem_ptr : MarkedPointer<P, gmem_ptr> {};
template <class P>
struct smem_ptr : MarkedPointer<P, smem_ptr> {};
template <class P>
struct rmem_ptr : MarkedPointer<P, rmem_ptr> {};

/// Of a tensor: of the memory that its elements are in.
template <class T>
struct is_gmem : std::false_type {};
template <class P>
struct is_gmem<gmem_ptr<P>> : std::true_type {};
template <class T>
  requires requires { typename T::iterator; }
struct is_gmem<T> : is_gmem<typename T::iterator> {};
template <class T>
struct is_smem : std::false_type {};
template <class P>
struct is_smem<smem_ptr<P>> : std::true_type {};
template <class T>
  requires requires { typename T::iterator; }
struct is_smem<T> : is_smem<typename T::iterator> {};
/// Memory without a mark counts as registers, as in CuTe.
template <class T>
struct is_rmem : std::bool_constant<!is_gmem<T>::value && !is_smem<T>::value> {};
// NOLINTEND(readability-identifier-naming)

template <class T>
inline constexpr bool is_gmem_v = is_gmem<T>::value;
template <class T>
inline constexpr bool is_smem_v = is_smem<T>::value;
template <class T>
inline constexpr bool is_rmem_v = is_rmem<T>::value;

template <IteratorLike P>
constexpr gmem_ptr<P> make_gmem_ptr(P pointer) {
  return {{pointer}};
}
template <IteratorLike P>
constexpr smem_ptr<P> make_smem_ptr(P pointer) {
  return {{pointer}};
}
template <IteratorLike P>
constexpr rmem_ptr<P> make_rmem_ptr(P pointer) {
  return {{pointer}};
}
// Of T, from a pointer that does not say of what.
template <class T>
gmem_ptr<T*> make_gmem_ptr(std::conditional_t<std::is_const_v<T>, const void, void>* pointer) {
  return {{static_cast<T*>(pointer)}};
}
template <class T>
smem_ptr<T*> make_smem_ptr(std::conditional_t<std::is_const_v<T>, const void, void>* pointer) {
  return {{static_cast<T*>(pointer)}};
}
template <class T>
rmem_ptr<T*> make_rmem_ptr(std::conditional_t<std::is_const_v<T>, const void, void>* pointer) {
  return {{static_cast<T*>(pointer)}};
}

/// A pointer that has the mark keeps it.
template <class P>
constexpr gmem_ptr<P> make_gmem_ptr(gmem_ptr<P> pointer) {
  return pointer;
}
template <class P>
constexpr smem_ptr<P> make_smem_ptr(smem_ptr<P> pointer) {
  return pointer;
}
template <class P>
constexpr rmem_ptr<P> make_rmem_ptr(rmem_ptr<P> pointer) {
  return pointer;
}

template <class T>
constexpr T* raw_pointer_cast(T* pointer) {
  return pointer;
}
template <class P, template <class> class Self>
constexpr auto raw_pointer_cast(const MarkedPointer<P, Self>& marked) {
  return raw_pointer_cast(marked.pointer);
}

// NOLINTBEGIN(readability-identifier-naming): CuTe's own name.
template <class T = int>
struct counting_iterator {
  T n{};

  constexpr T operator*() const { return n; }
  template <class I>
  constexpr T operator[](const I& i) const {
    return static_cast<T>(n + i);
  }
  template <class I>
  constexpr counting_iterator operator+(const I& i) const {
    return {static_cast<T>(n + i)};
  }
  friend constexpr bool operator==(const counting_iterator&, const counting_iterator&) = default;
};
// NOLINTEND(readability-identifier-naming)

/// Points to coordinates: it is moved by one, and reads as the sum.
struct CoordinateIterator {
  IntTuple origin = IntTuple(core::IntTuple(core::static_integer(0)));

  constexpr IntTuple operator*() const { return origin; }
  constexpr IntTuple operator[](const IntTuple& step) const {
    return IntTuple(or_refuse(notation::cute::basis_add(origin.value, step.value)));
  }
  constexpr CoordinateIterator operator+(const IntTuple& step) const { return {(*this)[step]}; }
};

}  // namespace tileglot::cute
