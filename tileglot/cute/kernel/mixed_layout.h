// SPDX-License-Identifier: Apache-2.0
// mixed_layout.h: a layout with its structure and some numbers in the type, the others at run time.
//
// What     mixed_layout(make_shape(M, _64{}), make_stride(_64{}, _1{})) stores only M. It can be
//          called with any coordinate, sliced by `_` and queried for its modes; in the results too,
//          only the numbers that depend on M are computed at run time.
// Why      The kernel case: M and N are known at run time, tiles are static, and the index
//          arithmetic on static numbers should fold.
// Units    Offsets are in elements, std::int64_t.
// How      A type Form with a static `value` names the structure (mixed_form.h); dynamic leaves are
//          those not marked static.
// Example  With l = mixed_layout(make_shape(M, N), make_stride(N, _1{})): l(2, 3) is 2 * N + 3, and
//          l(2, _) is its row, (N):(_1).
//          [tests: mixed_layout_test.cc, "every form of coordinate has the offset of the value"]
// Errors   A coordinate or mode that does not fit the shape does not compile. Precondition:
//          coordinates are inside the shape, and offsets fit.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "tileglot/cute/kernel/mixed_coordinate.h"
#include "tileglot/cute/kernel/mixed_form.h"
#include "tileglot/cute/kernel/static_index.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

template <class Form>
class MixedLayout : private mixed::StoredFor<Form> {
 public:
  // NOLINTNEXTLINE(readability-identifier-naming): the parameter has the other name.
  using form = Form;
  static constexpr int kExtents = mixed::stored_in(Form::value.numbers.shape);

  constexpr MixedLayout() = default;

  /// The number in slot `Slot`.
  template <int Slot>
  constexpr std::int64_t extent() const {
    if constexpr (Form::value.numbers.shape.at(Slot).is_static) {
      constexpr std::int64_t kNumber = Form::value.numbers.shape.values[Slot];
      return kNumber;
    } else {
      constexpr int kPlace = mixed::stored_before(Form::value.numbers.shape, Slot);
      return this->numbers[kPlace];
    }
  }
  template <int Slot>
  constexpr std::int64_t stride() const {
    if constexpr (Form::value.numbers.stride.at(Slot).is_static) {
      constexpr std::int64_t kNumber = Form::value.numbers.stride.values[Slot];
      return kNumber;
    } else {
      constexpr int kPlace = kExtents + mixed::stored_before(Form::value.numbers.stride, Slot);
      return this->numbers[kPlace];
    }
  }
  template <int Slot>
  constexpr void set_extent(std::int64_t number) {
    if constexpr (!Form::value.numbers.shape.at(Slot).is_static) {
      constexpr int kPlace = mixed::stored_before(Form::value.numbers.shape, Slot);
      this->numbers[kPlace] = number;
    }
  }
  template <int Slot>
  constexpr void set_stride(std::int64_t number) {
    if constexpr (!Form::value.numbers.stride.at(Slot).is_static) {
      constexpr int kPlace = kExtents + mixed::stored_before(Form::value.numbers.stride, Slot);
      this->numbers[kPlace] = number;
    }
  }

  /// The same layout as a value, with its marks.
  constexpr Layout<> value() const {
    Layout<> layout = Form::value;
    for_slots([&]<int Slot>() {
      layout.numbers.shape.values[Slot] = extent<Slot>();
      layout.numbers.stride.values[Slot] = stride<Slot>();
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
    using Covered = mixed::Covered<Form, typename PatternOf<Coordinate>::type>;
    return static_cast<std::int64_t>(of_numbers<Covered, 0>(mixed::begin_of(c)));
  }

  template <class Operation, class Argument>
  constexpr auto result() const {
    using To = mixed::Result<Form, Operation, Argument>;
    MixedLayout<To> to;
    to.for_slots([&]<int Slot>() {
      // Each number is a separate constant: kernels would copy a whole recipe to their stacks.
      if constexpr (!mixed::is_known<To::value.numbers.shape, Slot>) {
        constexpr int kLeaf = To::recipe.extent_leaf(Slot);
        constexpr std::int64_t kScale = To::recipe.from.scale[kLeaf];
        constexpr std::int64_t kDivisor = To::recipe.from.divisor[kLeaf];
        to.template set_extent<Slot>(divided_up<kDivisor>(kScale * extent<kLeaf>()));
      }
      if constexpr (!mixed::is_known<To::value.numbers.stride, Slot>) {
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
      ((Form::value.numbers.shape.is_empty(Slots) ? void() : visit.template operator()<Slots>()),
       ...);
    }(std::make_integer_sequence<int, Form::value.numbers.shape.slots>{});
  }

 private:
  /// n / Divisor rounded up. Sizes are not negative, so division by a power of two is a shift.
  template <std::int64_t Divisor>
  static constexpr std::int64_t divided_up(std::int64_t n) {
    constexpr auto kDivisor = static_cast<std::uint64_t>(Divisor);
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(n) + kDivisor - 1) / kDivisor);
  }

  template <class Coordinate>
  constexpr auto call(const Coordinate& c) const {
    if constexpr (has_underscore_type<Coordinate>) {
      return result<mixed::Slice, typename PatternOf<Coordinate>::type>();
    } else {
      return begin(c);
    }
  }

  /// The offset of index i in the leaves of slots [Begin, End): folded if all of them are static.
  template <int Begin, int End>
  constexpr std::uint64_t of_leaves(std::uint64_t i) const {
    if constexpr (Begin == End) {
      return 0;
    } else if constexpr (mixed::is_known_between(Form::value, Begin, End)) {
      return index::from_leaf<coalesce(mixed::leaves_between(Form::value, Begin, End)), 0>(i);
    } else if constexpr (Form::value.numbers.shape.is_empty(Begin)) {
      return of_leaves<Begin + 1, End>(i);
    } else if constexpr (Begin + 1 == End) {
      return i * static_cast<std::uint64_t>(stride<Begin>());
    } else {
      const auto size = static_cast<std::uint64_t>(extent<Begin>());
      return i % size * static_cast<std::uint64_t>(stride<Begin>()) +
             of_leaves<Begin + 1, End>(i / size);
    }
  }

  /// The offset of the numbers of a coordinate, from number K on, each over the leaves it covers.
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

/// The layout shape:stride; numbers that are static in the types are static in the layout.
template <TupleLike S, TupleLike D>
constexpr auto mixed_layout(const S& shape, const D& stride) {
  MixedLayout<mixed::Given<S, D>> layout;
  layout.for_slots([&]<int Slot>() {
    layout.template set_extent<Slot>(mixed::number_at<Slot>(shape));
    layout.template set_stride<Slot>(mixed::number_at<Slot>(stride));
  });
  return layout;
}
/// A fully static layout: nothing is stored.
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
/// The number of elements; a constant if all extents are.
template <int... Path, MixedLike L>
constexpr auto size(const L& l) {
  const auto part = get<Path...>(l);
  using Form = typename decltype(part)::form;
  if constexpr (core::is_static(Form::value.numbers.shape)) {
    return constant<or_refuse(core::size(Form::value.numbers.shape)).value>();
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
