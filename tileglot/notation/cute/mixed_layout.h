// SPDX-License-Identifier: Apache-2.0
// mixed_layout.h: a layout with its structure and some numbers in the type, the others at run time.
//
// What     mixed_layout(make_shape(M, _64{}), make_stride(_64{}, _1{})) stores M only. It is called
//          with any coordinate, sliced by `_` and asked for its modes; of the results too, only what
//          depends on M is computed at run time.
// Why      The kernel case: M and N arrive at run time, tiles are static, and the index arithmetic
//          of what is static should fold.
// Units    Offsets are in elements, std::int64_t.
// How      A type Form with a static `value` names the structure; dynamic leaves are those without
//          mark. An operation runs at compile time on the layout whose strides are scaled bases,
//          one for each leaf: of the result, k@j says "k times the stride of leaf j".
// Example  With l = mixed_layout(make_shape(M, N), make_stride(N, _1{})): l(2, 3) is 2 * N + 3, and
//          l(2, _) is its row, (N):(_1).
//          [tests: mixed_layout_test.cc, "every form of coordinate has the offset of the value"]
// Errors   What does not fit the shape does not compile. Precondition: coordinates are inside the
//          shape, and offsets fit.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "tileglot/notation/cute/static_index.h"
#include "tileglot/notation/cute/vocabulary.h"

namespace tileglot::cute {

namespace mixed {

/// A result in terms of the leaves of the layout it is made of: a dynamic extent is the number of
/// the leaf, scaled and divided; a stride is a multiple of a leaf's, k@leaf.
struct Symbolic {
  Layout<> layout;
  std::int64_t scale[core::kMaxLeaves] = {};
  std::int64_t divisor[core::kMaxLeaves] = {};
};

constexpr Symbolic symbolic(const Layout<>& form) {
  Symbolic s{form};
  for (int leaf = 0; leaf < form.shape.slots; ++leaf) {
    s.scale[leaf] = s.divisor[leaf] = 1;
    if (form.shape.is_empty(leaf)) continue;
    if (!form.shape.at(leaf).is_static) s.layout.shape.set(leaf, core::Integer(leaf));
    s.layout.stride.set(leaf, core::Integer(1, true, core::BasisPath{}.inside(leaf)));
  }
  return s;
}

/// The structure of a result, and where its numbers come from.
struct Recipe {
  Layout<> form;
  Symbolic from;

  constexpr int extent_leaf(int slot) const { return int(from.layout.shape.values[slot]); }
  constexpr int stride_leaf(int slot) const {
    return core::BasisPath{from.layout.stride.paths[slot]}.mode(0);
  }
  constexpr std::int64_t multiple(int slot) const { return from.layout.stride.values[slot]; }
};

constexpr Recipe recipe(const Symbolic& from, const Layout<>& source) {
  Recipe r{from.layout, from};
  for (int slot = 0; slot < r.form.shape.slots; ++slot) {
    if (r.form.shape.is_empty(slot)) continue;
    if (!r.form.shape.at(slot).is_static) r.form.shape.set(slot, core::Integer(0));
    if (from.layout.stride.paths[slot] == 0) continue;
    const core::Integer stride = source.stride.at(r.stride_leaf(slot));
    const core::Integer factor(stride.is_static ? r.multiple(slot) : 0, true);
    r.form.stride.set(slot, or_refuse(core::multiply(factor, stride)));
    if (!stride.is_static) r.form.stride.set(slot, core::Integer(0));
  }
  return r;
}

struct Slice {
  template <class Coordinate>
  static constexpr Layout<> of(Coordinate coordinate, Symbolic& s) {
    return slice(coordinate, s.layout);
  }
};

template <int... Path>
struct Mode {
  static constexpr Layout<> of(_0, Symbolic& s) { return get<Path...>(s.layout); }
};

/// The structure of Operation(Source, Argument).
template <class Source, class Operation, class Argument>
struct Result {
  static constexpr Recipe recipe = [] {
    Symbolic s = symbolic(Source::value);
    s.layout = Operation::of(Argument{}, s);
    return mixed::recipe(s, Source::value);
  }();
  static constexpr Layout<> value = recipe.form;
};

/// Types with marks for numbers: the structure of a layout made of a shape and a stride.
template <class S, class D>
struct Given {
  static constexpr Layout<> value{value_of(S{}), value_of(D{})};
  static_assert(core::congruent(value.shape, value.stride), "shape and stride differ in structure");
};

/// One number of a layout: in the type, or stored.
template <core::IntTuple Numbers, int Slot>
inline constexpr bool is_known = Numbers.at(Slot).is_static;

template <int Count>
struct Stored {
  std::int64_t numbers[std::size_t(Count)];
};
template <>
struct Stored<0> {};

constexpr int stored_before(const core::IntTuple& t, int slot) {
  int count = 0;
  for (int i = 0; i < slot; ++i) count += t.is_empty(i) || t.at(i).is_static ? 0 : 1;
  return count;
}
constexpr int stored_in(const core::IntTuple& t) { return stored_before(t, t.slots); }

template <class Form>
using StoredFor = Stored<stored_in(Form::value.shape) + stored_in(Form::value.stride)>;

/// The coordinate of the first element of a slice.
template <class T>
constexpr auto begin_of(const T& c) {
  if constexpr (std::is_same_v<T, Underscore>) {
    return _0{};
  } else {
    return c;
  }
}
template <class... Ts>
constexpr auto begin_of(const tuple<Ts...>& c) {
  return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
    return make_tuple(begin_of(element::at<Is>(c))...);
  }(std::index_sequence_for<Ts...>{});
}

/// The type of a coordinate with _0 for its numbers: what a slice keeps.
template <class T>
struct PatternOf {
  using type = std::conditional_t<std::is_same_v<T, Underscore>, Underscore, _0>;
};
template <class... Ts>
struct PatternOf<tuple<Ts...>> {
  using type = tuple<typename PatternOf<Ts>::type...>;
};

/// The leaves that each number of a coordinate stands over.
struct Ranges {
  int begin[core::kMaxLeaves] = {};
  int end[core::kMaxLeaves] = {};
};

template <class Form, class Pattern>
struct Covered {
  static constexpr Ranges ranges = [] {
    Ranges all;
    const auto note = [&all](int k, int begin, int end) {
      all.begin[k] = begin;
      all.end[k] = end;
      return core::Refusal{};
    };
    const core::IntTuple coordinate = value_of(Pattern{});
    const auto refused = notation::cute::for_each_covered(coordinate, Form::value.shape, note);
    if (refused != core::Refusal{}) refuse(refused);
    return all;
  }();
};

/// How many slots of a core::IntTuple a type takes; `()` takes one.
template <class T>
inline constexpr int numbers_in = 1;
template <class First, class... Ts>
inline constexpr int numbers_in<tuple<First, Ts...>> = (numbers_in<First> + ... + numbers_in<Ts>);

template <class... Ts>
constexpr int numbers_before(tuple<Ts...>*, int element) {
  int count = 0;
  int i = 0;
  ((count += i++ < element ? numbers_in<Ts> : 0), ...);
  return count;
}
template <class Coordinate>
constexpr int numbers_before(int element) {
  return numbers_before(static_cast<Coordinate*>(nullptr), element);
}

/// The element of a tuple type that a slot is in.
template <int Slot, class T>
constexpr int element_with() {
  int element = 0;
  while (numbers_before<T>(element + 1) <= Slot) ++element;
  return element;
}

/// The number in a slot of a nested tuple, without the tuple's value, which a kernel would store.
template <int Slot, class T>
constexpr std::int64_t number_at(const T& t) {
  if constexpr (is_tuple_type<T>) {
    constexpr int kElement = element_with<Slot, T>();
    return number_at<Slot - numbers_before<T>(kElement)>(element::at<std::size_t(kElement)>(t));
  } else {
    return static_cast<std::int64_t>(t);
  }
}

constexpr bool is_known_between(const Layout<>& form, int begin, int end) {
  for (int slot = begin; slot < end; ++slot) {
    if (form.shape.is_empty(slot)) continue;
    if (!form.shape.at(slot).is_static || !form.stride.at(slot).is_static) return false;
  }
  return true;
}
constexpr Layout<> leaves_between(const Layout<>& form, int begin, int end) {
  Layout<> flat;
  for (int slot = begin; slot < end; ++slot) {
    if (form.shape.is_empty(slot)) continue;
    core::copy_slot(form.shape, slot, flat.shape);
    core::copy_slot(form.stride, slot, flat.stride);
  }
  return flat;
}

}  // namespace mixed

template <class Form>
class MixedLayout : private mixed::StoredFor<Form> {
 public:
  using form = Form;
  static constexpr int kExtents = mixed::stored_in(Form::value.shape);

  constexpr MixedLayout() = default;

  /// The number of slot `Slot`.
  template <int Slot>
  constexpr std::int64_t extent() const {
    if constexpr (Form::value.shape.at(Slot).is_static) {
      constexpr std::int64_t kNumber = Form::value.shape.values[Slot];
      return kNumber;
    } else {
      constexpr int kPlace = mixed::stored_before(Form::value.shape, Slot);
      return this->numbers[kPlace];
    }
  }
  template <int Slot>
  constexpr std::int64_t stride() const {
    if constexpr (Form::value.stride.at(Slot).is_static) {
      constexpr std::int64_t kNumber = Form::value.stride.values[Slot];
      return kNumber;
    } else {
      constexpr int kPlace = kExtents + mixed::stored_before(Form::value.stride, Slot);
      return this->numbers[kPlace];
    }
  }
  template <int Slot>
  constexpr void set_extent(std::int64_t number) {
    if constexpr (!Form::value.shape.at(Slot).is_static) {
      constexpr int kPlace = mixed::stored_before(Form::value.shape, Slot);
      this->numbers[kPlace] = number;
    }
  }
  template <int Slot>
  constexpr void set_stride(std::int64_t number) {
    if constexpr (!Form::value.stride.at(Slot).is_static) {
      constexpr int kPlace = kExtents + mixed::stored_before(Form::value.stride, Slot);
      this->numbers[kPlace] = number;
    }
  }

  /// The same layout as a value, with its marks.
  constexpr Layout<> value() const {
    Layout<> layout = Form::value;
    for_slots([&]<int Slot>() {
      layout.shape.values[Slot] = extent<Slot>();
      layout.stride.values[Slot] = stride<Slot>();
    });
    return layout;
  }

  /// The offset of a coordinate; with `_`, the part that it keeps.
  template <class... Coordinates>
  constexpr auto operator()(const Coordinates&... coordinates) const {
    if constexpr (sizeof...(Coordinates) == 1) {
      return call(coordinates...);
    } else {
      return call(make_coord(coordinates...));
    }
  }

  /// The offset of the first element of a part.
  template <class Coordinate>
  constexpr std::int64_t begin(const Coordinate& c) const {
    using Covered = mixed::Covered<Form, typename mixed::PatternOf<Coordinate>::type>;
    return static_cast<std::int64_t>(of_numbers<Covered, 0>(mixed::begin_of(c)));
  }

  template <class Operation, class Argument>
  constexpr auto result() const {
    using To = mixed::Result<Form, Operation, Argument>;
    MixedLayout<To> to;
    to.for_slots([&]<int Slot>() {
      // Each number is a constant of its own: kernels would copy a recipe to their stacks.
      if constexpr (!mixed::is_known<To::value.shape, Slot>) {
        constexpr int kLeaf = To::recipe.extent_leaf(Slot);
        constexpr std::int64_t kScale = To::recipe.from.scale[kLeaf];
        constexpr std::int64_t kDivisor = To::recipe.from.divisor[kLeaf];
        to.template set_extent<Slot>(divided_up<kDivisor>(kScale * extent<kLeaf>()));
      }
      if constexpr (!mixed::is_known<To::value.stride, Slot>) {
        constexpr int kLeaf = To::recipe.stride_leaf(Slot);
        constexpr std::int64_t kMultiple = To::recipe.multiple(Slot);
        to.template set_stride<Slot>(kMultiple * stride<kLeaf>());
      }
    });
    return to;
  }

  template <class Visit>
  constexpr void for_slots(const Visit& visit) const {
    [&]<int... Slots>(std::integer_sequence<int, Slots...>) {
      ((Form::value.shape.is_empty(Slots) ? void() : visit.template operator()<Slots>()), ...);
    }(std::make_integer_sequence<int, Form::value.shape.slots>{});
  }

 private:
  /// Sizes are not negative, so that a power of two divides by a shift.
  template <std::int64_t Divisor>
  static constexpr std::int64_t divided_up(std::int64_t n) {
    constexpr auto kDivisor = static_cast<std::uint64_t>(Divisor);
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(n) + kDivisor - 1) / kDivisor);
  }

  template <class Coordinate>
  constexpr auto call(const Coordinate& c) const {
    if constexpr (has_underscore_type<Coordinate>) {
      return result<mixed::Slice, typename mixed::PatternOf<Coordinate>::type>();
    } else {
      return begin(c);
    }
  }

  /// Index i of the leaves in slots [Begin, End): folded where all of them are static.
  template <int Begin, int End>
  constexpr std::uint64_t of_leaves(std::uint64_t i) const {
    if constexpr (Begin == End) {
      return 0;
    } else if constexpr (mixed::is_known_between(Form::value, Begin, End)) {
      return index::from_leaf<coalesce(mixed::leaves_between(Form::value, Begin, End)), 0>(i);
    } else if constexpr (Form::value.shape.is_empty(Begin)) {
      return of_leaves<Begin + 1, End>(i);
    } else if constexpr (Begin + 1 == End) {
      return i * static_cast<std::uint64_t>(stride<Begin>());
    } else {
      const auto size = static_cast<std::uint64_t>(extent<Begin>());
      return i % size * static_cast<std::uint64_t>(stride<Begin>()) +
             of_leaves<Begin + 1, End>(i / size);
    }
  }

  /// The numbers of a coordinate, from number K on, each over the leaves it covers.
  template <class Covered, int K, class Coordinate>
  constexpr std::uint64_t of_numbers(const Coordinate& c) const {
    if constexpr (is_tuple_type<Coordinate>) {
      return [&]<std::size_t... Is>(std::index_sequence<Is...>) {
        return (std::uint64_t{0} + ... +
                of_numbers<Covered, K + mixed::numbers_before<Coordinate>(int(Is))>(
                    element::at<Is>(c)));
      }(std::make_index_sequence<std::size_t(Coordinate::kRank)>{});
    } else {
      return of_leaves<Covered::ranges.begin[K], Covered::ranges.end[K]>(
          static_cast<std::uint64_t>(c));
    }
  }
};

/// The numbers of a shape and a stride; what is static in their types is static in the layout.
template <TupleLike S, TupleLike D>
constexpr auto mixed_layout(const S& shape, const D& stride) {
  MixedLayout<mixed::Given<S, D>> layout;
  layout.for_slots([&]<int Slot>() {
    layout.template set_extent<Slot>(mixed::number_at<Slot>(shape));
    layout.template set_stride<Slot>(mixed::number_at<Slot>(stride));
  });
  return layout;
}
/// A layout that is all static: nothing is stored.
template <class S, class D>
  requires(!std::is_void_v<S>)
constexpr MixedLayout<Layout<S, D>> mixed_layout(const Layout<S, D>&) {
  return {};
}

template <class T>
inline constexpr bool is_mixed_type = false;
template <class Form>
inline constexpr bool is_mixed_type<MixedLayout<Form>> = true;
template <class T>
concept MixedLike = is_mixed_type<T>;

template <int... Path, MixedLike L>
constexpr auto get(const L& layout) {
  return layout.template result<mixed::Mode<Path...>, _0>();
}
template <int... Path, MixedLike L>
constexpr auto layout(const L& l) {
  return get<Path...>(l);
}
/// The number of elements: a constant where all extents are.
template <int... Path, MixedLike L>
constexpr auto size(const L& l) {
  const auto part = get<Path...>(l);
  using Form = typename decltype(part)::form;
  if constexpr (core::is_static(Form::value.shape)) {
    return constant<number(core::size(Form::value.shape)).value>();
  } else {
    std::int64_t product = 1;
    part.for_slots([&]<int Slot>() { product *= part.template extent<Slot>(); });
    return product;
  }
}
template <int... Path, MixedLike L>
constexpr int rank(const L&) {
  return notation::cute::rank(get<Path...>(L::form::value));
}

template <TupleLike K, MixedLike L>
constexpr auto slice(const K& coordinate, const L& layout) {
  return layout(coordinate);
}
template <MixedLike L>
void print(const L& layout) {
  print(layout.value());
}

}  // namespace tileglot::cute
