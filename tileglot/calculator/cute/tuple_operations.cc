// SPDX-License-Identifier: Apache-2.0
// tuple_operations.cc: the operations on tuples by name; those on modes take layouts too.
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/cute/tuple/arithmetic.h"
#include "tileglot/notation/cute/tuple/basis_arithmetic.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"
#include "tileglot/notation/cute/tuple/coordinate_conversion.h"
#include "tileglot/notation/cute/tuple/division.h"
#include "tileglot/notation/cute/tuple/modes.h"
#include "tileglot/notation/cute/tuple/profile.h"
#include "tileglot/notation/cute/tuple/relations.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

template <class T>
Outcome<T> as_outcome(const Outcome<T>& outcome) {
  return outcome;
}
template <class T>
Outcome<T> as_outcome(const T& value) {
  return value;
}

/// Applies verb to the tuples that are the arguments from `first` on.
template <class Verb>
Result<Value> on_tuple(const Arguments& arguments, std::size_t first, const Verb& verb) {
  TILEGLOT_TRY(t, arguments.tuple(first));
  return to_value(as_outcome(verb(t)));
}

template <class Verb>
Result<Value> on_two(const Arguments& arguments, const Verb& verb) {
  TILEGLOT_TRY(a, arguments.tuple(0));
  TILEGLOT_TRY(b, arguments.tuple(1));
  return to_value(as_outcome(verb(a, b)));
}

/// Applies verb to argument i: a tuple, a layout, or the inner layout of a composed one.
template <class Verb>
Result<Value> on_modes(const Arguments& arguments, std::size_t i, const Verb& verb) {
  if (!arguments.is_layout(i)) return on_tuple(arguments, i, verb);
  TILEGLOT_TRY(any, arguments.any_layout(i));
  if (const auto* composed = std::get_if<ComposedLayout>(&any))
    return to_value(on_inner(*composed, verb));
  return to_value(as_outcome(verb(std::get<Layout<>>(any))));
}

/// Applies verb to argument i and argument x of the same kind, or to i alone if x is omitted.
template <class Verb>
Result<Value> on_modes_and(const Arguments& arguments, std::size_t i, std::size_t x,
                           const Verb& verb) {
  if (!arguments.is_layout(i)) {
    TILEGLOT_TRY(t, arguments.tuple(i));
    if (arguments.count() == x) return to_value(verb(t, IntTuple(core::static_integer(1))));
    TILEGLOT_TRY(y, arguments.tuple(x));
    return to_value(verb(t, y));
  }
  Layout<> y = kFiller;
  if (arguments.count() > x) {
    TILEGLOT_TRY(given, arguments.layout(x));
    y = given;
  }
  TILEGLOT_TRY(any, arguments.any_layout(i));
  const auto with_y = [&](const Layout<>& layout) { return verb(layout, y); };
  if (const auto* composed = std::get_if<ComposedLayout>(&any))
    return to_value(on_inner(*composed, with_y));
  return to_value(with_y(std::get<Layout<>>(any)));
}

/// A range of modes, written as in template parameters: -1 is the end.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  template <class Modes>
  std::int64_t end_in(const Modes& t) const {
    return end == -1 ? rank(t) : end;
  }
};

Result<Range> range(const Arguments& arguments) {
  TILEGLOT_TRY(begin, arguments.number(0));
  TILEGLOT_TRY(end, arguments.number(1));
  return Range{begin, end};
}

// --- structure ---

Result<Value> apply_get(const Arguments& arguments) {
  TILEGLOT_TRY(path, arguments.coordinate_before_last());
  return on_modes(arguments, arguments.count() - 1,
                  [&path](const auto& t) { return get(t, path); });
}

Result<Value> apply_take(const Arguments& arguments) {
  TILEGLOT_TRY(r, range(arguments));
  return on_modes(arguments, 2, [r](const auto& t) { return take(t, r.begin, r.end_in(t)); });
}

Result<Value> apply_group(const Arguments& arguments) {
  TILEGLOT_TRY(r, range(arguments));
  return on_modes(arguments, 2, [r](const auto& t) { return group(t, r.begin, r.end_in(t)); });
}

Result<Value> apply_select(const Arguments& arguments) {
  TILEGLOT_TRY(indices, arguments.coordinate_before_last());
  return on_modes(arguments, arguments.count() - 1,
                  [&indices](const auto& t) { return select(t, indices); });
}

Result<Value> apply_append(const Arguments& arguments) {
  return on_modes_and(arguments, 0, 1, [](const auto& t, const auto& x) { return append(t, x); });
}

Result<Value> apply_prepend(const Arguments& arguments) {
  return on_modes_and(arguments, 0, 1, [](const auto& t, const auto& x) { return prepend(t, x); });
}

Result<Value> apply_append_n(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return append_n(n, t, x); });
}

Result<Value> apply_prepend_n(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return prepend_n(n, t, x); });
}

Result<Value> apply_insert(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return insert(t, n, x); });
}

Result<Value> apply_replace(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return replace(t, n, x); });
}

Result<Value> apply_remove(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_modes(arguments, 1, [n](const auto& t) { return remove(t, n); });
}

Result<Value> apply_reverse(const Arguments& arguments) {
  return on_modes(arguments, 0, [](const auto& t) { return reverse(t); });
}

Result<Value> apply_repeat(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_tuple(arguments, 1, [n](const IntTuple& x) { return repeat(n, x); });
}

Result<Value> apply_repeat_like(const Arguments& arguments) {
  return on_two(arguments, repeat_like);
}

Result<Value> apply_flatten(const Arguments& arguments) {
  return on_modes(arguments, 0, [](const auto& t) { return flatten(t); });
}

Result<Value> apply_flatten_to_tuple(const Arguments& arguments) {
  return on_tuple(arguments, 0, flatten_to_tuple);
}

Result<Value> apply_unflatten(const Arguments& arguments) {
  TILEGLOT_TRY(profile, arguments.tuple(1));
  return on_modes(arguments, 0, [&profile](const auto& t) { return unflatten(t, profile); });
}

Result<Value> apply_wrap(const Arguments& arguments) { return on_tuple(arguments, 0, as_tuple); }

Result<Value> apply_unwrap(const Arguments& arguments) { return on_tuple(arguments, 0, unwrap); }

Result<Value> apply_front(const Arguments& arguments) { return on_tuple(arguments, 0, front); }

Result<Value> apply_back(const Arguments& arguments) { return on_tuple(arguments, 0, back); }

Result<Value> apply_zip(const Arguments& arguments) {
  return on_modes(arguments, 0, [](const auto& t) { return zip(t); });
}

Result<Value> apply_zip2_by(const Arguments& arguments) {
  TILEGLOT_TRY(guide, arguments.tuple(1));
  return on_modes(arguments, 0, [&guide](const auto& t) { return zip2_by(t, guide); });
}

// --- arithmetic ---

Result<Value> apply_product(const Arguments& arguments) { return on_tuple(arguments, 0, product); }

Result<Value> apply_product_each(const Arguments& arguments) {
  return on_tuple(arguments, 0, product_each);
}

Result<Value> apply_product_like(const Arguments& arguments) {
  return on_two(arguments, product_like);
}

Result<Value> apply_sum(const Arguments& arguments) { return on_tuple(arguments, 0, sum); }

/// Combines the results for each argument.
template <class OfTuple, class Combine>
Result<Value> over_all(const Arguments& arguments, const OfTuple& of_tuple,
                       const Combine& combine) {
  TILEGLOT_TRY(first, arguments.tuple(0));
  Outcome<Integer> state = of_tuple(first);
  for (std::size_t i = 1; i < arguments.count() && state.ok(); ++i) {
    TILEGLOT_TRY(next, arguments.tuple(i));
    state = combine(IntTuple(*state), next);
  }
  return to_value(state);
}

Result<Value> apply_max(const Arguments& arguments) {
  return over_all(
      arguments, [](const IntTuple& t) { return max(t); },
      [](const IntTuple& a, const IntTuple& b) { return max(a, b); });
}

Result<Value> apply_min(const Arguments& arguments) {
  return over_all(
      arguments, [](const IntTuple& t) { return min(t); },
      [](const IntTuple& a, const IntTuple& b) { return min(a, b); });
}

Result<Value> apply_gcd(const Arguments& arguments) {
  return over_all(
      arguments, [](const IntTuple& t) { return gcd(t); },
      [](const IntTuple& a, const IntTuple& b) { return gcd(a, b); });
}

Result<Value> apply_inner_product(const Arguments& arguments) {
  return on_two(arguments, inner_product);
}

Result<Value> apply_elem_scale(const Arguments& arguments) { return on_two(arguments, elem_scale); }

using TuplesToTuple = Outcome<IntTuple> (*)(const IntTuple&, const IntTuple&);

Result<Value> apply_ceil_div(const Arguments& arguments) {
  return on_two(arguments, TuplesToTuple(ceil_div));
}

Result<Value> apply_ceil_div_layout(const Arguments& arguments) {
  TILEGLOT_TRY(target, arguments.tuple(0));
  TILEGLOT_TRY(tile, arguments.layout(1));
  const auto tiles = ceil_div(target, tile);
  if (!tiles) return fail(layout_error(tiles.refusal, tile));
  return Value(*tiles);
}

Result<Value> apply_round_up(const Arguments& arguments) {
  return on_two(arguments, TuplesToTuple(round_up));
}

Result<Value> apply_shape_div(const Arguments& arguments) {
  return on_two(arguments, TuplesToTuple(shape_div));
}

Result<Value> apply_coalesce_shape(const Arguments& arguments) {
  return on_tuple(arguments, 0, coalesce_shape);
}

Result<Value> apply_basis_add(const Arguments& arguments) { return on_two(arguments, basis_add); }

Result<Value> apply_basis_mul(const Arguments& arguments) {
  return on_two(arguments, [](const IntTuple& a, const IntTuple& b) -> Outcome<Integer> {
    if (!a.is_scalar || !b.is_scalar) return Refusal{Reason::kProfilesDiffer, 0, 0};
    return basis_mul(a.at(0), b.at(0));
  });
}

// --- relations ---

template <auto Relation>
Result<Value> relation(const Arguments& arguments) {
  return on_two(arguments, Relation);
}

// --- strides and coordinates ---

Result<Value> apply_compact_col_major(const Arguments& arguments) {
  if (arguments.count() == 2) return on_two(arguments, compact_col_major);
  return on_tuple(arguments, 0, [](const IntTuple& s) { return compact_col_major(s); });
}

Result<Value> apply_compact_row_major(const Arguments& arguments) {
  if (arguments.count() == 2) return on_two(arguments, compact_row_major);
  return on_tuple(arguments, 0, [](const IntTuple& s) { return compact_row_major(s); });
}

Result<Value> apply_prefix_product(const Arguments& arguments) {
  if (arguments.count() == 2) return on_two(arguments, prefix_product);
  return on_tuple(arguments, 0, [](const IntTuple& s) { return prefix_product(s); });
}

Result<Value> apply_compact_order(const Arguments& arguments) {
  return on_two(arguments, compact_order);
}

Result<Value> apply_make_basis_like(const Arguments& arguments) {
  return on_tuple(arguments, 0, make_basis_like);
}

Result<Value> apply_crd2idx_shape(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  const auto index = crd2idx(coordinate, shape);
  if (!index) return fail(coordinate_error(index.refusal, coordinate, shape));
  return Value(*index);
}

Result<Value> apply_idx2crd_stride(const Arguments& arguments) {
  TILEGLOT_TRY(index, arguments.coordinate(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  TILEGLOT_TRY(stride, arguments.tuple(2));
  return to_value(idx2crd(index, shape, stride));
}

Result<Value> apply_crd2crd(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(from, arguments.tuple(1));
  TILEGLOT_TRY(to, arguments.tuple(2));
  return to_value(crd2crd(coordinate, from, to));
}

Result<Value> apply_increment(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  const auto next = increment(coordinate, shape);
  if (!next) return fail(coordinate_error(next.refusal, coordinate, shape));
  return Value(*next);
}

constexpr Operation kTupleOperations[] = {
    {"append", 1, 2, apply_append},
    {"append_n", 2, 3, apply_append_n},
    {"back", 1, 1, apply_back},
    {"basis_add", 2, 2, apply_basis_add},
    {"basis_mul", 2, 2, apply_basis_mul},
    {"ceil_div", 2, 2, apply_ceil_div},
    {"ceil_div_layout", 2, 2, apply_ceil_div_layout},
    {"coalesce_shape", 1, 1, apply_coalesce_shape},
    {"colex_geq", 2, 2, relation<colex_geq>},
    {"colex_gtr", 2, 2, relation<colex_gtr>},
    {"colex_leq", 2, 2, relation<colex_leq>},
    {"colex_less", 2, 2, relation<colex_less>},
    {"compact_col_major", 1, 2, apply_compact_col_major},
    {"compact_order", 2, 2, apply_compact_order},
    {"compact_row_major", 1, 2, apply_compact_row_major},
    {"compatible", 2, 2, relation<compatible>},
    {"congruent", 2, 2, relation<core::congruent>},
    {"crd2crd", 3, 3, apply_crd2crd},
    {"crd2idx_shape", 2, 2, apply_crd2idx_shape},
    {"elem_geq", 2, 2, relation<elem_geq>},
    {"elem_gtr", 2, 2, relation<elem_gtr>},
    {"elem_leq", 2, 2, relation<elem_leq>},
    {"elem_less", 2, 2, relation<elem_less>},
    {"elem_scale", 2, 2, apply_elem_scale},
    {"evenly_divides", 2, 2, relation<evenly_divides>},
    {"flatten", 1, 1, apply_flatten},
    {"flatten_to_tuple", 1, 1, apply_flatten_to_tuple},
    {"front", 1, 1, apply_front},
    {"gcd", 1, 64, apply_gcd},
    {"get", 2, core::kMaxLeaves, apply_get},
    {"group", 3, 3, apply_group},
    {"idx2crd_stride", 3, 3, apply_idx2crd_stride},
    {"increment", 2, 2, apply_increment},
    {"inner_product", 2, 2, apply_inner_product},
    {"insert", 3, 3, apply_insert},
    {"lex_geq", 2, 2, relation<lex_geq>},
    {"lex_gtr", 2, 2, relation<lex_gtr>},
    {"lex_leq", 2, 2, relation<lex_leq>},
    {"lex_less", 2, 2, relation<lex_less>},
    {"make_basis_like", 1, 1, apply_make_basis_like},
    {"max", 1, 64, apply_max},
    {"min", 1, 64, apply_min},
    {"prefix_product", 1, 2, apply_prefix_product},
    {"prepend", 1, 2, apply_prepend},
    {"prepend_n", 2, 3, apply_prepend_n},
    {"product", 1, 1, apply_product},
    {"product_each", 1, 1, apply_product_each},
    {"product_like", 2, 2, apply_product_like},
    {"remove", 2, 2, apply_remove},
    {"repeat", 2, 2, apply_repeat},
    {"repeat_like", 2, 2, apply_repeat_like},
    {"replace", 3, 3, apply_replace},
    {"reverse", 1, 1, apply_reverse},
    {"round_up", 2, 2, apply_round_up},
    {"select", 2, core::kMaxLeaves, apply_select},
    {"shape_div", 2, 2, apply_shape_div},
    {"sum", 1, 1, apply_sum},
    {"take", 3, 3, apply_take},
    {"unflatten", 2, 2, apply_unflatten},
    {"unwrap", 1, 1, apply_unwrap},
    {"weakly_congruent", 2, 2, relation<weakly_congruent>},
    {"wrap", 1, 1, apply_wrap},
    {"zip", 1, 1, apply_zip},
    {"zip2_by", 2, 2, apply_zip2_by},
};

}  // namespace

std::span<const Operation> tuple_operations() { return kTupleOperations; }

}  // namespace tileglot::notation::cute
