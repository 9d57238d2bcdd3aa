// SPDX-License-Identifier: Apache-2.0
// layout.h: CuTe's C++ functions that make layouts and query them, on values.
//
// What     Under `using namespace tileglot::cute` code written for CuTe builds layouts and queries
//          them: make_layout(make_shape(Int<2>{}, 4), LayoutRight{}), size<0>(l), layout<1, 0>(l),
//          print(l). Every operation returns a value, Layout<> for a layout;
//          Layout<Shape<_4, Shape<_3, _6>>>{} only names one.
// Why      CuTe users can start at once, and their layouts compile in a tenth of the time.
// Example  Layout s2xd4 = make_layout(make_shape(Int<2>{}, 4)); prints (_2,4):(_1,_2).
//          [tests: seed_layouts_test.cc, "the nine layouts"]
// Errors   Refused (refused.h): everything that notation/cute/layout/layout.h and coordinate.h refuse.
// Source   CuTe 01_layout.md. docs/reference/cute-cpp.md lists the functions and what differs.
#pragma once

#include <cstddef>
#include <type_traits>

#include "tileglot/core/int_tuple.h"
#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/refused.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/coordinate_conversion.h"
#include "tileglot/notation/cute/tuple/profile.h"
#include "tileglot/notation/cute/tuple/relations.h"

namespace tileglot::cute {

/// True if a type of strides has scaled bases.
template <class T>
inline constexpr bool has_basis_type = is_basis_type<T>;
template <class... Ts>
inline constexpr bool has_basis_type<tuple<Ts...>> = (has_basis_type<Ts> || ...);

struct Coordinates;

template <class Shape>
struct CompactStride {
  struct Column {
    static constexpr core::IntTuple numbers =
        or_refuse(notation::cute::make_layout(value_of(Shape{}))).stride;
  };
  using type = TupleFrom<Column>;
};
template <>
struct CompactStride<void> {
  using type = void;
};
template <>
struct CompactStride<Coordinates> {
  using type = void;
};
/// Column-major strides, as types.
template <class Shape>
using DefaultStrideOf = typename CompactStride<Shape>::type;

/// A layout of values, or, with a shape and a stride, the name of one whose numbers are all types.
template <class Shape = void, class Stride = DefaultStrideOf<Shape>>
struct Layout;

/// In place of a shape: a layout of values that are coordinates, as those of make_identity_layout.
struct Coordinates {};

template <class S, class D>
inline constexpr bool is_layout_type<Layout<S, D>> = true;
template <class T>
concept LayoutLike = is_layout_type<T>;

/// What a layout can do by itself; layout_call.h has the definitions.
template <class Self>
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): the layouts are aggregates.
struct LayoutWords {
  /// The offset at a coordinate, or the part that `_` keeps.
  template <class... Ks>
  constexpr auto operator()(const Ks&... coordinates) const;

  template <int... Path>
  constexpr auto shape() const;
  template <int... Path>
  constexpr auto stride() const;
  template <int... Path>
  constexpr auto layout() const;

  /// composition with a layout, or mode by mode with several.
  template <class... Others>
  constexpr auto compose(const Others&... others) const;
  template <class... Extents>
  constexpr auto with_shape(const Extents&... extents) const;
  /// tiled_divide by a layout, or mode by mode by several.
  template <class... Others>
  constexpr auto tile(const Others&... others) const;

  /// The coordinate at an offset of a compact layout: nested, one number for each mode, one number.
  template <class I>
  constexpr auto get_hier_coord(const I& offset) const;
  template <class I>
  constexpr auto get_flat_coord(const I& offset) const;
  template <class I>
  constexpr auto get_1d_coord(const I& offset) const;

 private:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

template <>
struct Layout<void, void> : LayoutWords<Layout<void, void>> {
  notation::cute::Layout<> numbers;

  constexpr Layout() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): both are the layout.
  constexpr Layout(const notation::cute::Layout<>& layout) : numbers(layout) {}
  // NOLINTNEXTLINE(google-explicit-constructor): both are the layout.
  constexpr operator const notation::cute::Layout<>&() const { return numbers; }
};

template <class Stride>
struct Layout<Coordinates, Stride> : LayoutWords<Layout<Coordinates, Stride>> {
  notation::cute::Layout<> numbers;

  constexpr Layout() = default;
  // NOLINTBEGIN(google-explicit-constructor): both are the layout.
  constexpr Layout(const notation::cute::Layout<>& layout) : numbers(layout) {}
  constexpr operator const notation::cute::Layout<>&() const { return numbers; }
  constexpr operator Layout<>() const { return numbers; }
  // NOLINTEND(google-explicit-constructor)
};

template <class Shape, class Stride>
struct Layout : LayoutWords<Layout<Shape, Stride>> {
  static_assert(std::is_empty_v<Shape> && std::is_empty_v<Stride>,
                "a Layout names static numbers; make_layout and mixed_layout take dynamic ones");
  static constexpr Layout<> value =
      or_refuse(notation::cute::make_layout(value_of(Shape{}), value_of(Stride{})));
  static constexpr int rank = core::rank(value.numbers.shape);

  constexpr Layout() = default;
  // Not deduced from: `Layout l = x` copies the type of x.
  constexpr explicit Layout(const std::type_identity_t<Shape>&,
                            const std::type_identity_t<Stride>& = {}) {}
  // NOLINTNEXTLINE(google-explicit-constructor): the name stands for the value.
  constexpr operator Layout<>() const { return value; }
};

Layout() -> Layout<>;
Layout(notation::cute::Layout<>) -> Layout<>;

/// Column-major and row-major, regardless of nesting.
struct LayoutLeft {};
struct LayoutRight {};
/// The older names of these tags.
using GenColMajor = LayoutLeft;
using GenRowMajor = LayoutRight;

constexpr const notation::cute::Layout<>& value_of(const notation::cute::Layout<>& layout) {
  return layout;  // NOLINT(bugprone-return-const-ref-from-parameter): used within one expression.
}
template <class S, class D>
constexpr const notation::cute::Layout<>& value_of(const Layout<S, D>& layout) {
  if constexpr (std::is_empty_v<Layout<S, D>>) {
    return Layout<S, D>::value.numbers;
  } else {
    return layout.numbers;
  }
}

template <class L>
  requires is_layout_type<L>
constexpr bool is_marked_static(const L& layout) {
  return core::is_static(value_of(layout).shape) && core::is_static(value_of(layout).stride);
}

/// Compares structure and numbers, as in CuTe: a type where the types of both sides tell.
template <LayoutLike A, LayoutLike B>
constexpr auto operator==(const A& a, const B& b) {
  if constexpr (std::is_empty_v<A> && std::is_empty_v<B>) {
    return C<A::value.numbers == B::value.numbers>{};
  } else {
    return value_of(a) == value_of(b);
  }
}
template <LayoutLike A, LayoutLike B>
constexpr auto operator!=(const A& a, const B& b) {
  return !(a == b);
}

template <class D>
inline constexpr bool gives_coordinates<Layout<Coordinates, D>> = true;
template <class S, class D>
  requires std::is_empty_v<Layout<S, D>>
inline constexpr bool gives_coordinates<Layout<S, D>> =
    core::has_basis(Layout<S, D>::value.numbers.stride);

// --- results (static_result.h) ---

template <class Source>
struct ShapeOfValue {
  static constexpr const core::IntTuple& numbers = Source::value.shape;
};
template <class Source>
struct StrideOfValue {
  static constexpr const core::IntTuple& numbers = Source::value.stride;
};
template <class Source>
constexpr auto typed(Source, const notation::cute::Layout<>&) {
  return Layout<TupleFrom<ShapeOfValue<Source>>, TupleFrom<StrideOfValue<Source>>>{};
}
constexpr Layout<> untyped(AsValue, const notation::cute::Layout<>& layout) { return layout; }

constexpr Layout<Coordinates, void> untyped(AsCoordinates, const notation::cute::Layout<>& layout) {
  return layout;
}

inline namespace literals {

consteval Layout<> operator""_layout(const char* text, std::size_t length) {
  return notation::cute::literals::operator""_layout(text, length);
}

}  // namespace literals

// --- making layouts ---

template <TupleLike S>
constexpr auto make_layout(const S& shape) {
  return result_of([](const auto& s) { return notation::cute::make_layout(value_of(s)); }, shape);
}
/// With scaled bases in the type of the stride, the values are coordinates.
template <TupleLike S, TupleLike D>
constexpr auto make_layout(const S& shape, const D& stride) {
  constexpr auto kMake = [](const auto& s, const auto& d) {
    return notation::cute::make_layout(value_of(s), value_of(d));
  };
  if constexpr (has_basis_type<D> && !(std::is_empty_v<S> && std::is_empty_v<D>)) {
    return Layout<Coordinates, void>(or_refuse(kMake(shape, stride)));
  } else {
    return result_of(kMake, shape, stride);
  }
}
template <TupleLike S>
constexpr auto make_layout(const S& shape, LayoutLeft) {
  return make_layout(shape);
}
template <TupleLike S>
constexpr auto make_layout(const S& shape, LayoutRight) {
  return result_of([](const auto& s) { return notation::cute::make_layout_right(value_of(s)); },
                   shape);
}
/// Each layout becomes a mode; a single one is wrapped in a tuple.
template <LayoutLike... Ls>
  requires(sizeof...(Ls) > 0)
constexpr auto make_layout(const Ls&... modes) {
  return result_of(
      [](const auto&... ls) {
        return notation::cute::make_layout(or_refuse(core::tuple_of(value_of(ls).shape...)),
                                           or_refuse(core::tuple_of(value_of(ls).stride...)));
      },
      modes...);
}

// --- one mode ---

template <int... Path, LayoutLike L>
constexpr auto get(const L& layout) {
  return result_of(
      [](const auto& l) {
        notation::cute::Layout<> part = value_of(l);
        ((part = or_refuse(notation::cute::mode(part, Path))), ...);
        return part;
      },
      layout);
}
template <int... Path>
constexpr IntTuple get(const IntTuple& tuple) {
  IntTuple part = tuple;
  ((part.value = or_refuse(core::mode(part.value, Path))), ...);
  return part;
}
/// The mode of a tuple of types, with its type unchanged.
template <LeafLike T>
constexpr T get(const T& leaf) {
  return leaf;
}
template <int First, int... Path, LeafLike T>
constexpr auto get(const T& leaf) {
  static_assert(First == 0, "a number has only mode 0");
  return get<Path...>(leaf);
}
template <class... Ts>
constexpr tuple<Ts...> get(const tuple<Ts...>& t) {
  return t;
}
template <int First, int... Path, class... Ts>
constexpr auto get(const tuple<Ts...>& t) {
  static_assert(First >= 0 && First < int(sizeof...(Ts)), "the tuple has no such mode");
  if constexpr (sizeof...(Path) == 0) {
    return element::at<std::size_t(First)>(t);
  } else {
    return cute::get<Path...>(element::at<std::size_t(First)>(t));
  }
}

template <int... Path, LayoutLike L>
constexpr auto layout(const L& l) {
  return get<Path...>(l);
}
template <int... Path, LayoutLike L>
constexpr auto shape(const L& layout) {
  return result_of([](const auto& l) { return value_of(get<Path...>(l)).shape; }, layout);
}
template <int... Path, TupleLike T>
constexpr auto shape(const T& tuple) {
  return get<Path...>(tuple);
}
template <int... Path, LayoutLike L>
constexpr auto stride(const L& layout) {
  return result_of([](const auto& l) { return value_of(get<Path...>(l)).stride; }, layout);
}

// --- queries ---

template <int... Path, LayoutLike L>
constexpr auto rank(const L& layout) {
  if constexpr (std::is_empty_v<L>) {
    return C<notation::cute::rank(value_of(get<Path...>(L{})))>{};
  } else {
    return notation::cute::rank(value_of(get<Path...>(layout)));
  }
}
template <int... Path, TupleLike T>
constexpr auto rank(const T& tuple) {
  const auto part = get<Path...>(tuple);
  using Part = std::remove_const_t<decltype(part)>;
  if constexpr (is_tuple_type<Part>) {
    return C<Part::kRank>{};
  } else if constexpr (LeafLike<Part>) {
    return _1{};
  } else {
    return core::rank(part.value);
  }
}

/// The nesting depth of a tuple type.
template <class T>
inline constexpr int depth_of_type = 0;
template <class... Ts>
inline constexpr int depth_of_type<tuple<Ts...>> = [] {
  int deepest = 0;
  ((deepest = depth_of_type<Ts> > deepest ? depth_of_type<Ts> : deepest), ...);
  return deepest + 1;
}();

template <int... Path, LayoutLike L>
constexpr auto depth(const L& layout) {
  if constexpr (std::is_empty_v<L>) {
    return C<notation::cute::depth(value_of(get<Path...>(L{})))>{};
  } else {
    return notation::cute::depth(value_of(get<Path...>(layout)));
  }
}
template <int... Path, TupleLike T>
constexpr auto depth(const T& tuple) {
  const auto part = get<Path...>(tuple);
  using Part = std::remove_const_t<decltype(part)>;
  if constexpr (std::is_same_v<Part, IntTuple>) {
    return core::depth(part.value);
  } else {
    return C<depth_of_type<Part>>{};
  }
}

template <int... Path, LayoutLike L>
constexpr auto size(const L& layout) {
  return result_of([](const auto& l) { return core::size(value_of(get<Path...>(l)).shape); },
                   layout);
}
template <int... Path, TupleLike T>
constexpr auto size(const T& tuple) {
  return result_of([](const auto& t) { return core::size(value_of(get<Path...>(t))); }, tuple);
}

template <int... Path, LayoutLike L>
constexpr auto cosize(const L& layout) {
  return result_of([](const auto& l) { return notation::cute::cosize(value_of(get<Path...>(l))); },
                   layout);
}

// Of types that hold their numbers.
template <class T>
inline constexpr int rank_v = rank(T{});
template <class T>
inline constexpr int depth_v = depth(T{});
template <class T>
inline constexpr auto size_v = static_cast<typename decltype(size(T{}))::value_type>(size(T{}));
template <class T>
inline constexpr auto cosize_v =
    static_cast<typename decltype(cosize(T{}))::value_type>(cosize(T{}));

template <TupleLike A, TupleLike B>
constexpr auto congruent(const A& a, const B& b) {
  return result_of(
      [](const auto& x, const auto& y) { return core::congruent(value_of(x), value_of(y)); }, a, b);
}
template <TupleLike A, TupleLike B>
constexpr auto weakly_congruent(const A& a, const B& b) {
  return result_of(
      [](const auto& x, const auto& y) {
        return notation::cute::weakly_congruent(value_of(x), value_of(y));
      },
      a, b);
}

/// True if each integer of a equals the size of the part of b that it covers. Every coordinate of a
/// is then a coordinate of b as well.
template <TupleLike A, TupleLike B>
constexpr auto compatible(const A& a, const B& b) {
  return result_of(
      [](const auto& x, const auto& y) {
        return notation::cute::compatible(value_of(x), value_of(y));
      },
      a, b);
}
/// True if each integer of a divides the size of the part of b that it covers.
template <TupleLike A, TupleLike B>
constexpr auto weakly_compatible(const A& a, const B& b) {
  return result_of(
      [](const auto& x, const auto& y) {
        return notation::cute::weakly_compatible(value_of(x), value_of(y));
      },
      a, b);
}

/// A layout, or another thing that has a shape and is not a tuple.
template <class T>
concept Shaped = !TupleLike<T> && requires(const T& t) { shape(t); };

template <class T>
constexpr auto shape_of(const T& t) {
  return shape(t);
}

// Of layouts and of what else has a shape: as of their shapes.
template <class A, class B>
  requires(Shaped<A> || Shaped<B>)
constexpr auto congruent(const A& a, const B& b) {
  return congruent(shape_of(a), shape_of(b));
}
template <class A, class B>
  requires(Shaped<A> || Shaped<B>)
constexpr auto weakly_congruent(const A& a, const B& b) {
  return weakly_congruent(shape_of(a), shape_of(b));
}
template <class A, class B>
  requires(Shaped<A> || Shaped<B>)
constexpr auto compatible(const A& a, const B& b) {
  return compatible(shape_of(a), shape_of(b));
}
template <class A, class B>
  requires(Shaped<A> || Shaped<B>)
constexpr auto weakly_compatible(const A& a, const B& b) {
  return weakly_compatible(shape_of(a), shape_of(b));
}

// --- coordinates ---

template <TupleLike I, TupleLike S>
constexpr auto idx2crd(const I& index, const S& shape) {
  return result_of([](const auto& i,
                      const auto& s) { return notation::cute::idx2crd(value_of(i), value_of(s)); },
                   index, shape);
}
/// The coordinate at an offset of a compact layout.
template <TupleLike I, TupleLike S, TupleLike D>
constexpr auto idx2crd(const I& index, const S& shape, const D& stride) {
  return result_of(
      [](const auto& i, const auto& s, const auto& d) {
        return notation::cute::idx2crd(value_of(i), value_of(s), value_of(d));
      },
      index, shape, stride);
}
template <TupleLike K, TupleLike S, TupleLike D>
constexpr auto crd2idx(const K& coordinate, const S& shape, const D& stride) {
  return result_of(
      [](const auto& k, const auto& s, const auto& d) {
        return notation::cute::crd2idx(
            value_of(k), or_refuse(notation::cute::make_layout(value_of(s), value_of(d))));
      },
      coordinate, shape, stride);
}
template <TupleLike K, TupleLike S>
constexpr auto crd2idx(const K& coordinate, const S& shape) {
  return result_of([](const auto& k,
                      const auto& s) { return notation::cute::crd2idx(value_of(k), value_of(s)); },
                   coordinate, shape);
}
/// Maps a coordinate of one shape to the coordinate of another that has the same index.
template <TupleLike K, TupleLike S, TupleLike T>
constexpr auto crd2crd(const K& coordinate, const S& from, const T& to) {
  return result_of(
      [](const auto& k, const auto& s, const auto& t) {
        return notation::cute::crd2crd(value_of(k), value_of(s), value_of(t));
      },
      coordinate, from, to);
}

// --- text on the standard output, as CuTe writes it ---

void print(const core::IntTuple& tuple);
void print(const Layout<>& layout);

template <TupleLike T>
void print(const T& tuple) {
  print(core::IntTuple(value_of(tuple)));
}
template <LayoutLike L>
  requires(!std::is_same_v<L, Layout<>>)
void print(const L& layout) {
  print(Layout<>(value_of(layout)));
}

/// CuTe's table of a layout, and CuTe's LaTeX document of it.
void print_table(const Layout<>& layout);
void print_document(const Layout<>& layout);

template <LayoutLike L>
void print_layout(const L& layout) {
  print_table(Layout<>(value_of(layout)));
}
template <LayoutLike L>
void print_latex(const L& layout) {
  print_document(Layout<>(value_of(layout)));
}

}  // namespace tileglot::cute
