// SPDX-License-Identifier: Apache-2.0
// mode_operations.cc: queries of a layout or of one of its modes. The mode is written before the
// layout, in place of C++'s template parameters: size(1,0,l) is size<1,0>(l).
#include <span>
#include <variant>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/codomain.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::Result;

core::Outcome<cute::CuteLayout> mode_at(const cute::CuteLayout& layout,
                                        const core::IntTuple& path) {
  const auto take_mode = [&path](const cute::Layout<>& l) { return cute::get(l, path); };
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&layout))
    return cute::on_inner(*composed, take_mode);
  TILEGLOT_TRY_VALUE(mode, take_mode(std::get<cute::Layout<>>(layout)));
  return cute::CuteLayout(mode);
}

/// The last argument, or the mode of it that the others name; a tuple is its compact layout.
Result<cute::CuteLayout> whole_or_mode(const Arguments& arguments) {
  TILEGLOT_TRY(layout, any_layout_argument(arguments, arguments.count() - 1));
  if (arguments.count() == 1) return layout;
  TILEGLOT_TRY(path, path_argument(arguments));
  return cute::to_result(mode_at(layout, path));
}

Result<cute::Layout<>> domain_asked(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  return cute::to_result(cute::domain(layout));
}

Result<Value> apply_layout(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  return to_value(core::Outcome<cute::CuteLayout>(layout));
}

constexpr auto kSize = [](const auto& layout) { return cute::size(layout); };
constexpr auto kCosize = [](const auto& layout) { return cute::cosize(layout); };
constexpr auto kRank = [](const cute::Layout<>& layout) { return cute::rank(layout); };
constexpr auto kDepth = [](const cute::Layout<>& layout) { return cute::depth(layout); };

template <const auto& Count>
Result<Value> count_of_mode(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  return std::visit([](const auto& l) { return to_value(Count(l)); }, layout);
}

template <const auto& Count>
Result<Value> count_of_domain(const Arguments& arguments) {
  TILEGLOT_TRY(asked, domain_asked(arguments));
  return Value(core::static_integer(Count(asked)));
}

Result<Value> apply_shape(const Arguments& arguments) {
  TILEGLOT_TRY(asked, domain_asked(arguments));
  return Value(asked.shape);
}

/// As in CuTe, a composed layout has no stride: the stage after the inner layout need not be
/// strided.
Result<Value> apply_stride(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout)) return Value(plain->stride);
  return core::fail({.code = "cute.unsupported",
                     .message = "a composed layout has no stride",
                     .help = "its inner layout, after the last 'o', has one"});
}

Result<Value> apply_coalesce(const Arguments& arguments) {
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout))
    return Value(cute::coalesce(*plain));
  return to_value(cute::coalesce(std::get<cute::ComposedLayout>(layout)));
}

constexpr Operation kModeOperations[] = {
    {"coalesce", "layout",
     "the layout with the fewest modes that is the same function of the index",
     "coalesce((2,(1,6)):(1,(6,2)))", apply_coalesce},
    {"cosize", "[mode..], layout", "one more than the largest offset", "cosize((2,3):(1,4))",
     count_of_mode<kCosize>},
    {"depth", "[mode..], layout", "how deep the modes are nested", "depth((2,(3,4)):(1,(2,6)))",
     count_of_domain<kDepth>},
    {"layout", "[mode..], layout", "a mode of the layout, or the layout itself",
     "layout<1,0>((2,(3,4)):(1,(2,6)))", apply_layout},
    {"rank", "[mode..], layout", "the number of modes", "rank((2,(3,4)):(1,(2,6)))",
     count_of_domain<kRank>},
    {"shape", "[mode..], layout", "the extents", "shape((2,3):(1,4))", apply_shape},
    {"size", "[mode..], layout", "the number of elements", "size((2,3):(1,4))",
     count_of_mode<kSize>},
    {"stride", "[mode..], layout", "the strides", "stride<1>((2,3):(1,4))", apply_stride},
};

}  // namespace

std::span<const Operation> mode_operations() { return kModeOperations; }

}  // namespace tileglot::calculator
