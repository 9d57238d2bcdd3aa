// SPDX-License-Identifier: Apache-2.0
// tuple_operations.cc: the operations on tuples by name; those on modes take layouts too.
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
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

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::IntTuple;
using core::Outcome;
using core::Result;

template <class Verb>
Result<Value> on_tuple(const Arguments& arguments, std::size_t i, const Verb& verb) {
  TILEGLOT_TRY(t, tuple_argument(arguments, i));
  return to_value(as_outcome(verb(t)));
}

template <auto Verb>
Result<Value> of_tuple(const Arguments& arguments) {
  return of<Verb, tuple_argument>(arguments);
}

template <auto Verb>
Result<Value> of_two(const Arguments& arguments) {
  return of<Verb, tuple_argument, tuple_argument>(arguments);
}

template <const auto& Verb>
Result<Value> of_one_or_two(const Arguments& arguments) {
  TILEGLOT_TRY(a, tuple_argument(arguments, 0));
  if (arguments.count() == 1) return to_value(as_outcome(Verb(a)));
  TILEGLOT_TRY(b, tuple_argument(arguments, 1));
  return to_value(as_outcome(Verb(a, b)));
}

/// Applies verb to argument i: a tuple, a layout, or the inner layout of a composed one.
template <class Verb>
Result<Value> on_modes(const Arguments& arguments, std::size_t i, const Verb& verb) {
  if (!is_layout(arguments, i)) return on_tuple(arguments, i, verb);
  TILEGLOT_TRY(any, any_layout_argument(arguments, i));
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&any))
    return to_value(cute::on_inner(*composed, verb));
  return to_value(as_outcome(verb(std::get<cute::Layout<>>(any))));
}

template <const auto& Verb>
Result<Value> of_modes(const Arguments& arguments) {
  return on_modes(arguments, 0, Verb);
}

/// Applies verb to argument i and argument x of the same kind, or to i alone if x is omitted.
template <class Verb>
Result<Value> on_modes_and(const Arguments& arguments, std::size_t i, std::size_t x,
                           const Verb& verb) {
  if (!is_layout(arguments, i)) {
    TILEGLOT_TRY(t, tuple_argument(arguments, i));
    if (arguments.count() == x) return to_value(verb(t, IntTuple(core::static_integer(1))));
    TILEGLOT_TRY(y, tuple_argument(arguments, x));
    return to_value(verb(t, y));
  }
  cute::Layout<> y = cute::kFiller;
  if (arguments.count() > x) {
    TILEGLOT_TRY(given, layout_argument(arguments, x));
    y = given;
  }
  TILEGLOT_TRY(any, any_layout_argument(arguments, i));
  const auto with_y = [&](const cute::Layout<>& layout) { return verb(layout, y); };
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&any))
    return to_value(cute::on_inner(*composed, with_y));
  return to_value(with_y(std::get<cute::Layout<>>(any)));
}

// Names that stand for several functions.
constexpr auto kCompactColMajor = [](const auto&... t) { return cute::compact_col_major(t...); };
constexpr auto kCompactRowMajor = [](const auto&... t) { return cute::compact_row_major(t...); };
constexpr auto kFlatten = [](const auto& t) { return cute::flatten(t); };
constexpr auto kGcd = [](const auto&... t) { return cute::gcd(t...); };
constexpr auto kMax = [](const auto&... t) { return cute::max(t...); };
constexpr auto kMin = [](const auto&... t) { return cute::min(t...); };
constexpr auto kPrefixProduct = [](const auto&... t) { return cute::prefix_product(t...); };
constexpr auto kReverse = [](const auto& t) { return cute::reverse(t); };
constexpr auto kZip = [](const auto& t) { return cute::zip(t); };
using TuplesToTuple = Outcome<IntTuple> (*)(const IntTuple&, const IntTuple&);
using ThreeToTuple = Outcome<IntTuple> (*)(const IntTuple&, const IntTuple&, const IntTuple&);

/// A range of modes, written as in template parameters: -1 is the end.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  template <class Modes>
  std::int64_t end_in(const Modes& t) const {
    return end == -1 ? cute::rank(t) : end;
  }
};

Result<Range> range(const Arguments& arguments) {
  TILEGLOT_TRY(begin, integer_argument(arguments, 0));
  TILEGLOT_TRY(end, integer_argument(arguments, 1));
  return Range{begin, end};
}

// --- structure ---

Result<Value> apply_get(const Arguments& arguments) {
  TILEGLOT_TRY(path, path_argument(arguments));
  return on_modes(arguments, arguments.count() - 1,
                  [&path](const auto& t) { return cute::get(t, path); });
}

Result<Value> apply_take(const Arguments& arguments) {
  TILEGLOT_TRY(r, range(arguments));
  return on_modes(arguments, 2, [r](const auto& t) { return cute::take(t, r.begin, r.end_in(t)); });
}

Result<Value> apply_group(const Arguments& arguments) {
  TILEGLOT_TRY(r, range(arguments));
  return on_modes(arguments, 2,
                  [r](const auto& t) { return cute::group(t, r.begin, r.end_in(t)); });
}

Result<Value> apply_select(const Arguments& arguments) {
  TILEGLOT_TRY(indices, path_argument(arguments));
  return on_modes(arguments, arguments.count() - 1,
                  [&indices](const auto& t) { return cute::select(t, indices); });
}

Result<Value> apply_append(const Arguments& arguments) {
  return on_modes_and(arguments, 0, 1,
                      [](const auto& t, const auto& x) { return cute::append(t, x); });
}

Result<Value> apply_prepend(const Arguments& arguments) {
  return on_modes_and(arguments, 0, 1,
                      [](const auto& t, const auto& x) { return cute::prepend(t, x); });
}

Result<Value> apply_append_n(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return cute::append_n(n, t, x); });
}

Result<Value> apply_prepend_n(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return cute::prepend_n(n, t, x); });
}

Result<Value> apply_insert(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return cute::insert(t, n, x); });
}

Result<Value> apply_replace(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_modes_and(arguments, 1, 2,
                      [n](const auto& t, const auto& x) { return cute::replace(t, n, x); });
}

Result<Value> apply_remove(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_modes(arguments, 1, [n](const auto& t) { return cute::remove(t, n); });
}

Result<Value> apply_repeat(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_tuple(arguments, 1, [n](const IntTuple& x) { return cute::repeat(n, x); });
}

Result<Value> apply_unflatten(const Arguments& arguments) {
  TILEGLOT_TRY(profile, tuple_argument(arguments, 1));
  return on_modes(arguments, 0, [&profile](const auto& t) { return cute::unflatten(t, profile); });
}

Result<Value> apply_zip2_by(const Arguments& arguments) {
  TILEGLOT_TRY(guide, tuple_argument(arguments, 1));
  return on_modes(arguments, 0, [&guide](const auto& t) { return cute::zip2_by(t, guide); });
}

// --- arithmetic ---

/// Combines the results for each argument.
template <const auto& Verb>
Result<Value> over_all(const Arguments& arguments) {
  TILEGLOT_TRY(first, tuple_argument(arguments, 0));
  Outcome<core::Integer> state = Verb(first);
  for (std::size_t i = 1; i < arguments.count() && state.ok(); ++i) {
    TILEGLOT_TRY(next, tuple_argument(arguments, i));
    state = Verb(IntTuple(*state), next);
  }
  return to_value(state);
}

Result<Value> apply_ceil_div_layout(const Arguments& arguments) {
  TILEGLOT_TRY(target, tuple_argument(arguments, 0));
  TILEGLOT_TRY(tile, layout_argument(arguments, 1));
  const auto tiles = cute::ceil_div(target, tile);
  if (!tiles) return fail(cute::layout_error(tiles.refusal, tile));
  return Value(*tiles);
}

Outcome<core::Integer> basis_product(const IntTuple& a, const IntTuple& b) {
  if (!a.is_scalar || !b.is_scalar) return core::Refusal{core::Reason::kProfilesDiffer, 0, 0};
  return cute::basis_mul(a.at(0), b.at(0));
}

// --- strides and coordinates ---

Result<Value> apply_crd2idx_shape(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  const auto index = cute::crd2idx(coordinate, shape);
  if (!index) return fail(cute::coordinate_error(index.refusal, coordinate, shape));
  return Value(*index);
}

Result<Value> apply_increment(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  const auto next = cute::increment(coordinate, shape);
  if (!next) return fail(cute::coordinate_error(next.refusal, coordinate, shape));
  return Value(*next);
}

constexpr Operation kTupleOperations[] = {
    {"append", 1, 2, apply_append},
    {"append_n", 2, 3, apply_append_n},
    {"back", 1, 1, of_tuple<cute::back>},
    {"basis_add", 2, 2, of_two<cute::basis_add>},
    {"basis_mul", 2, 2, of_two<basis_product>},
    {"ceil_div", 2, 2, of_two<static_cast<TuplesToTuple>(cute::ceil_div)>},
    {"ceil_div_layout", 2, 2, apply_ceil_div_layout},
    {"coalesce_shape", 1, 1, of_tuple<cute::coalesce_shape>},
    {"colex_geq", 2, 2, of_two<cute::colex_geq>},
    {"colex_gtr", 2, 2, of_two<cute::colex_gtr>},
    {"colex_leq", 2, 2, of_two<cute::colex_leq>},
    {"colex_less", 2, 2, of_two<cute::colex_less>},
    {"compact_col_major", 1, 2, of_one_or_two<kCompactColMajor>},
    {"compact_order", 2, 2, of_two<cute::compact_order>},
    {"compact_row_major", 1, 2, of_one_or_two<kCompactRowMajor>},
    {"compatible", 2, 2, of_two<cute::compatible>},
    {"congruent", 2, 2, of_two<core::congruent>},
    {"crd2crd", 3, 3, of<cute::crd2crd, coordinate_argument, tuple_argument, tuple_argument>},
    {"crd2idx_shape", 2, 2, apply_crd2idx_shape},
    {"elem_geq", 2, 2, of_two<cute::elem_geq>},
    {"elem_gtr", 2, 2, of_two<cute::elem_gtr>},
    {"elem_leq", 2, 2, of_two<cute::elem_leq>},
    {"elem_less", 2, 2, of_two<cute::elem_less>},
    {"elem_scale", 2, 2, of_two<cute::elem_scale>},
    {"evenly_divides", 2, 2, of_two<cute::evenly_divides>},
    {"flatten", 1, 1, of_modes<kFlatten>},
    {"flatten_to_tuple", 1, 1, of_tuple<cute::flatten_to_tuple>},
    {"front", 1, 1, of_tuple<cute::front>},
    {"gcd", 1, 64, over_all<kGcd>},
    {"get", 2, core::kMaxLeaves, apply_get},
    {"group", 3, 3, apply_group},
    {"idx2crd_stride", 3, 3,
     of<static_cast<ThreeToTuple>(cute::idx2crd), coordinate_argument, tuple_argument,
        tuple_argument>},
    {"increment", 2, 2, apply_increment},
    {"inner_product", 2, 2, of_two<cute::inner_product>},
    {"insert", 3, 3, apply_insert},
    {"lex_geq", 2, 2, of_two<cute::lex_geq>},
    {"lex_gtr", 2, 2, of_two<cute::lex_gtr>},
    {"lex_leq", 2, 2, of_two<cute::lex_leq>},
    {"lex_less", 2, 2, of_two<cute::lex_less>},
    {"make_basis_like", 1, 1, of_tuple<cute::make_basis_like>},
    {"max", 1, 64, over_all<kMax>},
    {"min", 1, 64, over_all<kMin>},
    {"prefix_product", 1, 2, of_one_or_two<kPrefixProduct>},
    {"prepend", 1, 2, apply_prepend},
    {"prepend_n", 2, 3, apply_prepend_n},
    {"product", 1, 1, of_tuple<cute::product>},
    {"product_each", 1, 1, of_tuple<cute::product_each>},
    {"product_like", 2, 2, of_two<cute::product_like>},
    {"remove", 2, 2, apply_remove},
    {"repeat", 2, 2, apply_repeat},
    {"repeat_like", 2, 2, of_two<cute::repeat_like>},
    {"replace", 3, 3, apply_replace},
    {"reverse", 1, 1, of_modes<kReverse>},
    {"round_up", 2, 2, of_two<static_cast<TuplesToTuple>(cute::round_up)>},
    {"select", 2, core::kMaxLeaves, apply_select},
    {"shape_div", 2, 2, of_two<static_cast<TuplesToTuple>(cute::shape_div)>},
    {"sum", 1, 1, of_tuple<cute::sum>},
    {"take", 3, 3, apply_take},
    {"unflatten", 2, 2, apply_unflatten},
    {"unwrap", 1, 1, of_tuple<cute::unwrap>},
    {"weakly_congruent", 2, 2, of_two<cute::weakly_congruent>},
    {"wrap", 1, 1, of_tuple<cute::as_tuple>},
    {"zip", 1, 1, of_modes<kZip>},
    {"zip2_by", 2, 2, apply_zip2_by},
};

}  // namespace

std::span<const Operation> tuple_operations() { return kTupleOperations; }

}  // namespace tileglot::calculator
