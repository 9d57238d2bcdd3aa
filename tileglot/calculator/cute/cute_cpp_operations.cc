// SPDX-License-Identifier: Apache-2.0
// cute_cpp_operations.cc: the operations whose results differ in C++ CuTe, by name.
#include "tileglot/calculator/cute/operations.h"

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/calculator/cute/composition_error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/as_cpp/coalesce.h"
#include "tileglot/notation/cute/as_cpp/complement.h"
#include "tileglot/notation/cute/as_cpp/composition.h"
#include "tileglot/notation/cute/as_cpp/inverse.h"
#include "tileglot/notation/cute/as_cpp/recast.h"
#include "tileglot/notation/cute/as_cpp/swizzle.h"
#include "tileglot/notation/cute/as_cpp/tiling.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/composed/swizzled_product.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
namespace cute_cpp = cute::cute_cpp;
using core::fail;
using core::IntTuple;
using core::Outcome;
using core::Refusal;
using core::Result;

core::Error no_cpp_answer(std::string_view operation, std::string why) {
  return {{.code = "cute.no_cpp_answer",
           .message = fmt::format("the answer of C++ CuTe to {} is not known: {}", operation, why),
           .help = "without --semantics cute-cpp the exact answer is given"}};
}

template <class T, class Explain>
Result<Value> for_layout(const Outcome<T>& outcome, const cute::Layout<>& layout,
                         const Explain& explain) {
  if (!outcome) return fail(explain(outcome.refusal, layout));
  return Value(*outcome);
}

template <class T>
Result<Value> for_layout(const Outcome<T>& outcome, const cute::Layout<>& layout) {
  return for_layout(outcome, layout, cute::layout_error);
}

/// change(layout) for argument i, or for its inner layout if it is composed.
template <class Change, class Explain>
Result<Value> on_domain(const Arguments& arguments, std::size_t i, const Change& change,
                        const Explain& explain) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, i));
  return on_plain(any, change, explain);
}

template <class Change>
Result<Value> on_domain(const Arguments& arguments, std::size_t i, const Change& change) {
  return on_domain(arguments, i, change, cute::layout_error);
}

using OfLayout = Outcome<cute::Layout<>> (*)(const cute::Layout<>&);
using OfProfile = Outcome<cute::Layout<>> (*)(const cute::Layout<>&, const IntTuple&);
using OfTiler = Outcome<cute::Layout<>> (*)(const cute::Layout<>&, const cute::Tiler&);
using OfOrder = Outcome<cute::Layout<>> (*)(const cute::Layout<>&, const cute::Layout<>&);
using OfTuples = Outcome<IntTuple> (*)(const IntTuple&, const IntTuple&);
using OfTwoLayouts = Outcome<core::Integer> (*)(const cute::CuteLayout&, const cute::CuteLayout&);

template <OfLayout Apply>
Result<Value> by_layout(const Arguments& arguments) {
  return on_domain(arguments, 0, Apply);
}

template <OfProfile Apply>
Result<Value> by_tuple(const Arguments& arguments) {
  TILEGLOT_TRY(tuple, tuple_argument(arguments, 1));
  return on_domain(arguments, 0, [&t = tuple](const cute::Layout<>& l) { return Apply(l, t); });
}

using ErrorOfTiler = core::Error (*)(const Refusal&, const cute::Layout<>&, const cute::Tiler&,
                                     const Algebra&);

template <OfTiler Apply, ErrorOfTiler Explain>
Result<Value> by_tiler(const Arguments& arguments) {
  TILEGLOT_TRY(tiler, tiler_argument(arguments, 1));
  return on_domain(
      arguments, 0, [&t = tiler](const cute::Layout<>& l) { return Apply(l, t); },
      [&t = tiler](const Refusal& refusal, const cute::Layout<>& l) {
        return Explain(refusal, l, t, kCppAlgebra);
      });
}

constexpr auto kComposing = static_cast<ErrorOfTiler>(composition_error);
constexpr auto kDividing = static_cast<ErrorOfTiler>(divide_error);
constexpr auto kMultiplying = static_cast<ErrorOfTiler>(product_error);

/// C++ has no overload with an integer as the order.
template <OfOrder Apply>
Result<Value> by_order(const Arguments& arguments) {
  if (!is_layout(arguments, 1)) {
    return fail({.code = "cute.cpp_overload",
                 .message = "C++ CuTe takes a layout there, not an integer or a tuple",
                 .help = "write the integer n as n:1"});
  }
  TILEGLOT_TRY(order, layout_argument(arguments, 1));
  return on_domain(
      arguments, 0, [&o = order](const cute::Layout<>& l) { return Apply(l, o); },
      [&o = order](const Refusal& refusal, const cute::Layout<>& l) {
        return product_error(refusal, l, o, kCppAlgebra);
      });
}

/// Takes a layout, or a tuple of strides and a shape.
Result<Value> apply_filter_zeros(const Arguments& arguments) {
  if (arguments.count() == 1) {
    return on_domain(arguments, 0, [](const cute::Layout<>& l) {
      return Outcome<cute::Layout<>>(cute_cpp::filter_zeros(l));
    });
  }
  TILEGLOT_TRY(profile, tuple_argument(arguments, 0));
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  IntTuple known = profile;
  for (int slot = 0; slot < known.slots; ++slot) {
    if (!known.at(slot).is_static) known.set(slot, core::Integer(1));
  }
  const auto filtered = cute::filter_zeros(known, shape);
  if (!filtered) return fail(cute::coordinate_error(filtered.refusal, profile, shape));
  return Value(*filtered);
}

Result<Value> apply_nullspace(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  // C++ does not look through a swizzle.
  if (std::holds_alternative<cute::ComposedLayout>(any))
    return Value(cute::Layout<>{core::static_integer(1), core::static_integer(0)});
  return to_value(cute_cpp::nullspace(std::get<cute::Layout<>>(any)));
}

Result<Value> apply_composition(const Arguments& arguments) {
  if (!is_composed(arguments, 1))
    return by_tiler<static_cast<OfTiler>(cute_cpp::composition), kComposing>(arguments);
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  TILEGLOT_TRY(behind, any_layout_argument(arguments, 1));
  const auto* a = std::get_if<cute::Layout<>>(&layout);
  if (a == nullptr) {
    return fail(
        no_cpp_answer("composition", "a composed layout inside a composed layout is not one here"));
  }
  return to_value(cute_cpp::composition(*a, std::get<cute::ComposedLayout>(behind)));
}

/// For a composed layout, the complement is that of the inner layout.
Result<Value> apply_complement(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  const auto* composed = std::get_if<cute::ComposedLayout>(&any);
  TILEGLOT_TRY(layout, composed != nullptr ? cute::to_result(cute::inner_layout(*composed))
                                           : Result<cute::Layout<>>(std::get<cute::Layout<>>(any)));
  if (arguments.count() == 1) return for_layout(cute_cpp::complement(layout), layout);
  TILEGLOT_TRY(target, tuple_argument(arguments, 1));
  return for_layout(cute_cpp::complement(layout, target), layout);
}

Result<Value> apply_ceil_div_layout(const Arguments& arguments) {
  TILEGLOT_TRY(target, tuple_argument(arguments, 0));
  TILEGLOT_TRY(tile, layout_argument(arguments, 1));
  const auto tiles = cute_cpp::complement(tile, target);
  if (!tiles) return fail(cute::layout_error(tiles.refusal, tile));
  return Value(tiles->shape);
}

/// A swizzle is its own inverse, in both semantics.
template <class Invert>
Result<Value> invert_any(const Arguments& arguments, const Invert& invert) {
  if (is_swizzle(arguments, 0)) {
    TILEGLOT_TRY(swizzle, swizzle_argument(arguments, 0));
    return Value(swizzle);
  }
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&any))
    return to_value(invert(*composed));
  const auto& layout = std::get<cute::Layout<>>(any);
  return for_layout(invert(layout), layout);
}

Result<Value> apply_right_inverse(const Arguments& arguments) {
  return invert_any(arguments, [](const auto& l) { return cute_cpp::right_inverse(l); });
}

Result<Value> apply_left_inverse(const Arguments& arguments) {
  return invert_any(arguments, [](const auto& l) { return cute_cpp::left_inverse(l); });
}

/// The result of an operation on a composed layout as a whole, a plain layout or a swizzle.
template <class Apply, class Explain>
Result<Value> on_any(const Arguments& arguments, std::size_t i, const Apply& apply,
                     const Explain& explain) {
  if (is_swizzle(arguments, i)) {
    TILEGLOT_TRY(swizzle, swizzle_argument(arguments, i));
    return to_value(apply(swizzle));
  }
  TILEGLOT_TRY(any, any_layout_argument(arguments, i));
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&any)) {
    const auto answer = apply(*composed);
    if (!answer) return fail(composed_error(answer.refusal, *composed, apply, explain));
    return to_value(answer);
  }
  const auto& layout = std::get<cute::Layout<>>(any);
  return for_layout(apply(layout), layout, explain);
}

template <class Apply>
Result<Value> on_any(const Arguments& arguments, std::size_t i, const Apply& apply) {
  return on_any(arguments, i, apply, cute::layout_error);
}

Result<Value> apply_upcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_any(arguments, 1, [n = n](const auto& l) { return cute_cpp::upcast(n, l); });
}

Result<Value> apply_downcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_any(arguments, 1, [n = n](const auto& l) { return cute_cpp::downcast(n, l); });
}

Result<Value> apply_recast_layout(const Arguments& arguments) {
  TILEGLOT_TRY(from, integer_argument(arguments, 0));
  TILEGLOT_TRY(to, integer_argument(arguments, 1));
  return on_any(
      arguments, 2,
      [from = from, to = to](const auto& l) { return cute_cpp::recast_layout(from, to, l); },
      [from = from, to = to](const Refusal& refusal, const cute::Layout<>& l) {
        return recast_error(refusal, from, to, l, [](std::int64_t n, const cute::Layout<>& x) {
          return cute_cpp::upcast(n, x);
        });
      });
}

Result<Value> apply_max_alignment(const Arguments& arguments) {
  return on_any(arguments, 0, [](const auto& l) { return cute_cpp::max_alignment(l); });
}

Result<Value> apply_tile_to_shape(const Arguments& arguments) {
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  IntTuple order;
  for (int i = 0; i < cute::rank(shape); ++i) order = *cute::append(order, core::static_integer(i));
  if (arguments.count() == 3) {
    TILEGLOT_TRY(given, tuple_argument(arguments, 2));
    order = given;
  }
  return on_domain(
      arguments, 0,
      [&](const cute::Layout<>& l) { return cute_cpp::tile_to_shape(l, shape, order); },
      [&](const Refusal& refusal, const cute::Layout<>& l) {
        return tile_to_shape_error(refusal, l, shape, order, kCppAlgebra);
      });
}

Result<Value> apply_make_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(threads, layout_argument(arguments, 0));
  TILEGLOT_TRY(values, layout_argument(arguments, 1));
  const auto tv = cute_cpp::make_layout_tv(threads, values);
  if (!tv) return fail(layout_tv_error(tv.refusal, threads, values, kCppAlgebra));
  return Value(*tv);
}

Result<Value> apply_layout_swizzle_composition(const Arguments& arguments) {
  TILEGLOT_TRY(layout, plain_layout_argument(arguments, 0));
  TILEGLOT_TRY(s, swizzle_argument(arguments, 1));
  return to_value(cute_cpp::composition(layout, s));
}

/// The product of the plain layouts, with the swizzle found for it applied after it.
Result<Value> apply_logical_product_swizzled(const Arguments& arguments) {
  TILEGLOT_TRY(block, plain_layout_argument(arguments, 0));
  TILEGLOT_TRY(order, any_layout_argument(arguments, 1));
  const auto* composed = std::get_if<cute::ComposedLayout>(&order);
  const auto tile = composed != nullptr ? cute::inner_layout(*composed)
                                        : Outcome<cute::Layout<>>(std::get<cute::Layout<>>(order));
  if (!tile) return fail(cute::to_error(tile.refusal));
  const auto in_cpp = cute_cpp::logical_product(block, *tile);
  if (!in_cpp) return fail(product_error(in_cpp.refusal, block, *tile, kCppAlgebra));
  if (composed == nullptr) return Value(*in_cpp);
  const auto exact = cute::blocks_in_order(block, *tile);
  if (!exact.ok() || !(*exact == *in_cpp)) {
    return fail(no_cpp_answer("logical_product_swizzled", "the product itself is another one"));
  }
  return to_value(cute::logical_product(block, *composed));
}

/// True if C++ too gives this part of a swizzled layout, as a plain or a composed layout.
bool slices_as_in_cpp(const IntTuple& coordinate, const cute::ComposedLayout& composed,
                      const cute::ComposedSlice& part) {
  if (const auto* rest = std::get_if<cute::ComposedLayout>(&part.layout))
    return rest->offset.is_static || cute::all_underscore(coordinate);
  return cute::rank(std::get<cute::Layout<>>(part.layout)) > 0 || !composed.outer.is_swizzle;
}

Result<cute::ComposedSlice> sliced(const Arguments& arguments,
                                   const cute::ComposedLayout& composed) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  TILEGLOT_TRY(part, cute::to_result(cute::slice_and_offset(coordinate, composed)));
  if (!slices_as_in_cpp(coordinate, composed, part)) {
    return fail(no_cpp_answer(
        "a slice of a composed layout",
        "it has no modes left, or remains swizzled, with an offset that is not static"));
  }
  return part;
}

/// Plain layouts and tuples are sliced as in the exact algebra.
template <class Answer>
Result<Value> slice_in_cpp(const Arguments& arguments, std::string_view exact,
                           const Answer& answer) {
  if (is_composed(arguments, 1)) {
    TILEGLOT_TRY(any, any_layout_argument(arguments, 1));
    if (const auto* composed = std::get_if<cute::ComposedLayout>(&any)) {
      TILEGLOT_TRY(part, sliced(arguments, *composed));
      return answer(part);
    }
  }
  return cute_operations().find(exact)->apply(arguments);
}

Result<Value> apply_slice(const Arguments& arguments) {
  return slice_in_cpp(arguments, "slice", [](const cute::ComposedSlice& part) {
    return to_value(Outcome<cute::CuteLayout>(part.layout));
  });
}

Result<Value> apply_slice_and_offset(const Arguments& arguments) {
  return slice_in_cpp(arguments, "slice_and_offset", [](const cute::ComposedSlice& part) {
    return to_value(Outcome<cute::ComposedSlice>(part));
  });
}

/// Tiled instructions use divides and compositions that exist here only in the exact algebra.
Result<Value> refuse_tiled(const Arguments& /*arguments*/) {
  return fail(no_cpp_answer("tiled instructions", "they are tiled by the exact algebra only"));
}

constexpr CppAnswer kCuteCppOperations[] = {
    {"blocked_product", by_order<cute_cpp::blocked_product>},
    {"ceil_div_layout", apply_ceil_div_layout},
    {"coalesce", by_layout<static_cast<OfLayout>(cute_cpp::coalesce)>},
    {"coalesce_by_mode", by_tuple<static_cast<OfProfile>(cute_cpp::coalesce)>},
    {"complement", apply_complement},
    {"composition", apply_composition},
    {"downcast", apply_downcast},
    {"filter", by_layout<static_cast<OfLayout>(cute_cpp::filter)>},
    {"filter_by_mode", by_tuple<static_cast<OfProfile>(cute_cpp::filter)>},
    {"filter_zeros", apply_filter_zeros},
    {"flat_divide", by_tiler<cute_cpp::divide_apart<cute_cpp::Splat::kBoth>, kDividing>},
    {"flat_product", by_tiler<cute_cpp::multiply_apart<cute_cpp::Splat::kBoth>, kMultiplying>},
    {"layout_A_TV", refuse_tiled},
    {"layout_B_TV", refuse_tiled},
    {"layout_C_TV", refuse_tiled},
    {"layout_D_TV", refuse_tiled},
    {"layout_S_TV", refuse_tiled},
    {"layout_swizzle_composition", apply_layout_swizzle_composition},
    {"left_inverse", apply_left_inverse},
    {"logical_divide", by_tiler<static_cast<OfTiler>(cute_cpp::logical_divide), kDividing>},
    {"logical_product", by_tiler<static_cast<OfTiler>(cute_cpp::logical_product), kMultiplying>},
    {"logical_product_swizzled", apply_logical_product_swizzled},
    {"make_layout_tv", apply_make_layout_tv},
    {"make_tiled_copy", refuse_tiled},
    {"make_tiled_copy_A", refuse_tiled},
    {"make_tiled_copy_B", refuse_tiled},
    {"make_tiled_copy_C", refuse_tiled},
    {"make_tiled_mma", refuse_tiled},
    {"max_alignment", apply_max_alignment},
    {"max_common_layout", of<cute_cpp::max_common_layout, layout_argument, layout_argument>},
    {"max_common_vector", of<static_cast<OfTwoLayouts>(cute_cpp::max_common_vector),
                             any_layout_argument, any_layout_argument>},
    {"nullspace", apply_nullspace},
    {"partition_A", refuse_tiled},
    {"partition_B", refuse_tiled},
    {"partition_C", refuse_tiled},
    {"partition_D", refuse_tiled},
    {"partition_S", refuse_tiled},
    {"partition_fragment_A", refuse_tiled},
    {"partition_fragment_B", refuse_tiled},
    {"partition_fragment_C", refuse_tiled},
    {"raked_product", by_order<cute_cpp::raked_product>},
    {"recast_layout", apply_recast_layout},
    {"retile_A", refuse_tiled},
    {"retile_B", refuse_tiled},
    {"retile_C", refuse_tiled},
    {"right_inverse", apply_right_inverse},
    {"shape_div", of<static_cast<OfTuples>(cute_cpp::shape_div), tuple_argument, tuple_argument>},
    {"slice", apply_slice},
    {"slice_and_offset", apply_slice_and_offset},
    {"thrfrg_A", refuse_tiled},
    {"thrfrg_B", refuse_tiled},
    {"thrfrg_C", refuse_tiled},
    {"tidfrg_D", refuse_tiled},
    {"tidfrg_S", refuse_tiled},
    {"tile_to_shape", apply_tile_to_shape},
    {"tiled_divide", by_tiler<cute_cpp::divide_apart<cute_cpp::Splat::kRests>, kDividing>},
    {"tiled_product", by_tiler<cute_cpp::multiply_apart<cute_cpp::Splat::kRests>, kMultiplying>},
    {"upcast", apply_upcast},
    {"with_shape", by_tuple<cute_cpp::with_shape>},
    {"zipped_divide", by_tiler<cute_cpp::divide_apart<cute_cpp::Splat::kNone>, kDividing>},
    {"zipped_product", by_tiler<cute_cpp::multiply_apart<cute_cpp::Splat::kNone>, kMultiplying>},
};

}  // namespace

std::span<const CppAnswer> cute_cpp_operations() { return kCuteCppOperations; }

}  // namespace tileglot::calculator
