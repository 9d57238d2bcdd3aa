// SPDX-License-Identifier: Apache-2.0
// explain_composed.cc: the steps of operations on composed layouts, part by part.
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explanations.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/inverse.h"
#include "tileglot/notation/cute/composed/swizzle_push.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::Result;
using core::Status;

std::string text_of(const Stage& stage, Marks marks) {
  return stage.is_swizzle ? print(stage.swizzle) : print(stage.layout, marks);
}

/// "bits 4 to 6", "bit 4".
std::string bits_of_mask(std::int64_t mask) {
  const int low = std::countr_zero(static_cast<std::uint64_t>(mask));
  const int high = core::log2_floor(mask);
  return low == high ? fmt::format("bit {}", low) : fmt::format("bits {} to {}", low, high);
}

// -- offsets

/// What a swizzle does to one offset.
std::string line_of_swizzle(const Swizzle& s, std::int64_t x) {
  const std::int64_t read = x & source_mask(s);
  const std::int64_t moved = apply(s, x) ^ x;
  return fmt::format("{}: {} of {} are {}, shifted {} by {} they are {}; {} xor {} = {}", print(s),
                     bits_of_mask(source_mask(s)), x, read, s.shift < 0 ? "left" : "right",
                     s.shift < 0 ? -s.shift : s.shift, moved, x, moved, apply(s, x));
}

Result<Lines> explain_offset_of(const Arguments& arguments) {
  TILEGLOT_TRY(any, arguments.any_layout(1));
  const auto* composed = std::get_if<ComposedLayout>(&any);
  if (composed == nullptr) return Lines{};
  TILEGLOT_TRY(coordinate, arguments.coordinate(0));
  TILEGLOT_TRY(inner, to_result(inner_layout(*composed)));
  TILEGLOT_TRY(behind, to_result(crd2idx(coordinate, inner)));
  TILEGLOT_TRY(at, to_result(add(behind, composed->offset)));
  Lines lines{fmt::format("inner layout: {} at {} = {}", print(inner), print(coordinate),
                          print(behind, Marks::kHide))};
  if (composed->offset.value != 0) {
    lines.push_back(
        fmt::format("offset: {} + {} = {}", behind.value, composed->offset.value, at.value));
  }
  if (!composed->outer.is_swizzle) {
    TILEGLOT_TRY_STATUS(
        add_answer(lines, fmt::format("outer layout: at {}", at.value), "crd2idx",
                   {std::to_string(at.value), print(composed->outer.layout, Marks::kShow)}));
  } else if (composed->outer.swizzle.bits > 0) {
    lines.push_back(line_of_swizzle(composed->outer.swizzle, at.value));
  }
  return lines;
}

// -- a swizzle pushed through a layout

Result<Lines> explain_push(const Layout<>& layout, const Swizzle& s) {
  Lines lines;
  if (s.bits == 0 || has_basis(layout.stride)) return lines;
  lines.push_back(fmt::format("{} reads {} of an index and changes {}", print(s),
                              bits_of_mask(source_mask(s)), bits_of_mask(target_mask(s))));
  TILEGLOT_TRY(elements, to_result(size(layout)));
  const Swizzle used = pushed(layout, s, s, elements.value) ? s : felt_below(s, elements.value);
  if (!(used == s)) {
    lines.push_back(fmt::format("an index below {} has bits only for {}", elements.value,
                                used.bits == 0 ? "none of it" : print(used)));
  }
  if (used.bits == 0) return lines;
  for (const std::int64_t mask : {source_mask(used), target_mask(used)}) {
    TILEGLOT_TRY(image, to_result(image_of_mask(layout, mask)));
    lines.push_back(
        fmt::format("{} sends index {} to offset {}", print(layout), mask, image.value));
  }
  lines.emplace_back("these offsets are the bits that the swizzle before it reads and changes");
  return lines;
}

Result<Lines> explain_layout_swizzle(const Arguments& arguments) {
  TILEGLOT_TRY(layout, arguments.plain_layout(0));
  TILEGLOT_TRY(s, arguments.swizzle(1));
  return explain_push(layout, s);
}

/// Adds the push of a swizzle from the right of a layout to its left, with its steps.
Result<std::string> add_push(Lines& lines, const Layout<>& layout, const Swizzle& s) {
  TILEGLOT_TRY(steps, explain_push(layout, s));
  const auto pushed = add_answer(
      lines,
      fmt::format("moving the swizzle from the right of {} to its left: layout_swizzle_composition",
                  print(layout)),
      "layout_swizzle_composition", {print(layout, Marks::kShow), print(s)});
  if (pushed) add_indented(lines, steps);
  return pushed;
}

// -- composition

/// Composes the inner layout of A; the part before it stays.
Result<Lines> compose_inner(const ComposedLayout& a, const std::string& b) {
  TILEGLOT_TRY(inner, to_result(inner_layout(a)));
  Lines lines{fmt::format("{} o {} stays before the inner layout, which is composed",
                          text_of(a.outer, Marks::kHide), a.offset.value)};
  const std::vector<std::string> call{print(inner, Marks::kShow), b};
  TILEGLOT_TRY_STATUS(
      add_answer(lines, fmt::format("composition({}, {})", print(inner), b), "composition", call));
  TILEGLOT_TRY(steps, explain_operation("composition", call));
  add_indented(lines, steps);
  return lines;
}

/// The steps of a plain A after B = outer o 0 o inner.
Result<Lines> compose_behind(const Layout<>& a, const ComposedLayout& b) {
  TILEGLOT_TRY(inner, to_result(inner_layout(b)));
  const std::string behind = print(inner, Marks::kShow);
  Lines lines;
  if (b.outer.is_swizzle) {
    TILEGLOT_TRY_STATUS(add_push(lines, a, b.outer.swizzle));
    TILEGLOT_TRY_STATUS(add_answer(lines, fmt::format("after it: composition(A, {})", print(inner)),
                                   "composition", {print(a, Marks::kShow), behind}));
    return lines;
  }
  TILEGLOT_TRY(outer, add_answer(lines, fmt::format("composition(A, {})", print(b.outer.layout)),
                                 "composition",
                                 {print(a, Marks::kShow), print(b.outer.layout, Marks::kShow)}));
  TILEGLOT_TRY_STATUS(add_answer(lines, fmt::format("composition({}, {})", outer, print(inner)),
                                 "composition", {outer, behind}));
  return lines;
}

// -- inverses

/// The swizzle of a composed layout before the inverse of its inner layout.
Status add_swizzle(Lines& lines, const ComposedLayout& composed, const Layout<>& inverse) {
  const Swizzle& s = composed.outer.swizzle;
  if (!composition(inverse, s) && does_nothing(s, composed.inner.layout)) {
    lines.push_back(fmt::format("no offset has a bit that {} reads, so it does nothing", print(s)));
    return {};
  }
  TILEGLOT_TRY_STATUS(add_push(lines, inverse, s));
  return {};
}

/// Adds a line if the right inverse is shorter than that of the inner layout.
void add_cut(Lines& lines, const ComposedLayout& composed, const Layout<>& inverse) {
  const auto answer = right_inverse(composed);
  if (!answer) return;
  const auto kept = std::visit([](const auto& l) { return size(l); }, *answer);
  if (!kept || kept->value == size(inverse)->value) return;
  lines.push_back(
      fmt::format("beyond the first {} it would be wrong or name no element", kept->value));
}

constexpr Explanation kExplanations[] = {
    {"crd2idx", explain_offset_of},
    {"layout_swizzle_composition", explain_layout_swizzle},
};

}  // namespace

std::span<const Explanation> composed_explanations() { return kExplanations; }

Result<Lines> explain_composed_composition(const Arguments& arguments) {
  TILEGLOT_TRY(a, arguments.any_layout(0));
  if (const auto* composed = std::get_if<ComposedLayout>(&a))
    return compose_inner(*composed, arguments.text(1));
  TILEGLOT_TRY(b, arguments.any_layout(1));
  return compose_behind(std::get<Layout<>>(a), std::get<ComposedLayout>(b));
}

Result<Lines> explain_composed_inverse(std::string_view operation, const ComposedLayout& composed) {
  TILEGLOT_TRY(inner, to_result(inner_layout(composed)));
  const std::string text = print(inner, Marks::kShow);
  Lines lines;
  TILEGLOT_TRY(
      undone, add_answer(lines, fmt::format("of the inner layout: {}({})", operation, print(inner)),
                         operation, {text}));
  TILEGLOT_TRY(steps, explain_operation(operation, {text}));
  add_indented(lines, steps);
  if (composed.outer.is_swizzle && composed.offset.value == 0) {
    TILEGLOT_TRY(layout, to_result(operation == "left_inverse" ? left_inverse(inner)
                                                               : right_inverse(inner)));
    TILEGLOT_TRY_STATUS(add_swizzle(lines, composed, layout));
    if (operation == "right_inverse") add_cut(lines, composed, layout);
    return lines;
  }
  std::string first = text_of(composed.outer, Marks::kHide);
  if (!composed.outer.is_swizzle) {
    TILEGLOT_TRY(outer,
                 add_answer(lines, fmt::format("of the outer layout: {}({})", operation, first),
                            operation, {print(composed.outer.layout, Marks::kShow)}));
    first = outer;
  }
  lines.push_back(fmt::format("from the outside in: {}, then {} is taken off, then {}", first,
                              composed.offset.value, undone));
  return lines;
}

}  // namespace tileglot::notation::cute
