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

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explanations.h"
#include "tileglot/core/error.h"
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

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::Result;
using core::Status;

std::string text_of(const cute::Stage& stage, cute::Marks marks) {
  return stage.is_swizzle ? cute::print(stage.swizzle) : cute::print(stage.layout, marks);
}

/// "bits 4 to 6", "bit 4".
std::string bits_of_mask(std::int64_t mask) {
  const int low = std::countr_zero(static_cast<std::uint64_t>(mask));
  const int high = core::log2_floor(mask);
  return low == high ? fmt::format("bit {}", low) : fmt::format("bits {} to {}", low, high);
}

// -- offsets

/// What a swizzle does to one offset.
std::string line_of_swizzle(const cute::Swizzle& s, std::int64_t x) {
  const std::int64_t read = x & cute::source_mask(s);
  const std::int64_t moved = cute::apply(s, x) ^ x;
  return fmt::format("{}: {} of {} are {}, shifted {} by {} they are {}; {} xor {} = {}",
                     cute::print(s), bits_of_mask(cute::source_mask(s)), x, read,
                     s.shift < 0 ? "left" : "right", s.shift < 0 ? -s.shift : s.shift, moved, x,
                     moved, cute::apply(s, x));
}

Result<Lines> explain_offset_of(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 1));
  const auto* composed = std::get_if<cute::ComposedLayout>(&any);
  if (composed == nullptr) return Lines{};
  TILEGLOT_TRY(coordinate, coordinate_argument(arguments, 0));
  TILEGLOT_TRY(inner, cute::to_result(cute::inner_layout(*composed)));
  TILEGLOT_TRY(behind, cute::to_result(cute::crd2idx(coordinate, inner)));
  TILEGLOT_TRY(at, cute::to_result(add(behind, composed->offset)));
  Lines lines{fmt::format("inner layout: {} at {} = {}", cute::print(inner),
                          cute::print(coordinate), cute::print(behind, cute::Marks::kHide))};
  if (composed->offset.value != 0) {
    lines.push_back(
        fmt::format("offset: {} + {} = {}", behind.value, composed->offset.value, at.value));
  }
  if (!composed->outer.is_swizzle) {
    TILEGLOT_TRY_STATUS(add_answer(
        lines, fmt::format("outer layout: at {}", at.value), "crd2idx",
        {std::to_string(at.value), cute::print(composed->outer.layout, cute::Marks::kShow)}));
  } else if (composed->outer.swizzle.bits > 0) {
    lines.push_back(line_of_swizzle(composed->outer.swizzle, at.value));
  }
  return lines;
}

// -- a swizzle pushed through a layout

Result<Lines> explain_push(const cute::Layout<>& layout, const cute::Swizzle& s) {
  Lines lines;
  if (s.bits == 0 || has_basis(layout.stride)) return lines;
  lines.push_back(fmt::format("{} reads {} of an index and changes {}", cute::print(s),
                              bits_of_mask(cute::source_mask(s)),
                              bits_of_mask(cute::target_mask(s))));
  TILEGLOT_TRY(elements, cute::to_result(cute::size(layout)));
  const cute::Swizzle used =
      cute::pushed(layout, s, s, elements.value) ? s : cute::felt_below(s, elements.value);
  if (!(used == s)) {
    lines.push_back(fmt::format("an index below {} has bits only for {}", elements.value,
                                used.bits == 0 ? "none of it" : cute::print(used)));
  }
  if (used.bits == 0) return lines;
  for (const std::int64_t mask : {cute::source_mask(used), cute::target_mask(used)}) {
    TILEGLOT_TRY(image, cute::to_result(cute::image_of_mask(layout, mask)));
    lines.push_back(
        fmt::format("{} sends index {} to offset {}", cute::print(layout), mask, image.value));
  }
  lines.emplace_back("these offsets are the bits that the swizzle before it reads and changes");
  return lines;
}

Result<Lines> explain_layout_swizzle(const Arguments& arguments) {
  TILEGLOT_TRY(layout, plain_layout_argument(arguments, 0));
  TILEGLOT_TRY(s, swizzle_argument(arguments, 1));
  return explain_push(layout, s);
}

/// Adds the push of a swizzle from the right of a layout to its left, with its steps.
Result<std::string> add_push(Lines& lines, const cute::Layout<>& layout, const cute::Swizzle& s) {
  TILEGLOT_TRY(steps, explain_push(layout, s));
  const auto pushed = add_answer(
      lines,
      fmt::format("moving the swizzle from the right of {} to its left: layout_swizzle_composition",
                  cute::print(layout)),
      "layout_swizzle_composition", {cute::print(layout, cute::Marks::kShow), cute::print(s)});
  if (pushed) add_indented(lines, steps);
  return pushed;
}

// -- composition

/// Composes the inner layout of A; the part before it stays.
Result<Lines> compose_inner(const cute::ComposedLayout& a, const std::string& b) {
  TILEGLOT_TRY(inner, cute::to_result(cute::inner_layout(a)));
  Lines lines{fmt::format("{} o {} stays before the inner layout, which is composed",
                          text_of(a.outer, cute::Marks::kHide), a.offset.value)};
  const std::vector<std::string> call{cute::print(inner, cute::Marks::kShow), b};
  TILEGLOT_TRY_STATUS(add_answer(lines, fmt::format("composition({}, {})", cute::print(inner), b),
                                 "composition", call));
  TILEGLOT_TRY(steps, explain_operation("composition", arguments_of(call)));
  add_indented(lines, steps);
  return lines;
}

/// The steps of a plain A after B = outer o 0 o inner.
Result<Lines> compose_behind(const cute::Layout<>& a, const cute::ComposedLayout& b) {
  TILEGLOT_TRY(inner, cute::to_result(cute::inner_layout(b)));
  const std::string behind = cute::print(inner, cute::Marks::kShow);
  Lines lines;
  if (b.outer.is_swizzle) {
    TILEGLOT_TRY_STATUS(add_push(lines, a, b.outer.swizzle));
    TILEGLOT_TRY_STATUS(add_answer(lines,
                                   fmt::format("after it: composition(A, {})", cute::print(inner)),
                                   "composition", {cute::print(a, cute::Marks::kShow), behind}));
    return lines;
  }
  TILEGLOT_TRY(
      outer,
      add_answer(
          lines, fmt::format("composition(A, {})", cute::print(b.outer.layout)), "composition",
          {cute::print(a, cute::Marks::kShow), cute::print(b.outer.layout, cute::Marks::kShow)}));
  TILEGLOT_TRY_STATUS(add_answer(lines,
                                 fmt::format("composition({}, {})", outer, cute::print(inner)),
                                 "composition", {outer, behind}));
  return lines;
}

// -- inverses

/// The swizzle of a composed layout before the inverse of its inner layout.
Status add_swizzle(Lines& lines, const cute::ComposedLayout& composed,
                   const cute::Layout<>& inverse) {
  const cute::Swizzle& s = composed.outer.swizzle;
  if (!cute::composition(inverse, s) && cute::does_nothing(s, composed.inner.layout)) {
    lines.push_back(
        fmt::format("no offset has a bit that {} reads, so it does nothing", cute::print(s)));
    return {};
  }
  TILEGLOT_TRY_STATUS(add_push(lines, inverse, s));
  return {};
}

/// Adds a line if the right inverse is shorter than that of the inner layout.
void add_cut(Lines& lines, const cute::ComposedLayout& composed, const cute::Layout<>& inverse) {
  const auto answer = cute::right_inverse(composed);
  if (!answer) return;
  const auto kept = std::visit([](const auto& l) { return cute::size(l); }, *answer);
  if (!kept || kept->value == cute::size(inverse)->value) return;
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
  TILEGLOT_TRY(a, any_layout_argument(arguments, 0));
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&a))
    return compose_inner(*composed, arguments.text(1));
  TILEGLOT_TRY(b, any_layout_argument(arguments, 1));
  return compose_behind(std::get<cute::Layout<>>(a), std::get<cute::ComposedLayout>(b));
}

Result<Lines> explain_composed_inverse(std::string_view operation,
                                       const cute::ComposedLayout& composed) {
  TILEGLOT_TRY(inner, cute::to_result(cute::inner_layout(composed)));
  const std::vector<std::string> call{cute::print(inner, cute::Marks::kShow)};
  Lines lines;
  TILEGLOT_TRY(
      undone,
      add_answer(lines, fmt::format("of the inner layout: {}({})", operation, cute::print(inner)),
                 operation, call));
  TILEGLOT_TRY(steps, explain_operation(operation, arguments_of(call)));
  add_indented(lines, steps);
  if (composed.outer.is_swizzle && composed.offset.value == 0) {
    TILEGLOT_TRY(layout, cute::to_result(operation == "left_inverse" ? cute::left_inverse(inner)
                                                                     : cute::right_inverse(inner)));
    TILEGLOT_TRY_STATUS(add_swizzle(lines, composed, layout));
    if (operation == "right_inverse") add_cut(lines, composed, layout);
    return lines;
  }
  std::string first = text_of(composed.outer, cute::Marks::kHide);
  if (!composed.outer.is_swizzle) {
    TILEGLOT_TRY(outer,
                 add_answer(lines, fmt::format("of the outer layout: {}({})", operation, first),
                            operation, {cute::print(composed.outer.layout, cute::Marks::kShow)}));
    first = outer;
  }
  lines.push_back(fmt::format("from the outside in: {}, then {} is taken off, then {}", first,
                              composed.offset.value, undone));
  return lines;
}

}  // namespace tileglot::calculator
