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
    {"append", "tuple or layout, [mode]",
     "the tuple or layout with one more mode at the end; a layout gets 1:0 if no mode is given",
     "append((2,3):(1,2),4:6)", apply_append},
    {"append_n", "n, tuple or layout, [mode]",
     "the tuple or layout with modes added at the end until there are n", "append_n(4,(2,3),1)",
     apply_append_n},
    {"back", "tuple", "the last leaf", "back((2,(3,4)))", of_tuple<cute::back>},
    {"basis_add", "a, b", "the sum of two bases or tuples, place by place", "basis_add(1@0,1@1)",
     of_two<cute::basis_add>},
    {"basis_mul", "factor, basis", "a basis taken so many times", "basis_mul(3,1@0@1)",
     of_two<basis_product>},
    {"ceil_div", "a, b",
     "the number of tiles of shape b that cover a; one divisor is used up along the modes",
     "ceil_div((10,7),4)", of_two<static_cast<TuplesToTuple>(cute::ceil_div)>},
    {"ceil_div_layout", "extent, tile",
     "the number of tiles that cover an extent, along each gap of the tile",
     "ceil_div_layout(100,4:3)", apply_ceil_div_layout},
    {"coalesce_shape", "shape",
     "the shape with neighbours multiplied, static and dynamic ones apart",
     "coalesce_shape((_2,2,3,_4))", of_tuple<cute::coalesce_shape>},
    {"colex_geq", "a, b",
     "whether a is not less than b in colexicographic order: the last mode that differs decides",
     "colex_geq((0,2),(9,1))", of_two<cute::colex_geq>},
    {"colex_gtr", "a, b",
     "whether a is greater than b in colexicographic order: the last mode that differs decides",
     "colex_gtr((9,1),(0,2))", of_two<cute::colex_gtr>},
    {"colex_leq", "a, b",
     "whether a is not greater than b in colexicographic order: the last mode that differs decides",
     "colex_leq((9,1),(0,2))", of_two<cute::colex_leq>},
    {"colex_less", "a, b",
     "whether a is less than b in colexicographic order: the last mode that differs decides",
     "colex_less((9,1),(0,2))", of_two<cute::colex_less>},
    {"compact_col_major", "shape, [first]",
     "the compact strides of a shape with the first leaf fastest", "compact_col_major((3,(4,5)),2)",
     of_one_or_two<kCompactColMajor>},
    {"compact_order", "shape, order",
     "the compact strides of a shape whose mode with the smallest number is fastest",
     "compact_order((2,3,4),(_2,_0,_1))", of_two<cute::compact_order>},
    {"compact_row_major", "shape, [first]",
     "the compact strides of a shape with the last leaf fastest", "compact_row_major((3,(4,5)))",
     of_one_or_two<kCompactRowMajor>},
    {"compatible", "a, b", "whether shape b refines shape a: the same sizes, divided further",
     "compatible((4,6),(4,(2,3)))", of_two<cute::compatible>},
    {"congruent", "a, b", "whether two tuples have the same structure",
     "congruent((4,6),(1,(2,3)))", of_two<core::congruent>},
    {"crd2crd", "coordinate, source shape, target shape",
     "the coordinate of the same index in another shape", "crd2crd((1,5),(3,6),(3,(2,3)))",
     of<cute::crd2crd, coordinate_argument, tuple_argument, tuple_argument>},
    {"crd2idx_shape", "coordinate, shape",
     "the index of a coordinate in a shape, the first mode fastest", "crd2idx_shape((1,5),(3,6))",
     apply_crd2idx_shape},
    {"elem_geq", "a, b", "whether a is not elem_less than b", "elem_geq((1,3),(2,3))",
     of_two<cute::elem_geq>},
    {"elem_gtr", "a, b", "whether b is elem_less than a", "elem_gtr((2,4),(1,3))",
     of_two<cute::elem_gtr>},
    {"elem_leq", "a, b", "whether b is not elem_less than a", "elem_leq((5,0),(2,3))",
     of_two<cute::elem_leq>},
    {"elem_less", "a, b", "whether a is less than b in every mode", "elem_less((1,3),(2,3))",
     of_two<cute::elem_less>},
    {"elem_scale", "a, b", "each leaf of a times the product of the mode of b at its place",
     "elem_scale((2,3),((4,5),6))", of_two<cute::elem_scale>},
    {"evenly_divides", "a, b", "whether whole tiles of shape b fill shape a",
     "evenly_divides(((2,2),6),(4,6))", of_two<cute::evenly_divides>},
    {"flatten", "tuple or layout", "all leaves side by side, without nesting",
     "flatten((2,((3),4)):(1,((2),6)))", of_modes<kFlatten>},
    {"flatten_to_tuple", "tuple", "all leaves as one tuple, also of a single integer",
     "flatten_to_tuple(5)", of_tuple<cute::flatten_to_tuple>},
    {"front", "tuple", "the first leaf", "front(((2,3),4))", of_tuple<cute::front>},
    {"gcd", "tuple..", "the greatest common divisor of all leaves", "gcd((12,(18,30)))",
     over_all<kGcd>},
    {"get", "mode.., tuple or layout", "one mode, by its path: of mode 1 the mode 0",
     "get<1,0>((2,(3,4)))", apply_get},
    {"group", "begin, end, tuple or layout",
     "the tuple or layout with the modes [begin, end) as one mode", "group(1,3,(2,3,4))",
     apply_group},
    {"idx2crd_stride", "index, shape, stride",
     "the coordinate at an offset of a compact shape and stride", "idx2crd_stride(5,(3,4),(4,1))",
     of<static_cast<ThreeToTuple>(cute::idx2crd), coordinate_argument, tuple_argument,
        tuple_argument>},
    {"increment", "coordinate, shape", "the next coordinate, the first mode fastest",
     "increment((1,(1,1)),(2,(2,3)))", apply_increment},
    {"inner_product", "a, b", "the sum of the products of the leaves",
     "inner_product((2,(3,4)),(5,(6,7)))", of_two<cute::inner_product>},
    {"insert", "n, tuple or layout, mode", "the tuple or layout with one more mode, before mode n",
     "insert(1,(2,3),9)", apply_insert},
    {"lex_geq", "a, b",
     "whether a is not less than b in lexicographic order: the first mode that differs decides",
     "lex_geq((1,9),(2,0))", of_two<cute::lex_geq>},
    {"lex_gtr", "a, b",
     "whether a is greater than b in lexicographic order: the first mode that differs decides",
     "lex_gtr((2,0),(1,9))", of_two<cute::lex_gtr>},
    {"lex_leq", "a, b",
     "whether a is not greater than b in lexicographic order: the first mode that differs decides",
     "lex_leq((5,0),(2,3))", of_two<cute::lex_leq>},
    {"lex_less", "a, b",
     "whether a is less than b in lexicographic order: the first mode that differs decides",
     "lex_less((1,9),(2,0))", of_two<cute::lex_less>},
    {"make_basis_like", "shape", "the tuple of that structure with each leaf's own basis",
     "make_basis_like((4,(2,3)))", of_tuple<cute::make_basis_like>},
    {"max", "tuple..", "the largest leaf", "max((2,(7,4)),5)", over_all<kMax>},
    {"min", "tuple..", "the smallest leaf", "min((2,(7,4)),5)", over_all<kMin>},
    {"prefix_product", "shape, [first]",
     "the products of the leaves before each leaf, as pycute computes them",
     "prefix_product((2,(3,4)))", of_one_or_two<kPrefixProduct>},
    {"prepend", "tuple or layout, [mode]",
     "the tuple or layout with one more mode at the front; a layout gets 1:0 if no mode is given",
     "prepend((2,3),(7,9))", apply_prepend},
    {"prepend_n", "n, tuple or layout, [mode]",
     "the tuple or layout with modes added at the front until there are n", "prepend_n(4,(2,3),1)",
     apply_prepend_n},
    {"product", "tuple", "the product of all leaves", "product((2,(3,4)))",
     of_tuple<cute::product>},
    {"product_each", "tuple", "the product of each mode", "product_each((2,(3,4)))",
     of_tuple<cute::product_each>},
    {"product_like", "tuple, guide", "the product of what stands under each leaf of a guide",
     "product_like(((2,3),(4,5)),(0,(0,0)))", of_two<cute::product_like>},
    {"remove", "n, tuple or layout", "the tuple or layout without mode n", "remove(1,(2,(3,4),5))",
     apply_remove},
    {"repeat", "n, mode", "the tuple of n equal modes; for n = 1 the mode itself",
     "repeat(3,(7,9))", apply_repeat},
    {"repeat_like", "tuple, value", "the tuple of that structure with one value in every leaf",
     "repeat_like((2,(3,4)),7)", of_two<cute::repeat_like>},
    {"replace", "n, tuple or layout, mode", "the tuple or layout with another mode n",
     "replace(1,(2,(3,4)),9)", apply_replace},
    {"reverse", "tuple or layout", "the modes in the opposite order, at every level",
     "reverse((2,(3,4)))", of_modes<kReverse>},
    {"round_up", "a, b", "the smallest multiples of b that are not less than a",
     "round_up((6,4),(4,3))", of_two<static_cast<TuplesToTuple>(cute::round_up)>},
    {"select", "mode.., tuple or layout",
     "the modes named, in the order given; the numbers may also be one tuple",
     "select((2,0),(2,(3,4),5))", apply_select},
    {"shape_div", "a, b", "the shape a divided by b, where one of each pair divides the other",
     "shape_div((4,5,6),40)", of_two<static_cast<TuplesToTuple>(cute::shape_div)>},
    {"sum", "tuple", "the sum of all leaves", "sum((2,(3,4)))", of_tuple<cute::sum>},
    {"take", "begin, end, tuple or layout", "the modes [begin, end); -1 is the end",
     "take(1,-1,(2,(3,4),5))", apply_take},
    {"unflatten", "tuple or layout, profile", "the leaves nested as the profile is",
     "unflatten((2,3,4),((0,0),0))", apply_unflatten},
    {"unwrap", "tuple", "the tuple without the layers that have only one mode", "unwrap(((3)))",
     of_tuple<cute::unwrap>},
    {"weakly_congruent", "a, b",
     "whether a has the structure of b or a coarser one: whether a can be a coordinate of b",
     "weakly_congruent((4,6),((2,2),6))", of_two<cute::weakly_congruent>},
    {"wrap", "tuple", "the tuple itself; an integer as a tuple of one", "wrap(5)",
     of_tuple<cute::as_tuple>},
    {"zip", "tuple of tuples", "the tuple with rows and columns exchanged", "zip(((2,7),(3,8)))",
     of_modes<kZip>},
    {"zip2_by", "tuple, guide",
     "the pairs at the leaves of a guide split into a tuple of firsts and one of seconds",
     "zip2_by(((2,7),((3,8),(4,9)),5),(0,(0,0)))", apply_zip2_by},
};

}  // namespace

std::span<const Operation> tuple_operations() { return kTupleOperations; }

}  // namespace tileglot::calculator
