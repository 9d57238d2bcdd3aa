// SPDX-License-Identifier: Apache-2.0
// mode_operations.cc: queries of a layout or of one of its modes. The mode is written before the
// layout, in place of C++'s template parameters: size(1,0,l) is size<1,0>(l).
#include <span>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/codomain.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {
namespace {

using core::Result;

Outcome<CuteLayout> mode_at(const CuteLayout& layout, const IntTuple& path) {
  const auto take_mode = [&path](const Layout<>& l) { return get(l, path); };
  if (const auto* composed = std::get_if<ComposedLayout>(&layout))
    return on_inner(*composed, take_mode);
  TILEGLOT_TRY_VALUE(mode, take_mode(std::get<Layout<>>(layout)));
  return CuteLayout(mode);
}

/// The last argument, or the mode of it that the others name; a tuple is its compact layout.
Result<CuteLayout> whole_or_mode(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.any_layout(arguments.count() - 1));
  if (arguments.count() == 1) return layout;
  TILEGLOT_TRY(path, arguments.coordinate_before_last());
  return to_result(mode_at(layout, path));
}

Result<Layout<>> domain_asked(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  return to_result(domain(layout));
}

Result<Value> apply_layout(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  return to_value(Outcome<CuteLayout>(layout));
}

Result<Value> apply_size(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  return std::visit([](const auto& l) { return to_value(size(l)); }, layout);
}

Result<Value> apply_cosize(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  return std::visit([](const auto& l) { return to_value(cosize(l)); }, layout);
}

Result<Value> apply_rank(const Arguments& arguments) {
  TILEGLOT_TRY(asked, domain_asked(arguments));
  return Value(core::static_integer(rank(asked)));
}

Result<Value> apply_depth(const Arguments& arguments) {
  TILEGLOT_TRY(asked, domain_asked(arguments));
  return Value(core::static_integer(depth(asked)));
}

Result<Value> apply_shape(const Arguments& arguments) {
  TILEGLOT_TRY(asked, domain_asked(arguments));
  return Value(asked.shape);
}

/// As in CuTe, a composed layout has no stride: the stage after the inner layout need not be
/// strided.
Result<Value> apply_stride(const Arguments& arguments) {
  TILEGLOT_TRY(layout, whole_or_mode(arguments));
  if (const auto* plain = std::get_if<Layout<>>(&layout)) return Value(plain->stride);
  return core::fail({.code = "cute.unsupported",
                     .message = "a composed layout has no stride",
                     .help = "its inner layout, after the last 'o', has one"});
}

Result<Value> apply_coalesce(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.any_layout(0));
  if (const auto* plain = std::get_if<Layout<>>(&layout)) return Value(coalesce(*plain));
  return to_value(coalesce(std::get<ComposedLayout>(layout)));
}

constexpr Operation kModeOperations[] = {
    {"coalesce", 1, 1, apply_coalesce},          {"cosize", 1, core::kMaxLeaves, apply_cosize},
    {"depth", 1, core::kMaxLeaves, apply_depth}, {"layout", 1, core::kMaxLeaves, apply_layout},
    {"rank", 1, core::kMaxLeaves, apply_rank},   {"shape", 1, core::kMaxLeaves, apply_shape},
    {"size", 1, core::kMaxLeaves, apply_size},   {"stride", 1, core::kMaxLeaves, apply_stride},
};

}  // namespace

std::span<const Operation> mode_operations() { return kModeOperations; }

}  // namespace tileglot::notation::cute
