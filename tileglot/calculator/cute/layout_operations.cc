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

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explained.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/by_mode.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/filter.h"
#include "tileglot/notation/cute/algebra/fragment.h"
#include "tileglot/notation/cute/algebra/identity_layout.h"
#include "tileglot/notation/cute/algebra/ordered_layout.h"
#include "tileglot/notation/cute/algebra/slice.h"
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

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Outcome;
using core::Result;

Result<Value> value_of(const Outcome<cute::Slice>& outcome) {
  return Value(LayoutAtOffset{outcome->layout, outcome->offset});
}
template <class T>
Result<Value> value_of(const Outcome<T>& outcome) {
  return Value(*outcome);
}

template <class T, class Explain>
Result<Value> for_layout(const Outcome<T>& outcome, const cute::Layout<>& layout,
                         const Explain& explain) {
  if (!outcome) return fail(explain(outcome.refusal, layout));
  return value_of(outcome);
}

template <class T, class Explain>
Result<Value> for_layout(const T& value, const cute::Layout<>&, const Explain&) {
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

/// The result of an operation on a composed layout as a whole.
template <class Apply, class Explain>
Result<Value> on_composed(const cute::ComposedLayout& composed, const Apply& apply,
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
  if constexpr (std::invocable<Apply, cute::Swizzle>) {
    if (is_swizzle(arguments, i)) {
      TILEGLOT_TRY(swizzle, swizzle_argument(arguments, i));
      return for_composed(apply(swizzle));
    }
  }
  if constexpr (std::invocable<Apply, cute::ComposedLayout>) {
    TILEGLOT_TRY(any, any_layout_argument(arguments, i));
    if (const auto* composed = std::get_if<cute::ComposedLayout>(&any))
      return on_composed(*composed, apply, explain);
    return for_layout(apply(std::get<cute::Layout<>>(any)), std::get<cute::Layout<>>(any), explain);
  } else {
    TILEGLOT_TRY(layout, layout_argument(arguments, i));
    return for_layout(apply(layout), layout, explain);
  }
}

template <class Apply>
Result<Value> on_layout(const Arguments& arguments, std::size_t i, const Apply& apply) {
  return on_layout(arguments, i, apply, cute::layout_error);
}

template <const auto& Verb>
Result<Value> of_layout(const Arguments& arguments) {
  return on_layout(arguments, 0, Verb);
}

// Each takes the layouts that its function takes: plain ones, composed ones, swizzles.
constexpr auto kCoprofile = [](const auto& l) -> decltype(cute::coprofile(l)) {
  return cute::coprofile(l);
};
constexpr auto kCoshape = [](const auto& l) -> decltype(cute::coshape(l)) {
  return cute::coshape(l);
};
constexpr auto kFilter = [](const auto& l) -> decltype(cute::filter(l)) { return cute::filter(l); };
constexpr auto kLeftInverse = [](const auto& l) -> decltype(cute::left_inverse(l)) {
  return cute::left_inverse(l);
};
constexpr auto kMakeFragmentLike = [](const auto& l) -> decltype(cute::make_fragment_like(l)) {
  return cute::make_fragment_like(l);
};
constexpr auto kMakeLayoutLike = [](const auto& l) -> decltype(cute::make_layout_like(l)) {
  return cute::make_layout_like(l);
};
constexpr auto kMaxAlignment = [](const auto& l) -> decltype(cute::max_alignment(l)) {
  return cute::max_alignment(l);
};
constexpr auto kNullspace = [](const auto& l) -> decltype(cute::nullspace(l)) {
  return cute::nullspace(l);
};
constexpr auto kRightInverse = [](const auto& l) -> decltype(cute::right_inverse(l)) {
  return cute::right_inverse(l);
};
constexpr auto kMaxCommonLayout = [](const auto& a,
                                     const auto& b) -> decltype(cute::max_common_layout(a, b)) {
  return cute::max_common_layout(a, b);
};
constexpr auto kMaxCommonVector = [](const auto& a,
                                     const auto& b) -> decltype(cute::max_common_vector(a, b)) {
  return cute::max_common_vector(a, b);
};

Result<Value> apply_complement(const Arguments& arguments) {
  if (arguments.count() == 1) {
    return on_layout(arguments, 0, [](const auto& l) -> decltype(cute::complement(l)) {
      return cute::complement(l);
    });
  }
  TILEGLOT_TRY(target, tuple_argument(arguments, 1));
  return on_layout(arguments, 0,
                   [&target = target](const auto& l) -> decltype(cute::complement(l, target)) {
                     return cute::complement(l, target);
                   });
}

Result<Value> apply_coalesce_by_mode(const Arguments& arguments) {
  TILEGLOT_TRY(profile, tuple_argument(arguments, 1));
  return on_layout(arguments, 0,
                   [&profile = profile](const auto& l) -> decltype(cute::coalesce(l, profile)) {
                     return cute::coalesce(l, profile);
                   });
}

Result<Value> apply_filter_by_mode(const Arguments& arguments) {
  TILEGLOT_TRY(profile, tuple_argument(arguments, 1));
  return on_layout(arguments, 0,
                   [&profile = profile](const auto& l) -> decltype(cute::filter(l, profile)) {
                     return cute::filter(l, profile);
                   });
}

/// Takes a layout, or a tuple of strides and a shape.
Result<Value> apply_filter_zeros(const Arguments& arguments) {
  if (arguments.count() == 1) {
    return on_layout(arguments, 0, [](const auto& l) -> decltype(cute::filter_zeros(l)) {
      return cute::filter_zeros(l);
    });
  }
  TILEGLOT_TRY(profile, tuple_argument(arguments, 0));
  TILEGLOT_TRY(shape, tuple_argument(arguments, 1));
  const auto filtered = cute::filter_zeros(profile, shape);
  if (!filtered) return fail(cute::coordinate_error(filtered.refusal, profile, shape));
  return Value(*filtered);
}

/// An order whose structure differs from the shape's is reported like a coordinate.
Result<Value> apply_make_ordered_layout(const Arguments& arguments) {
  TILEGLOT_TRY(shape, tuple_argument(arguments, 0));
  if (const auto tag = order_argument(arguments, 1))
    return to_value(*tag == cute::Order::kRowMajor ? cute::make_layout_right(shape)
                                                   : cute::make_layout(shape));
  TILEGLOT_TRY(order, tuple_argument(arguments, 1));
  const auto ordered = cute::make_ordered_layout(shape, order);
  if (!ordered) return fail(cute::coordinate_error(ordered.refusal, order, shape));
  return Value(*ordered);
}

Result<Value> apply_make_layout_concat(const Arguments& arguments) {
  TILEGLOT_TRY(a, layout_argument(arguments, 0));
  if (arguments.count() == 1) return to_value(cute::make_layout(a));
  TILEGLOT_TRY(b, layout_argument(arguments, 1));
  return to_value(cute::make_layout(a, b));
}

Result<Value> apply_zip_layouts(const Arguments& arguments) {
  TILEGLOT_TRY(a, layout_argument(arguments, 0));
  TILEGLOT_TRY(b, layout_argument(arguments, 1));
  return to_value(cute::zip(a, b));
}

/// The result for two layouts; an error names the one without elements.
template <class T>
Result<Value> for_two(const Outcome<T>& outcome, const cute::CuteLayout& a,
                      const cute::CuteLayout& b) {
  for (const cute::CuteLayout* layout : {&a, &b}) {
    const auto plain = cute::back_of(*layout);
    if (outcome.refusal.reason == core::Reason::kNoElements && plain && has_zero(plain->shape))
      return fail(cute::elements_error(*plain));
  }
  return for_composed(outcome);
}

/// Applies a function to two layouts, plain or composed.
template <const auto& Verb>
Result<Value> of_two_layouts(const Arguments& arguments) {
  TILEGLOT_TRY(a, any_layout_argument(arguments, 0));
  TILEGLOT_TRY(b, any_layout_argument(arguments, 1));
  return std::visit(
      [&](const auto& first, const auto& second) -> Result<Value> {
        if constexpr (std::invocable<decltype(Verb), decltype(first), decltype(second)>) {
          return for_two(Verb(first, second), a, b);
        } else {
          return layout_argument(arguments, std::holds_alternative<cute::ComposedLayout>(a) ? 0 : 1)
              .map([](const cute::Layout<>& layout) { return Value(layout); });
        }
      },
      a, b);
}

Result<Value> apply_upcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_layout(arguments, 1, [n = n](const auto& l) -> decltype(cute::upcast(n, l)) {
    return cute::upcast(n, l);
  });
}

Result<Value> apply_downcast(const Arguments& arguments) {
  TILEGLOT_TRY(n, integer_argument(arguments, 0));
  return on_layout(arguments, 1, [n = n](const auto& l) -> decltype(cute::downcast(n, l)) {
    return cute::downcast(n, l);
  });
}

Result<Value> apply_recast_layout(const Arguments& arguments) {
  TILEGLOT_TRY(from, integer_argument(arguments, 0));
  TILEGLOT_TRY(to, integer_argument(arguments, 1));
  return on_layout(
      arguments, 2,
      [from = from, to = to](const auto& l) -> decltype(cute::recast_layout(from, to, l)) {
        return cute::recast_layout(from, to, l);
      },
      [from = from, to = to](const core::Refusal& refusal, const cute::Layout<>& l) {
        return recast_error(refusal, from, to, l, [](std::int64_t n, const cute::Layout<>& x) {
          return cute::upcast(n, x);
        });
      });
}

Result<Value> apply_domain_distribute(const Arguments& arguments) {
  TILEGLOT_TRY(shape, tuple_argument(arguments, 0));
  TILEGLOT_TRY_STATUS(integer_argument(arguments, 1));
  TILEGLOT_TRY(workers, tuple_argument(arguments, 1));
  const auto places = cute::domain_distribute(shape, workers.at(0));
  if (places.refusal.reason != core::Reason::kNoElements) return to_value(places);
  if (has_zero(shape)) return fail(cute::elements_error(shape));
  core::Error error = cute::to_error(places.refusal);
  error->message = fmt::format("the number of workers is {}", workers.values[0]);
  return fail(std::move(error));
}

Result<Value> apply_domain_offset(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  return on_layout(
      arguments, 1,
      [&c = coordinate](const auto& l) -> decltype(cute::domain_offset(coordinate, l)) {
        return cute::domain_offset(c, l);
      });
}

/// Keeps or drops the parts of a layout or a tuple that a coordinate leaves free.
template <class Part>
Result<Value> part_under(const Arguments& arguments, const Part& part) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  if (is_layout(arguments, 1)) {
    return on_layout(arguments, 1,
                     [&c = coordinate, &part](const auto& l) -> decltype(part(coordinate, l)) {
                       return part(c, l);
                     });
  }
  TILEGLOT_TRY(tuple, tuple_argument(arguments, 1));
  const auto found = part(coordinate, tuple);
  if (!found) return fail(cute::coordinate_error(found.refusal, coordinate, tuple));
  return Value(*found);
}

Result<Value> apply_slice(const Arguments& arguments) {
  return part_under(arguments, [](const auto& c, const auto& t) -> decltype(cute::slice(c, t)) {
    return cute::slice(c, t);
  });
}

Result<Value> apply_dice(const Arguments& arguments) {
  return part_under(arguments, [](const auto& c, const auto& t) -> decltype(cute::dice(c, t)) {
    return cute::dice(c, t);
  });
}

Result<Value> apply_slice_and_offset(const Arguments& arguments) {
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  return on_layout(
      arguments, 1,
      [&c = coordinate](const auto& l) -> decltype(cute::slice_and_offset(coordinate, l)) {
        return cute::slice_and_offset(c, l);
      });
}

constexpr Operation kLayoutOperations[] = {
    {"coalesce_by_mode", "layout, profile",
     "the layout with each mode coalesced by itself, as the profile divides it",
     "coalesce_by_mode((2,(1,6)):(1,(6,2)),(1,1))", apply_coalesce_by_mode},
    {"complement", "layout, [extent]",
     "the layout of the positions that the layout leaves out: where its copies go to fill an "
     "extent",
     "complement((2,2):(1,6),24)", apply_complement},
    {"coprofile", "layout", "the structure of the layout's values, with zeros for leaves",
     "coprofile((4,5):(1@0,1@1))", of_layout<kCoprofile>},
    {"coshape", "layout",
     "one more than the largest value of the layout, in each place of the values",
     "coshape((2,3):(1,-2))", of_layout<kCoshape>},
    {"dice", "coordinate, layout or tuple", "the modes at which the coordinate has an integer",
     "dice((_,(_,1)),(3,(2,3)):(3,(12,1)))", apply_dice},
    {"domain_distribute", "shape, workers",
     "the coordinate at which each of a number of workers begins", "domain_distribute((15,14),6)",
     apply_domain_distribute},
    {"domain_offset", "coordinate, layout",
     "the layout that begins at a coordinate, with its offset", "domain_offset((1,2),(4,8):(8,1))",
     apply_domain_offset},
    {"downcast", "n, layout", "the layout with each element replaced by n smaller ones",
     "downcast(2,(4,8):(8,1))", apply_downcast},
    {"filter", "layout",
     "the layout of the distinct offsets: without modes of stride 0 or extent 1, coalesced",
     "filter((4,3):(0,1))", of_layout<kFilter>},
    {"filter_by_mode", "layout, profile",
     "the layout with each mode filtered by itself, as the profile divides it",
     "filter_by_mode((4,3):(0,1),(1,1))", apply_filter_by_mode},
    {"filter_zeros", "layout or strides, [shape]",
     "the layout with extent 1 wherever the stride is 0", "filter_zeros((4,3):(0,1))",
     apply_filter_zeros},
    {"left_inverse", "layout", "the layout that leads from each offset back to its index",
     "left_inverse((4,2):(1,16))", of_layout<kLeftInverse>},
    {"make_fragment_like", "layout",
     "a compact layout for registers: the first mode fastest, the others ordered by their strides",
     "make_fragment_like((_2,_3,_4):(_12,_1,_3))", of_layout<kMakeFragmentLike>},
    {"make_identity_layout", "shape", "the layout whose values are its own coordinates",
     "make_identity_layout((4,(2,3)))", of<cute::make_identity_layout, tuple_argument>},
    {"make_layout_concat", "a, [b]", "the layout with two layouts as its modes",
     "make_layout_concat(4:1,(2,3):(3,1))", apply_make_layout_concat},
    {"make_layout_like", "layout",
     "the compact layout of the same shape, ordered by the layout's strides",
     "make_layout_like((_2,_3,_4):(_0,_40,_5))", of_layout<kMakeLayoutLike>},
    {"make_layout_right", "shape", "the row-major layout of a shape: the last leaf is fastest",
     "make_layout_right((4,(2,3)))", of<cute::make_layout_right, tuple_argument>},
    {"make_ordered_layout", "shape, order",
     "the compact layout whose mode with the smallest number is fastest",
     "make_ordered_layout((2,3,4),(_2,_0,_1))", apply_make_ordered_layout},
    {"max_alignment", "layout", "the largest number of elements to which all accesses are aligned",
     "max_alignment((2,4,6):(1,6,2))", of_layout<kMaxAlignment>},
    {"max_common_layout", "a, b",
     "the longest layout of indices that are contiguous in both layouts",
     "max_common_layout((4,8):(8,1),(4,8):(8,1))", of_two_layouts<kMaxCommonLayout>},
    {"max_common_vector", "a, b",
     "the number of elements that are contiguous in both layouts: the width of a vector copy",
     "max_common_vector((8,4):(1,8),(2,4,4):(1,8,2))", of_two_layouts<kMaxCommonVector>},
    {"nullspace", "layout", "the layout of the indices that do not change the offset",
     "nullspace((4,3,2):(0,1,0))", of_layout<kNullspace>},
    {"recast_layout", "old bits, new bits, layout",
     "the layout of the same memory with elements of another size in bits",
     "recast_layout(8,32,(4,8):(8,1))", apply_recast_layout},
    {"right_inverse", "layout", "the layout of the indices at which the offsets 0, 1, 2, .. are",
     "right_inverse((4,8):(8,1))", of_layout<kRightInverse>},
    {"slice", "coordinate, layout or tuple", "the modes at which the coordinate has a _",
     "slice((_,(_,1)),(3,(2,3)):(3,(12,1)))", apply_slice},
    {"slice_and_offset", "coordinate, layout",
     "the modes at which the coordinate has a _, and the offset of the rest",
     "slice_and_offset((_,5),(3,(2,3)):(3,(12,1)))", apply_slice_and_offset},
    {"upcast", "n, layout", "the layout with n elements taken as one larger one",
     "upcast(2,(4,8):(8,1))", apply_upcast},
    {"zip_layouts", "a, b", "the layout with the modes of two layouts in pairs",
     "zip_layouts((2,3):(1,2),(4,5):(6,24))", apply_zip_layouts},
};

}  // namespace

std::span<const Operation> layout_operations() { return kLayoutOperations; }

}  // namespace tileglot::calculator
