// SPDX-License-Identifier: Apache-2.0
// cute_cpp_operations.cc: the operations whose results differ in C++ CuTe, by name.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/as_cpp/coalesce.h"
#include "tileglot/notation/cute/as_cpp/complement.h"
#include "tileglot/notation/cute/as_cpp/composition.h"
#include "tileglot/notation/cute/as_cpp/inverse.h"
#include "tileglot/notation/cute/as_cpp/recast.h"
#include "tileglot/notation/cute/as_cpp/swizzle.h"
#include "tileglot/notation/cute/as_cpp/tiling.h"
#include "tileglot/calculator/cute/composition_error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/composed/swizzled_product.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

core::Error no_cpp_answer(std::string_view operation, std::string why) {
  return {{.code = "cute.no_cpp_answer",
           .message = fmt::format("the answer of C++ CuTe to {} is not known: {}", operation, why),
           .help = "without --semantics cute-cpp the exact answer is given"}};
}

template <class T, class Explain>
Result<Value> for_layout(const Outcome<T>& outcome, const Layout<>& layout,
                         const Explain& explain) {
  if (!outcome) return fail(explain(outcome.refusal, layout));
  return Value(*outcome);
}

template <class T>
Result<Value> for_layout(const Outcome<T>& outcome, const Layout<>& layout) {
  return for_layout(outcome, layout, layout_error);
}

/// change(layout) for argument i, or for its inner layout if it is composed.
template <class Change, class Explain>
Result<Value> on_domain(const Arguments& arguments, std::size_t i, const Change& change,
                        const Explain& explain) {
  TILEGLOT_TRY(any, arguments.any_layout(i));
  return on_plain(any, change, explain);
}

template <class Change>
Result<Value> on_domain(const Arguments& arguments, std::size_t i, const Change& change) {
  return on_domain(arguments, i, change, layout_error);
}

using OfLayout = Outcome<Layout<>> (*)(const Layout<>&);
using OfProfile = Outcome<Layout<>> (*)(const Layout<>&, const IntTuple&);
using OfTiler = Outcome<Layout<>> (*)(const Layout<>&, const Tiler&);
using OfOrder = Outcome<Layout<>> (*)(const Layout<>&, const Layout<>&);

template <OfLayout Apply>
Result<Value> by_layout(const Arguments& arguments) {
  return on_domain(arguments, 0, Apply);
}

template <OfProfile Apply>
Result<Value> by_tuple(const Arguments& arguments) {
  TILEGLOT_TRY(tuple, arguments.tuple(1));
  return on_domain(arguments, 0, [&t = tuple](const Layout<>& l) { return Apply(l, t); });
}

using ErrorOfTiler = core::Error (*)(const Refusal&, const Layout<>&, const Tiler&, const Algebra&);

template <OfTiler Apply, ErrorOfTiler Explain>
Result<Value> by_tiler(const Arguments& arguments) {
  TILEGLOT_TRY(tiler, arguments.tiler(1));
  return on_domain(
      arguments, 0, [&t = tiler](const Layout<>& l) { return Apply(l, t); },
      [&t = tiler](const Refusal& refusal, const Layout<>& l) {
        return Explain(refusal, l, t, kCppAlgebra);
      });
}

constexpr auto kComposing = static_cast<ErrorOfTiler>(composition_error);
constexpr auto kDividing = static_cast<ErrorOfTiler>(divide_error);
constexpr auto kMultiplying = static_cast<ErrorOfTiler>(product_error);

/// C++ has no overload with an integer as the order.
template <OfOrder Apply>
Result<Value> by_order(const Arguments& arguments) {
  if (!arguments.is_layout(1)) {
    return fail({.code = "cute.cpp_overload",
                 .message = "C++ CuTe takes a layout there, and no integer or tuple",
                 .help = "write the integer n as n:1"});
  }
  TILEGLOT_TRY(order, arguments.layout(1));
  return on_domain(
      arguments, 0, [&o = order](const Layout<>& l) { return Apply(l, o); },
      [&o = order](const Refusal& refusal, const Layout<>& l) {
        return product_error(refusal, l, o, kCppAlgebra);
      });
}

/// Takes a layout, or a tuple of strides and a shape.
Result<Value> apply_filter_zeros(const Arguments& arguments) {
  if (arguments.count() == 1) {
    return on_domain(arguments, 0, [](const Layout<>& l) {
      return Outcome<Layout<>>(cute_cpp::filter_zeros(l));
    });
  }
  TILEGLOT_TRY(profile, arguments.tuple(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  IntTuple known = profile;
  for (int slot = 0; slot < known.slots; ++slot) {
    if (!known.at(slot).is_static) known.set(slot, Integer(1));
  }
  const auto filtered = filter_zeros(known, shape);
  if (!filtered) return fail(coordinate_error(filtered.refusal, profile, shape));
  return Value(*filtered);
}

Result<Value> apply_nullspace(const Arguments& arguments) {
  TILEGLOT_TRY(any, arguments.any_layout(0));
  // C++ does not look through a swizzle.
  if (std::holds_alternative<ComposedLayout>(any))
    return Value(Layout<>{core::static_integer(1), core::static_integer(0)});
  return to_value(cute_cpp::nullspace(std::get<Layout<>>(any)));
}

Result<Value> apply_composition(const Arguments& arguments) {
  const bool is_behind =
      arguments.is_layout(1) && arguments.text(1).find(" o ") != std::string::npos;
  if (!is_behind)
    return by_tiler<static_cast<OfTiler>(cute_cpp::composition), kComposing>(arguments);
  TILEGLOT_TRY(layout, arguments.any_layout(0));
  TILEGLOT_TRY(behind, arguments.any_layout(1));
  const auto* a = std::get_if<Layout<>>(&layout);
  if (a == nullptr) {
    return fail(
        no_cpp_answer("composition", "a composed layout inside a composed layout is not one here"));
  }
  return to_value(cute_cpp::composition(*a, std::get<ComposedLayout>(behind)));
}

/// For a composed layout, the complement is that of the inner layout.
Result<Value> apply_complement(const Arguments& arguments) {
  TILEGLOT_TRY(any, arguments.any_layout(0));
  const auto* composed = std::get_if<ComposedLayout>(&any);
  TILEGLOT_TRY(layout, composed != nullptr ? to_result(inner_layout(*composed))
                                           : Result<Layout<>>(std::get<Layout<>>(any)));
  if (arguments.count() == 1) return for_layout(cute_cpp::complement(layout), layout);
  TILEGLOT_TRY(target, arguments.tuple(1));
  return for_layout(cute_cpp::complement(layout, target), layout);
}

Result<Value> apply_ceil_div_layout(const Arguments& arguments) {
  TILEGLOT_TRY(target, arguments.tuple(0));
  TILEGLOT_TRY(tile, arguments.layout(1));
  const auto tiles = cute_cpp::complement(tile, target);
  if (!tiles) return fail(layout_error(tiles.refusal, tile));
  return Value(tiles->shape);
}

Result<Value> apply_shape_div(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(0));
  TILEGLOT_TRY(divisor, arguments.tuple(1));
  return to_value(cute_cpp::shape_div(shape, divisor));
}

/// A swizzle is its own inverse, in both semantics.
template <class Invert>
Result<Value> invert_any(const Arguments& arguments, const Invert& invert) {
  if (arguments.text(0).starts_with("Sw") && arguments.text(0).find(" o ") == std::string::npos) {
    TILEGLOT_TRY(swizzle, arguments.swizzle(0));
    return Value(swizzle);
  }
  TILEGLOT_TRY(any, arguments.any_layout(0));
  if (const auto* composed = std::get_if<ComposedLayout>(&any)) return to_value(invert(*composed));
  const auto& layout = std::get<Layout<>>(any);
  return for_layout(invert(layout), layout);
}

Result<Value> apply_right_inverse(const Arguments& arguments) {
  return invert_any(arguments, [](const auto& l) { return cute_cpp::right_inverse(l); });
}

Result<Value> apply_left_inverse(const Arguments& arguments) {
  return invert_any(arguments, [](const auto& l) { return cute_cpp::left_inverse(l); });
}

Result<Value> apply_max_common_layout(const Arguments& arguments) {
  TILEGLOT_TRY(a, arguments.layout(0));
  TILEGLOT_TRY(b, arguments.layout(1));
  return to_value(cute_cpp::max_common_layout(a, b));
}

Result<Value> apply_max_common_vector(const Arguments& arguments) {
  TILEGLOT_TRY(a, arguments.any_layout(0));
  TILEGLOT_TRY(b, arguments.any_layout(1));
  return to_value(cute_cpp::max_common_vector(a, b));
}

/// The result of an operation on a composed layout as a whole, a plain layout or a swizzle.
template <class Apply, class Explain>
Result<Value> on_any(const Arguments& arguments, std::size_t i, const Apply& apply,
                     const Explain& explain) {
  if (arguments.text(i).starts_with("Sw") && arguments.text(i).find(" o ") == std::string::npos) {
    TILEGLOT_TRY(swizzle, arguments.swizzle(i));
    return to_value(apply(swizzle));
  }
  TILEGLOT_TRY(any, arguments.any_layout(i));
  if (const auto* composed = std::get_if<ComposedLayout>(&any)) {
    const auto answer = apply(*composed);
    if (!answer) return fail(composed_error(answer.refusal, *composed, apply, explain));
    return to_value(answer);
  }
  const auto& layout = std::get<Layout<>>(any);
  return for_layout(apply(layout), layout, explain);
}

template <class Apply>
Result<Value> on_any(const Arguments& arguments, std::size_t i, const Apply& apply) {
  return on_any(arguments, i, apply, layout_error);
}

Result<Value> apply_upcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_any(arguments, 1, [n = n](const auto& l) { return cute_cpp::upcast(n, l); });
}

Result<Value> apply_downcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_any(arguments, 1, [n = n](const auto& l) { return cute_cpp::downcast(n, l); });
}

Result<Value> apply_recast_layout(const Arguments& arguments) {
  TILEGLOT_TRY(from, arguments.number(0));
  TILEGLOT_TRY(to, arguments.number(1));
  return on_any(
      arguments, 2,
      [from = from, to = to](const auto& l) { return cute_cpp::recast_layout(from, to, l); },
      [from = from, to = to](const Refusal& refusal, const Layout<>& l) {
        return recast_error(refusal, from, to, l, [](std::int64_t n, const Layout<>& x) {
          return cute_cpp::upcast(n, x);
        });
      });
}

Result<Value> apply_max_alignment(const Arguments& arguments) {
  return on_any(arguments, 0, [](const auto& l) { return cute_cpp::max_alignment(l); });
}

Result<Value> apply_tile_to_shape(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(1));
  IntTuple order;
  for (int i = 0; i < rank(shape); ++i) order = *append(order, core::static_integer(i));
  if (arguments.count() == 3) {
    TILEGLOT_TRY(given, arguments.tuple(2));
    order = given;
  }
  return on_domain(
      arguments, 0, [&](const Layout<>& l) { return cute_cpp::tile_to_shape(l, shape, order); },
      [&](const Refusal& refusal, const Layout<>& l) {
        return tile_to_shape_error(refusal, l, shape, order, kCppAlgebra);
      });
}

Result<Value> apply_make_layout_tv(const Arguments& arguments) {
  TILEGLOT_TRY(threads, arguments.layout(0));
  TILEGLOT_TRY(values, arguments.layout(1));
  const auto tv = cute_cpp::make_layout_tv(threads, values);
  if (!tv) return fail(layout_tv_error(tv.refusal, threads, values, kCppAlgebra));
  return Value(*tv);
}

Result<Value> apply_layout_swizzle_composition(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.plain_layout(0));
  TILEGLOT_TRY(s, arguments.swizzle(1));
  return to_value(cute_cpp::composition(layout, s));
}

/// The product of the plain layouts, with the swizzle found for it applied after it.
Result<Value> apply_logical_product_swizzled(const Arguments& arguments) {
  TILEGLOT_TRY(block, arguments.plain_layout(0));
  TILEGLOT_TRY(order, arguments.any_layout(1));
  const auto* composed = std::get_if<ComposedLayout>(&order);
  const auto tile =
      composed != nullptr ? inner_layout(*composed) : Outcome<Layout<>>(std::get<Layout<>>(order));
  if (!tile) return fail(to_error(tile.refusal));
  const auto in_cpp = cute_cpp::logical_product(block, *tile);
  if (!in_cpp) return fail(product_error(in_cpp.refusal, block, *tile, kCppAlgebra));
  if (composed == nullptr) return Value(*in_cpp);
  const auto exact = blocks_in_order(block, *tile);
  if (!exact.ok() || !(*exact == *in_cpp)) {
    return fail(no_cpp_answer("logical_product_swizzled", "the product itself is another one"));
  }
  return to_value(logical_product(block, *composed));
}

/// True if C++ too gives this part of a swizzled layout, as a plain or a composed layout.
bool slices_as_in_cpp(const IntTuple& coordinate, const ComposedLayout& composed,
                      const ComposedSlice& part) {
  if (const auto* rest = std::get_if<ComposedLayout>(&part.layout))
    return rest->offset.is_static || all_underscore(coordinate);
  return rank(std::get<Layout<>>(part.layout)) > 0 || !composed.outer.is_swizzle;
}

Result<ComposedSlice> sliced(const Arguments& arguments, const ComposedLayout& composed) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(part, to_result(slice_and_offset(coordinate, composed)));
  if (!slices_as_in_cpp(coordinate, composed, part)) {
    return fail(no_cpp_answer(
        "a slice of a composed layout",
        "it has no modes left, or remains swizzled, with an offset that is not static"));
  }
  return part;
}

/// Plain layouts and tuples are sliced as in the exact algebra.
const Operation& exact_slice(std::string_view name) {
  const auto all = layout_operations();
  return *std::find_if(all.begin(), all.end(),
                       [name](const Operation& row) { return row.name == name; });
}

bool is_composed(const Arguments& arguments, std::size_t i) {
  return arguments.is_layout(i) && arguments.text(i).find(" o ") != std::string::npos;
}

Result<Value> apply_slice(const Arguments& arguments) {
  if (!is_composed(arguments, 1)) return exact_slice("slice").call(arguments);
  TILEGLOT_TRY(any, arguments.any_layout(1));
  const auto* composed = std::get_if<ComposedLayout>(&any);
  if (composed == nullptr) return exact_slice("slice").call(arguments);
  TILEGLOT_TRY(part, sliced(arguments, *composed));
  return to_value(Outcome<CuteLayout>(part.layout));
}

Result<Value> apply_slice_and_offset(const Arguments& arguments) {
  if (!is_composed(arguments, 1)) return exact_slice("slice_and_offset").call(arguments);
  TILEGLOT_TRY(any, arguments.any_layout(1));
  const auto* composed = std::get_if<ComposedLayout>(&any);
  if (composed == nullptr) return exact_slice("slice_and_offset").call(arguments);
  TILEGLOT_TRY(part, sliced(arguments, *composed));
  return to_value(Outcome<ComposedSlice>(part));
}

/// Tiled instructions use divides and compositions that exist here only in the exact algebra.
Result<Value> refuse_tiled(const Arguments& /*arguments*/) {
  return fail(no_cpp_answer("tiled instructions", "they are tiled by the exact algebra only"));
}

constexpr Operation kCuteCppOperations[] = {
    {"blocked_product", 2, 2, by_order<cute_cpp::blocked_product>},
    {"ceil_div_layout", 2, 2, apply_ceil_div_layout},
    {"coalesce", 1, 1, by_layout<static_cast<OfLayout>(cute_cpp::coalesce)>},
    {"coalesce_by_mode", 2, 2, by_tuple<static_cast<OfProfile>(cute_cpp::coalesce)>},
    {"complement", 1, 2, apply_complement},
    {"composition", 2, 2, apply_composition},
    {"downcast", 2, 2, apply_downcast},
    {"filter", 1, 1, by_layout<static_cast<OfLayout>(cute_cpp::filter)>},
    {"filter_by_mode", 2, 2, by_tuple<static_cast<OfProfile>(cute_cpp::filter)>},
    {"filter_zeros", 1, 2, apply_filter_zeros},
    {"flat_divide", 2, 2, by_tiler<cute_cpp::divide_apart<cute_cpp::Splat::kBoth>, kDividing>},
    {"flat_product", 2, 2,
     by_tiler<cute_cpp::multiply_apart<cute_cpp::Splat::kBoth>, kMultiplying>},
    {"layout_A_TV", 0, 6, refuse_tiled},
    {"layout_B_TV", 0, 6, refuse_tiled},
    {"layout_C_TV", 0, 6, refuse_tiled},
    {"layout_D_TV", 0, 6, refuse_tiled},
    {"layout_S_TV", 0, 6, refuse_tiled},
    {"layout_swizzle_composition", 2, 2, apply_layout_swizzle_composition},
    {"left_inverse", 1, 1, apply_left_inverse},
    {"logical_divide", 2, 2, by_tiler<static_cast<OfTiler>(cute_cpp::logical_divide), kDividing>},
    {"logical_product", 2, 2,
     by_tiler<static_cast<OfTiler>(cute_cpp::logical_product), kMultiplying>},
    {"logical_product_swizzled", 2, 2, apply_logical_product_swizzled},
    {"make_layout_tv", 2, 2, apply_make_layout_tv},
    {"make_tiled_copy", 0, 6, refuse_tiled},
    {"make_tiled_mma", 0, 6, refuse_tiled},
    {"max_alignment", 1, 1, apply_max_alignment},
    {"max_common_layout", 2, 2, apply_max_common_layout},
    {"max_common_vector", 2, 2, apply_max_common_vector},
    {"nullspace", 1, 1, apply_nullspace},
    {"partition_A", 0, 6, refuse_tiled},
    {"partition_B", 0, 6, refuse_tiled},
    {"partition_C", 0, 6, refuse_tiled},
    {"partition_D", 0, 6, refuse_tiled},
    {"partition_S", 0, 6, refuse_tiled},
    {"raked_product", 2, 2, by_order<cute_cpp::raked_product>},
    {"recast_layout", 3, 3, apply_recast_layout},
    {"right_inverse", 1, 1, apply_right_inverse},
    {"shape_div", 2, 2, apply_shape_div},
    {"slice", 2, 2, apply_slice},
    {"slice_and_offset", 2, 2, apply_slice_and_offset},
    {"thrfrg_A", 0, 6, refuse_tiled},
    {"thrfrg_B", 0, 6, refuse_tiled},
    {"thrfrg_C", 0, 6, refuse_tiled},
    {"tidfrg_D", 0, 6, refuse_tiled},
    {"tidfrg_S", 0, 6, refuse_tiled},
    {"tile_to_shape", 2, 3, apply_tile_to_shape},
    {"tiled_divide", 2, 2, by_tiler<cute_cpp::divide_apart<cute_cpp::Splat::kRests>, kDividing>},
    {"tiled_product", 2, 2,
     by_tiler<cute_cpp::multiply_apart<cute_cpp::Splat::kRests>, kMultiplying>},
    {"upcast", 2, 2, apply_upcast},
    {"with_shape", 2, 2, by_tuple<cute_cpp::with_shape>},
    {"zipped_divide", 2, 2, by_tiler<cute_cpp::divide_apart<cute_cpp::Splat::kNone>, kDividing>},
    {"zipped_product", 2, 2,
     by_tiler<cute_cpp::multiply_apart<cute_cpp::Splat::kNone>, kMultiplying>},
};

}  // namespace

std::span<const Operation> cute_cpp_operations() { return kCuteCppOperations; }

}  // namespace tileglot::notation::cute
