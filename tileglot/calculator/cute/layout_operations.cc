// SPDX-License-Identifier: Apache-2.0
// layout_operations.cc: the operations that make layouts from layouts.
#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/filter.h"
#include "tileglot/notation/cute/algebra/fragment.h"
#include "tileglot/notation/cute/algebra/identity_layout.h"
#include "tileglot/notation/cute/algebra/ordered_layout.h"
#include "tileglot/notation/cute/algebra/slice.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/notation/cute/composed/inverse.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/recast.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"
#include "tileglot/notation/cute/inverse/domain_distribute.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/max_common.h"
#include "tileglot/notation/cute/inverse/nullspace.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/codomain.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;

Result<Value> value_of(const Outcome<Slice>& outcome) {
  return Value(LayoutAtOffset{outcome->layout, outcome->offset});
}
template <class T>
Result<Value> value_of(const Outcome<T>& outcome) {
  return Value(*outcome);
}

template <class T, class Explain>
Result<Value> for_layout(const Outcome<T>& outcome, const Layout<>& layout,
                         const Explain& explain) {
  if (!outcome) return fail(explain(outcome.refusal, layout));
  return value_of(outcome);
}

template <class T, class Explain>
Result<Value> for_layout(const T& value, const Layout<>&, const Explain&) {
  return Value(value);
}

template <class T>
Result<Value> for_composed(const Outcome<T>& outcome) {
  return to_value(outcome);
}

template <class T>
Result<Value> for_composed(const T& value) {
  return Value(value);
}

/// True if argument i is a swizzle alone.
bool is_swizzle(const Arguments& arguments, std::size_t i) {
  return arguments.text(i).starts_with("Sw") && arguments.text(i).find(" o ") == std::string::npos;
}

/// The result of an operation on a composed layout as a whole.
template <class Apply, class Explain>
Result<Value> on_composed(const ComposedLayout& composed, const Apply& apply,
                          const Explain& explain) {
  const auto answer = apply(composed);
  if constexpr (requires { answer.refusal; }) {
    if (!answer) return fail(composed_error(answer.refusal, composed, apply, explain));
  }
  return for_composed(answer);
}

/// The result of an operation on argument i: a layout, or a composed layout or a swizzle if the
/// operation supports them; explain(refusal, layout) makes the error of a refusal.
template <class Apply, class Explain>
Result<Value> on_layout(const Arguments& arguments, std::size_t i, const Apply& apply,
                        const Explain& explain) {
  if constexpr (std::invocable<Apply, Swizzle>) {
    if (is_swizzle(arguments, i)) {
      TILEGLOT_TRY(swizzle, arguments.swizzle(i));
      return for_composed(apply(swizzle));
    }
  }
  if constexpr (std::invocable<Apply, ComposedLayout>) {
    TILEGLOT_TRY(any, arguments.any_layout(i));
    if (const auto* composed = std::get_if<ComposedLayout>(&any))
      return on_composed(*composed, apply, explain);
    return for_layout(apply(std::get<Layout<>>(any)), std::get<Layout<>>(any), explain);
  } else {
    TILEGLOT_TRY(layout, arguments.layout(i));
    return for_layout(apply(layout), layout, explain);
  }
}

template <class Apply>
Result<Value> on_layout(const Arguments& arguments, std::size_t i, const Apply& apply) {
  return on_layout(arguments, i, apply, layout_error);
}

Result<Value> apply_complement(const Arguments& arguments) {
  if (arguments.count() == 1) {
    return on_layout(arguments, 0,
                     [](const auto& l) -> decltype(complement(l)) { return complement(l); });
  }
  TILEGLOT_TRY(target, arguments.tuple(1));
  return on_layout(arguments, 0,
                   [&target = target](const auto& l) -> decltype(complement(l, target)) {
                     return complement(l, target);
                   });
}

Result<Value> apply_coalesce_by_mode(const Arguments& arguments) {
  TILEGLOT_TRY(profile, arguments.tuple(1));
  return on_layout(arguments, 0,
                   [&profile = profile](const auto& l) -> decltype(coalesce(l, profile)) {
                     return coalesce(l, profile);
                   });
}

Result<Value> apply_filter(const Arguments& arguments) {
  return on_layout(arguments, 0, [](const auto& l) -> decltype(filter(l)) { return filter(l); });
}

Result<Value> apply_filter_by_mode(const Arguments& arguments) {
  TILEGLOT_TRY(profile, arguments.tuple(1));
  return on_layout(arguments, 0,
                   [&profile = profile](const auto& l) -> decltype(filter(l, profile)) {
                     return filter(l, profile);
                   });
}

/// Takes a layout, or a tuple of strides and a shape.
Result<Value> apply_filter_zeros(const Arguments& arguments) {
  if (arguments.count() == 1) {
    return on_layout(arguments, 0,
                     [](const auto& l) -> decltype(filter_zeros(l)) { return filter_zeros(l); });
  }
  TILEGLOT_TRY(profile, arguments.tuple(0));
  TILEGLOT_TRY(shape, arguments.tuple(1));
  const auto filtered = filter_zeros(profile, shape);
  if (!filtered) return fail(coordinate_error(filtered.refusal, profile, shape));
  return Value(*filtered);
}

Result<Value> apply_coshape(const Arguments& arguments) {
  return on_layout(arguments, 0, [](const auto& l) -> decltype(coshape(l)) { return coshape(l); });
}

Result<Value> apply_coprofile(const Arguments& arguments) {
  return on_layout(arguments, 0,
                   [](const auto& l) -> decltype(coprofile(l)) { return coprofile(l); });
}

Result<Value> apply_make_layout_right(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(0));
  return to_value(make_layout_right(shape));
}

/// An order whose structure differs from the shape's is reported like a coordinate.
Result<Value> apply_make_ordered_layout(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(0));
  if (const auto tag = arguments.order(1))
    return to_value(*tag == Order::kRowMajor ? make_layout_right(shape) : make_layout(shape));
  TILEGLOT_TRY(order, arguments.tuple(1));
  const auto ordered = make_ordered_layout(shape, order);
  if (!ordered) return fail(coordinate_error(ordered.refusal, order, shape));
  return Value(*ordered);
}

Result<Value> apply_make_layout_like(const Arguments& arguments) {
  return on_layout(arguments, 0, [](const auto& l) -> decltype(make_layout_like(l)) {
    return make_layout_like(l);
  });
}

Result<Value> apply_make_fragment_like(const Arguments& arguments) {
  return on_layout(arguments, 0, [](const auto& l) -> decltype(make_fragment_like(l)) {
    return make_fragment_like(l);
  });
}

Result<Value> apply_make_identity_layout(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(0));
  return to_value(make_identity_layout(shape));
}

Result<Value> apply_make_layout_concat(const Arguments& arguments) {
  TILEGLOT_TRY(a, arguments.layout(0));
  if (arguments.count() == 1) return to_value(make_layout(a));
  TILEGLOT_TRY(b, arguments.layout(1));
  return to_value(make_layout(a, b));
}

Result<Value> apply_zip_layouts(const Arguments& arguments) {
  TILEGLOT_TRY(a, arguments.layout(0));
  TILEGLOT_TRY(b, arguments.layout(1));
  return to_value(zip(a, b));
}

Result<Value> apply_right_inverse(const Arguments& arguments) {
  return on_layout(arguments, 0,
                   [](const auto& l) -> decltype(right_inverse(l)) { return right_inverse(l); });
}

Result<Value> apply_left_inverse(const Arguments& arguments) {
  return on_layout(arguments, 0,
                   [](const auto& l) -> decltype(left_inverse(l)) { return left_inverse(l); });
}

Result<Value> apply_nullspace(const Arguments& arguments) {
  return on_layout(arguments, 0,
                   [](const auto& l) -> decltype(nullspace(l)) { return nullspace(l); });
}

/// The result for two layouts; an error names the one without elements.
template <class T>
Result<Value> for_two(const Outcome<T>& outcome, const CuteLayout& a, const CuteLayout& b) {
  for (const CuteLayout* layout : {&a, &b}) {
    const auto plain = back_of(*layout);
    if (outcome.refusal.reason == Reason::kNoElements && plain && has_zero(plain->shape))
      return fail(elements_error(*plain));
  }
  return for_composed(outcome);
}

/// Applies a function to two layouts, plain or composed.
template <class Apply>
Result<Value> on_two_layouts(const Arguments& arguments, const Apply& apply) {
  TILEGLOT_TRY(a, arguments.any_layout(0));
  TILEGLOT_TRY(b, arguments.any_layout(1));
  return std::visit(
      [&](const auto& first, const auto& second) -> Result<Value> {
        if constexpr (std::invocable<Apply, decltype(first), decltype(second)>) {
          return for_two(apply(first, second), a, b);
        } else {
          return arguments.layout(std::holds_alternative<ComposedLayout>(a) ? 0 : 1)
              .map([](const Layout<>& layout) { return Value(layout); });
        }
      },
      a, b);
}

Result<Value> apply_max_common_layout(const Arguments& arguments) {
  return on_two_layouts(arguments,
                        [](const auto& a, const auto& b) -> decltype(max_common_layout(a, b)) {
                          return max_common_layout(a, b);
                        });
}

Result<Value> apply_max_common_vector(const Arguments& arguments) {
  return on_two_layouts(arguments,
                        [](const auto& a, const auto& b) -> decltype(max_common_vector(a, b)) {
                          return max_common_vector(a, b);
                        });
}

Result<Value> apply_upcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_layout(arguments, 1,
                   [n = n](const auto& l) -> decltype(upcast(n, l)) { return upcast(n, l); });
}

Result<Value> apply_downcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, arguments.number(0));
  return on_layout(arguments, 1,
                   [n = n](const auto& l) -> decltype(downcast(n, l)) { return downcast(n, l); });
}

Result<Value> apply_recast_layout(const Arguments& arguments) {
  TILEGLOT_TRY(from, arguments.number(0));
  TILEGLOT_TRY(to, arguments.number(1));
  return on_layout(
      arguments, 2,
      [from = from, to = to](const auto& l) -> decltype(recast_layout(from, to, l)) {
        return recast_layout(from, to, l);
      },
      [from = from, to = to](const Refusal& refusal, const Layout<>& l) {
        return recast_error(refusal, from, to, l,
                            [](std::int64_t n, const Layout<>& x) { return upcast(n, x); });
      });
}

Result<Value> apply_max_alignment(const Arguments& arguments) {
  return on_layout(arguments, 0,
                   [](const auto& l) -> decltype(max_alignment(l)) { return max_alignment(l); });
}

Result<Value> apply_domain_distribute(const Arguments& arguments) {
  TILEGLOT_TRY(shape, arguments.tuple(0));
  TILEGLOT_TRY_STATUS(arguments.number(1));
  TILEGLOT_TRY(workers, arguments.tuple(1));
  const auto places = domain_distribute(shape, workers.at(0));
  if (places.refusal.reason != Reason::kNoElements) return to_value(places);
  if (has_zero(shape)) return fail(elements_error(shape));
  core::Error error = to_error(places.refusal);
  error->message = fmt::format("the number of workers is {}", workers.values[0]);
  return fail(std::move(error));
}

Result<Value> apply_domain_offset(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  return on_layout(arguments, 1,
                   [&c = coordinate](const auto& l) -> decltype(domain_offset(coordinate, l)) {
                     return domain_offset(c, l);
                   });
}

/// Keeps or drops the parts of a layout or a tuple that a coordinate leaves free.
template <class Part>
Result<Value> part_under(const Arguments& arguments, const Part& part) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  if (arguments.is_layout(1)) {
    return on_layout(arguments, 1,
                     [&c = coordinate, &part](const auto& l) -> decltype(part(coordinate, l)) {
                       return part(c, l);
                     });
  }
  TILEGLOT_TRY(tuple, arguments.tuple(1));
  const auto found = part(coordinate, tuple);
  if (!found) return fail(coordinate_error(found.refusal, coordinate, tuple));
  return Value(*found);
}

Result<Value> apply_slice(const Arguments& arguments) {
  return part_under(
      arguments, [](const auto& c, const auto& t) -> decltype(slice(c, t)) { return slice(c, t); });
}

Result<Value> apply_dice(const Arguments& arguments) {
  return part_under(
      arguments, [](const auto& c, const auto& t) -> decltype(dice(c, t)) { return dice(c, t); });
}

Result<Value> apply_slice_and_offset(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  return on_layout(arguments, 1,
                   [&c = coordinate](const auto& l) -> decltype(slice_and_offset(coordinate, l)) {
                     return slice_and_offset(c, l);
                   });
}

constexpr Operation kLayoutOperations[] = {
    {"coalesce_by_mode", 2, 2, apply_coalesce_by_mode},
    {"complement", 1, 2, apply_complement},
    {"coprofile", 1, 1, apply_coprofile},
    {"coshape", 1, 1, apply_coshape},
    {"dice", 2, 2, apply_dice},
    {"domain_distribute", 2, 2, apply_domain_distribute},
    {"domain_offset", 2, 2, apply_domain_offset},
    {"downcast", 2, 2, apply_downcast},
    {"filter", 1, 1, apply_filter},
    {"filter_by_mode", 2, 2, apply_filter_by_mode},
    {"filter_zeros", 1, 2, apply_filter_zeros},
    {"left_inverse", 1, 1, apply_left_inverse},
    {"make_fragment_like", 1, 1, apply_make_fragment_like},
    {"make_identity_layout", 1, 1, apply_make_identity_layout},
    {"make_layout_concat", 1, 2, apply_make_layout_concat},
    {"make_layout_like", 1, 1, apply_make_layout_like},
    {"make_layout_right", 1, 1, apply_make_layout_right},
    {"make_ordered_layout", 2, 2, apply_make_ordered_layout},
    {"max_alignment", 1, 1, apply_max_alignment},
    {"max_common_layout", 2, 2, apply_max_common_layout},
    {"max_common_vector", 2, 2, apply_max_common_vector},
    {"nullspace", 1, 1, apply_nullspace},
    {"recast_layout", 3, 3, apply_recast_layout},
    {"right_inverse", 1, 1, apply_right_inverse},
    {"slice", 2, 2, apply_slice},
    {"slice_and_offset", 2, 2, apply_slice_and_offset},
    {"upcast", 2, 2, apply_upcast},
    {"zip_layouts", 2, 2, apply_zip_layouts},
};

}  // namespace

std::span<const Operation> layout_operations() { return kLayoutOperations; }

}  // namespace tileglot::notation::cute
