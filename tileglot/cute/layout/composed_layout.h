// SPDX-License-Identifier: Apache-2.0
// composed_layout.h: composed layouts under CuTe's C++ names, on values.
//
// What     composition(Swizzle<3, 3, 3>{}, layout) and make_composed_layout(a, offset, b) are
//          composed layouts, ComposedLayout<A, O, B> where all numbers are types and otherwise the
//          value ComposedLayout<>; they are queried, called and sliced like a layout. If nothing is
//          left to swizzle, a type is a Layout, and a value is plain: is_plain(c), plain(c).
// Why      A swizzled tile is used like any other.
// Units    Offsets are in elements, of a type as in layout_call.h.
// Example  With sw = Sw<3,0,3> o _0 o (_8,_8):(_8,_1), sw(2, 1) is 19 and slice_and_offset(
//          make_coord(_2{}, _), sw) is (((_2,_2,_2)):((_1,_-2,_4)),_18).
//          [tests: composed_layout_test.cc, "a swizzled tile is called and sliced"]
// Errors   Refused (refused.h): what composed/function.h and composed/slice.h refuse; plain(c) of a
//          layout that is still swizzled.
// Source   cute/layout_composed.hpp, cute/swizzle_layout.hpp.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/layout_call.h"
#include "tileglot/cute/layout/recast.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/swizzle.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::cute {

template <LayoutLike L>
constexpr notation::cute::Stage stage_of(const L& layout) {
  return value_of(layout);
}
template <SwizzleLike S>
constexpr notation::cute::Stage stage_of(S) {
  return S::value;
}

/// A composed layout of values, or, with three types, the name of one whose numbers are all types:
/// ComposedLayout<Swizzle<3, 4, 3>, _0, Layout<Shape<_8, _64>>>.
template <class A = void, class O = void, class B = void>
struct ComposedLayout;

template <class T>
inline constexpr bool is_composed_type = false;
template <class A, class O, class B>
inline constexpr bool is_composed_type<ComposedLayout<A, O, B>> = true;
template <class T>
concept ComposedLike = is_composed_type<T>;

/// The part of a composed layout that is applied last: a swizzle or a layout.
struct Outer {
  notation::cute::Stage value;

  template <class Offset>
  constexpr std::int64_t operator()(const Offset& offset) const {
    if (value.is_swizzle) {
      return notation::cute::apply(value.swizzle, static_cast<std::int64_t>(offset));
    }
    return or_refuse(notation::cute::crd2idx(value_of(offset), value.layout)).value;
  }
  friend constexpr bool operator==(const Outer&, const Outer&) = default;
};

/// What a composed layout can do by itself, beside what any layout can.
template <class Self>
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): the layouts are aggregates.
struct ComposedWords {
  template <class... Ks>
  constexpr auto operator()(const Ks&... coordinates) const {
    static_assert(sizeof...(Ks) > 0, "a coordinate has at least one number");
    return call(self(), one_or_all(coordinates...));
  }
  template <int... Path>
  constexpr auto shape() const {
    return cute::shape<Path...>(self().layout_b());
  }
  constexpr const Self& layout() const { return self(); }
  template <class... Others>
  constexpr auto compose(const Others&... others) const {
    return composition(self(), one_or_all(others...));
  }
  template <class... Extents>
  constexpr auto with_shape(const Extents&... extents) const {
    return composition(self(), make_layout(one_or_all(extents...)));
  }
  template <class... Others>
  constexpr auto tile(const Others&... others) const {
    return tiled_divide(self(), one_or_all(others...));
  }

 private:
  constexpr const Self& self() const { return static_cast<const Self&>(*this); }
};

/// A o offset o B; a plain layout has no swizzle, Sw<0,0,0>, at offset _0.
template <>
struct ComposedLayout<void, void, void> : ComposedWords<ComposedLayout<void, void, void>> {
  notation::cute::ComposedLayout numbers;

  constexpr ComposedLayout() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): both are the layout.
  constexpr ComposedLayout(const notation::cute::ComposedLayout& composed) : numbers(composed) {}

  constexpr Outer layout_a() const { return {numbers.outer}; }
  constexpr Layout<> layout_b() const { return or_refuse(notation::cute::inner_layout(numbers)); }
  constexpr Integer offset() const { return {numbers.offset.value, numbers.offset.is_static}; }
};

template <class A, class O, class B>
struct ComposedLayout : ComposedWords<ComposedLayout<A, O, B>> {
  static_assert(std::is_empty_v<A> && std::is_empty_v<O> && std::is_empty_v<B>,
                "a ComposedLayout names static numbers; make_composed_layout takes others");
  static constexpr ComposedLayout<> value = notation::cute::ComposedLayout{
      stage_of(A{}), core::IntTuple(value_of(O{})).at(0), stage_of(B{})};

  constexpr ComposedLayout() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): the name stands for the value.
  constexpr operator ComposedLayout<>() const { return value; }

  constexpr A layout_a() const { return {}; }
  constexpr B layout_b() const { return {}; }
  constexpr O offset() const { return {}; }
};

ComposedLayout() -> ComposedLayout<>;

template <ComposedLike C>
constexpr const notation::cute::ComposedLayout& value_of(const C& composed) {
  if constexpr (std::is_empty_v<C>) {
    return C::value.numbers;
  } else {
    return composed.numbers;
  }
}
constexpr const notation::cute::ComposedLayout& value_of(
    const notation::cute::ComposedLayout& composed) {
  return composed;  // NOLINT(bugprone-return-const-ref-from-parameter): within one expression.
}

template <ComposedLike C>
constexpr bool is_marked_static(const C& composed) {
  const notation::cute::ComposedLayout& value = value_of(composed);
  return value.offset.is_static && is_marked_static(Layout<>(value.outer.layout)) &&
         is_marked_static(Layout<>(value.inner.layout));
}

template <ComposedLike A, ComposedLike B>
constexpr auto operator==(const A& a, const B& b) {
  if constexpr (std::is_empty_v<A> && std::is_empty_v<B>) {
    return C<A::value.numbers == B::value.numbers>{};
  } else {
    return value_of(a) == value_of(b);
  }
}
template <ComposedLike A, ComposedLike B>
constexpr auto operator!=(const A& a, const B& b) {
  return !(a == b);
}

// --- results (static_result.h): a layout where nothing is left to swizzle, if that is a type ---

template <class Source>
struct OuterOfValue {
  static constexpr notation::cute::Layout<> value = Source::value.outer.layout;
};
template <class Source>
struct InnerOfValue {
  static constexpr notation::cute::Layout<> value = Source::value.inner.layout;
};
template <class Source>
struct OffsetOfValue {
  static constexpr core::IntTuple numbers = Source::value.offset;
};
template <class Source>
struct PlainOfVariant {
  static constexpr notation::cute::Layout<> value =
      std::get<notation::cute::Layout<>>(Source::value);
};
template <class Source>
struct ComposedOfVariant {
  static constexpr notation::cute::ComposedLayout value =
      std::get<notation::cute::ComposedLayout>(Source::value);
};

/// The type of a stage: its swizzle, or its layout.
template <notation::cute::Swizzle S, bool IsSwizzle, class Source>
constexpr auto typed_stage() {
  if constexpr (IsSwizzle) {
    return Swizzle<S.bits, S.base, S.shift>{};
  } else {
    return typed(Source{}, Source::value);
  }
}

template <class Source>
constexpr auto typed(Source, const notation::cute::ComposedLayout&) {
  constexpr auto kOuter = typed_stage<Source::value.outer.swizzle, Source::value.outer.is_swizzle,
                                      OuterOfValue<Source>>();
  constexpr auto kInner = typed_stage<Source::value.inner.swizzle, Source::value.inner.is_swizzle,
                                      InnerOfValue<Source>>();
  return ComposedLayout<std::remove_const_t<decltype(kOuter)>, TupleFrom<OffsetOfValue<Source>>,
                        std::remove_const_t<decltype(kInner)>>{};
}
template <class Source>
constexpr auto typed(Source, const notation::cute::CuteLayout&) {
  if constexpr (std::holds_alternative<notation::cute::Layout<>>(Source::value)) {
    return typed(PlainOfVariant<Source>{}, PlainOfVariant<Source>::value);
  } else {
    return typed(ComposedOfVariant<Source>{}, ComposedOfVariant<Source>::value);
  }
}

constexpr ComposedLayout<> composed_of(const notation::cute::CuteLayout& layout) {
  if (const auto* composed = std::get_if<notation::cute::ComposedLayout>(&layout)) {
    return *composed;
  }
  return notation::cute::ComposedLayout{notation::cute::Swizzle{}, core::static_integer(0),
                                        std::get<notation::cute::Layout<>>(layout)};
}
constexpr ComposedLayout<> untyped(AsValue, const notation::cute::CuteLayout& layout) {
  return composed_of(layout);
}
constexpr ComposedLayout<> untyped(AsValue, const notation::cute::ComposedLayout& composed) {
  return composed;
}

template <ComposedLike C>
constexpr notation::cute::CuteLayout variant_of(const C& composed) {
  const notation::cute::ComposedLayout& value = value_of(composed);
  return notation::cute::compose(value.outer, value.offset,
                                 or_refuse(notation::cute::inner_layout(value)));
}
template <LayoutLike L>
constexpr notation::cute::CuteLayout variant_of(const L& layout) {
  return value_of(layout);
}

template <class L>
  requires(ComposedLike<L> || LayoutLike<L>)
constexpr bool is_plain(const L& layout) {
  return std::holds_alternative<notation::cute::Layout<>>(variant_of(layout));
}
/// The composed layout as a plain layout, if nothing is left to swizzle.
constexpr Layout<> plain(const ComposedLayout<>& composed) {
  const notation::cute::Swizzle& s = composed.numbers.outer.swizzle;
  if (!is_plain(composed)) refuse({core::Reason::kSwizzled, s.bits, s.shift});
  return composed.layout_b();
}
template <LayoutLike L>
constexpr L plain(const L& layout) {
  return layout;
}

// --- making ---

/// A o offset o B, not simplified.
template <class A, LeafLike O, LayoutLike B>
  requires(LayoutLike<A> || SwizzleLike<A>)
constexpr auto make_composed_layout(const A& a, const O& offset, const B& b) {
  return result_of(
      [](const auto& outer, const auto& o, const auto& inner) {
        return notation::cute::ComposedLayout{stage_of(outer), core::IntTuple(value_of(o)).at(0),
                                              stage_of(inner)};
      },
      a, offset, b);
}
/// The same; a swizzle of no bits is dropped.
template <class A, LeafLike O, LayoutLike B>
  requires(LayoutLike<A> || SwizzleLike<A>)
constexpr auto composition(const A& a, const O& offset, const B& b) {
  return result_of(
      [](const auto& outer, const auto& o, const auto& inner) {
        return notation::cute::compose(stage_of(outer), core::IntTuple(value_of(o)).at(0),
                                       value_of(inner));
      },
      a, offset, b);
}
template <SwizzleLike A, LayoutLike B>
constexpr auto composition(A a, const B& b) {
  return composition(a, _0{}, b);
}

// --- queries, answered by the inner layout ---

template <int... Path, ComposedLike C>
constexpr auto shape(const C& composed) {
  return shape<Path...>(composed.layout_b());
}
template <int... Path, ComposedLike C>
constexpr auto rank(const C& composed) {
  return rank<Path...>(composed.layout_b());
}
template <int... Path, ComposedLike C>
constexpr auto depth(const C& composed) {
  return depth<Path...>(composed.layout_b());
}
template <int... Path, ComposedLike C>
constexpr auto size(const C& composed) {
  return size<Path...>(composed.layout_b());
}
/// CuTe's cosize: that of the inner layout, not of the swizzled offsets.
template <int... Path, ComposedLike C>
constexpr auto cosize(const C& composed) {
  return cosize<Path...>(composed.layout_b());
}

// --- calls and slices ---

template <ComposedLike C, class Coordinate>
constexpr auto call(const C& composed, const Coordinate& coordinate) {
  if constexpr (has_underscore_type<Coordinate>) {
    return slice(coordinate, composed);
  } else if constexpr (std::is_empty_v<C> && std::is_empty_v<Coordinate>) {
    return result_of(
        [](const auto& k, const auto& c) {
          return notation::cute::crd2idx(value_of(k), value_of(c));
        },
        coordinate, composed);
  } else {
    using Offset = OffsetOf<Coordinate>;
    return narrowed<Offset>(notation::cute::crd2idx(value_of(coordinate), value_of(composed)));
  }
}

template <TupleLike K, ComposedLike C>
constexpr auto slice(const K& coordinate, const C& composed) {
  return result_of(
      [](const auto& k, const auto& c) { return notation::cute::slice(value_of(k), value_of(c)); },
      coordinate, composed);
}

/// The part that `_` keeps, and the offset of its first element.
template <TupleLike K, ComposedLike C>
constexpr auto slice_and_offset(const K& coordinate, const C& composed) {
  return at_offset(
      [](const auto& k, const auto& c) {
        return notation::cute::slice_and_offset(value_of(k), value_of(c));
      },
      coordinate, composed);
}
template <TupleLike K, ComposedLike C>
constexpr auto domain_offset(const K& coordinate, const C& composed) {
  return at_offset(
      [](const auto& k, const auto& c) {
        return notation::cute::domain_offset(value_of(k), value_of(c));
      },
      coordinate, composed);
}

// --- text on the standard output, as CuTe writes it ---

void print(const ComposedLayout<>& composed);
void print(const notation::cute::Swizzle& swizzle);
template <int B, int M, int S>
void print(Swizzle<B, M, S> named) {
  cute::print(named.value);  // not the overload that returns a text
}
void print_layout(const ComposedLayout<>& composed);
void print_latex(const ComposedLayout<>& composed);

}  // namespace tileglot::cute
