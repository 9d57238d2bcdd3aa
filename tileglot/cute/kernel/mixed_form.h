// SPDX-License-Identifier: Apache-2.0
// mixed_form.h: the part of a partly static layout, and of its results, that the compiler knows.
//
// What     A Form is a type with a static `value`: the structure of a layout, its static numbers
//          marked. Result<Form, Operation, Argument> is the Form of a slice, mode or division,
//          with a recipe for its dynamic numbers. Stored holds those numbers.
// How      An operation runs at compile time on the layout whose strides are scaled bases, one for
//          each leaf: in its result k@j means "k times the stride of leaf j".
// Example  The row of (M,N):(N,_1) is (N):(_1): its extent is number 1 of the layout's.
//          [tests: mixed_layout_test.cc, "a slice keeps what the underscore stands over"]
// Errors   An operation that does not fit the shape does not compile.
#pragma once

#include <cstdint>

#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

namespace mixed {

/// A result in terms of the leaves of its source layout: a dynamic extent is kept as the number of
/// its leaf, scaled and divided; a stride is a multiple of a leaf's stride, k@leaf.
struct Symbolic {
  Layout<> layout;
  std::int64_t scale[core::kMaxLeaves] = {};
  std::int64_t divisor[core::kMaxLeaves] = {};
};

constexpr Symbolic symbolic(const Layout<>& form) {
  Symbolic s{form};
  for (int leaf = 0; leaf < form.numbers.shape.slots; ++leaf) {
    s.scale[leaf] = s.divisor[leaf] = 1;
    if (form.numbers.shape.is_empty(leaf)) continue;
    if (!form.numbers.shape.at(leaf).is_static)
      s.layout.numbers.shape.set(leaf, core::Integer(leaf));
    s.layout.numbers.stride.set(leaf, core::Integer(1, true, core::BasisPath{}.inside(leaf)));
  }
  return s;
}

/// The structure of a result, and where its numbers come from.
struct Recipe {
  Layout<> form;
  Symbolic from;

  constexpr int extent_leaf(int slot) const { return int(from.layout.numbers.shape.values[slot]); }
  constexpr int stride_leaf(int slot) const {
    return core::BasisPath{from.layout.numbers.stride.paths[slot]}.mode(0);
  }
  constexpr std::int64_t multiple(int slot) const {
    return from.layout.numbers.stride.values[slot];
  }
};

constexpr Recipe recipe(const Symbolic& from, const Layout<>& source) {
  Recipe r{from.layout, from};
  for (int slot = 0; slot < r.form.numbers.shape.slots; ++slot) {
    if (r.form.numbers.shape.is_empty(slot)) continue;
    if (!r.form.numbers.shape.at(slot).is_static) r.form.numbers.shape.set(slot, core::Integer(0));
    if (from.layout.numbers.stride.paths[slot] == 0) continue;
    const core::Integer stride = source.numbers.stride.at(r.stride_leaf(slot));
    const core::Integer factor(stride.is_static ? r.multiple(slot) : 0, true);
    r.form.numbers.stride.set(slot, or_refuse(core::multiply(factor, stride)));
    if (!stride.is_static) r.form.numbers.stride.set(slot, core::Integer(0));
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

/// The structure of a layout with shape type S and stride type D; static numbers are marked.
template <class S, class D>
struct Given {
  static constexpr Layout<> value = notation::cute::Layout<>{value_of(S{}), value_of(D{})};
  static_assert(core::congruent(value.numbers.shape, value.numbers.stride),
                "shape and stride differ in structure");
};

/// True if a number of a layout is in the type; otherwise it is stored.
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
using StoredFor =
    Stored<stored_in(Form::value.numbers.shape) + stored_in(Form::value.numbers.stride)>;

constexpr bool is_known_between(const Layout<>& form, int begin, int end) {
  for (int slot = begin; slot < end; ++slot) {
    if (form.numbers.shape.is_empty(slot)) continue;
    if (!form.numbers.shape.at(slot).is_static || !form.numbers.stride.at(slot).is_static)
      return false;
  }
  return true;
}
constexpr Layout<> leaves_between(const Layout<>& form, int begin, int end) {
  Layout<> flat;
  for (int slot = begin; slot < end; ++slot) {
    if (form.numbers.shape.is_empty(slot)) continue;
    core::copy_slot(form.numbers.shape, slot, flat.numbers.shape);
    core::copy_slot(form.numbers.stride, slot, flat.numbers.stride);
  }
  return flat;
}

}  // namespace mixed

}  // namespace tileglot::cute
