// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/explanations.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/layout/by_stride.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::Result;

/// An extent and a stride.
struct Mode {
  std::int64_t extent = 0;
  std::int64_t stride = 0;
};

std::string text_of(Mode mode) { return fmt::format("{}:{}", mode.extent, mode.stride); }

std::vector<Mode> leaves_of(const cute::Layout<>& layout) {
  std::vector<Mode> modes;
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot)) continue;
    modes.push_back({layout.shape.values[slot], layout.stride.values[slot]});
  }
  return modes;
}

std::string text_of(const std::vector<Mode>& modes) {
  std::string text;
  for (const Mode& mode : modes) text += (text.empty() ? "" : ", ") + text_of(mode);
  return text;
}

/// The text of a * b; if it overflows, the operation itself refuses it.
std::string times(std::int64_t a, std::int64_t b) {
  const auto product = core::checked_mul(a, b);
  return product ? std::to_string(*product) : fmt::format("{}*{}", a, b);
}

bool has_steps(const cute::Layout<>& layout) { return !has_basis(layout.stride); }

// -- composition

/// Divides one leaf of B through the modes of A. If the division leaves a remainder, there is no
/// result of this form, and the line says so.
void divide_through(Lines& lines, Mode leaf, const std::vector<Mode>& modes) {
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const Mode& mode = modes[k];
    const std::string here = fmt::format("  {} through {}: ", text_of(leaf), text_of(mode));
    if (leaf.extent == 1 || leaf.stride == 0 || k + 1 == modes.size()) {
      lines.push_back(here + fmt::format("{} * {} = {}, so {}:{}", leaf.stride, mode.stride,
                                         times(leaf.stride, mode.stride), leaf.extent,
                                         times(leaf.stride, mode.stride)));
      return;
    }
    if (mode.extent > 0 && leaf.stride % mode.extent == 0) {
      lines.push_back(here + fmt::format("a step of {} passes all {}, {} / {} = {} is left",
                                         leaf.stride, mode.extent, leaf.stride, mode.extent,
                                         leaf.stride / mode.extent));
      leaf.stride /= mode.extent;
      continue;
    }
    const bool nests = leaf.stride > 0 && mode.extent % leaf.stride == 0;
    const std::int64_t inside = nests ? mode.extent / leaf.stride : 0;
    if (nests && leaf.extent > inside && leaf.extent % inside == 0) {
      lines.push_back(here + fmt::format("{} / {} = {} steps inside, so {}:{}, and {} / {} = {} "
                                         "are left",
                                         mode.extent, leaf.stride, inside, inside,
                                         times(leaf.stride, mode.stride), leaf.extent, inside,
                                         leaf.extent / inside));
      leaf = {leaf.extent / inside, 1};
      continue;
    }
    const auto last = core::checked_mul(leaf.extent - 1, leaf.stride);
    if (leaf.stride > 0 && last && *last < mode.extent) {
      lines.push_back(here + fmt::format("{} steps of {} inside, so {}:{}", leaf.extent,
                                         leaf.stride, leaf.extent,
                                         times(leaf.stride, mode.stride)));
      return;
    }
    lines.push_back(here + "they do not divide, so the values decide");
    return;
  }
}

Result<Lines> explain_layouts(const cute::Layout<>& a, const cute::Layout<>& b) {
  Lines lines;
  const cute::Layout<> flat = cute::coalesce(a);
  if (!(flat == a)) lines.push_back(fmt::format("coalesce(A) = {}", cute::print(flat)));
  for (const Mode& leaf : leaves_of(b)) {
    lines.push_back(fmt::format("{} of B takes {} elements of A, {} apart:", text_of(leaf),
                                leaf.extent, leaf.stride));
    divide_through(lines, leaf, leaves_of(flat));
  }
  return lines;
}

/// Applies the operation itself to each mode of A and its entry of the tiler.
Result<Lines> explain_by_mode(std::string_view operation, const cute::Layout<>& a,
                              const cute::Tiler& tiler) {
  Lines lines;
  for (int k = 0; k < cute::rank(tiler.guide) && k < cute::rank(a); ++k) {
    TILEGLOT_TRY(entry, cute::to_result(cute::mode(tiler.guide, k)));
    TILEGLOT_TRY(part, cute::to_result(cute::mode(a, k)));
    const bool is_layout = entry.is_scalar && !entry.is_keep(0);
    if (entry.is_keep(0) && entry.is_scalar) {
      lines.push_back(fmt::format("mode {} stays {}", k, cute::print(part)));
    } else if (is_layout) {
      TILEGLOT_TRY(by, cute::to_result(cute::mode(tiler.layouts, entry.values[0])));
      TILEGLOT_TRY_STATUS(add_answer(
          lines,
          fmt::format("mode {}: {}({}, {})", k, operation, cute::print(part), cute::print(by)),
          operation, {cute::print(part, cute::Marks::kShow), cute::print(by, cute::Marks::kShow)}));
    }
  }
  return lines;
}

Result<Lines> explain_composition(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  const auto* a = std::get_if<cute::Layout<>>(&any);
  if (a == nullptr || is_composed(arguments, 1)) return explain_composed_composition(arguments);
  if (!has_steps(*a)) return Lines{};
  TILEGLOT_TRY(tiler, tiler_argument(arguments, 1));
  if (tiler.is_by_mode()) return explain_by_mode("composition", *a, tiler);
  if (tiler.guide.is_keep(0)) return Lines{};
  TILEGLOT_TRY(b, cute::to_result(cute::mode(tiler.layouts, 0)));
  return has_steps(b) ? explain_layouts(*a, b) : Lines{};
}

// -- complement

Result<Lines> explain_complement(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  const auto* layout = std::get_if<cute::Layout<>>(&any);
  if (layout == nullptr || !has_steps(*layout)) return Lines{};
  std::vector<Mode> modes;
  for (const Mode& mode : leaves_of(*layout)) {
    if (mode.stride > 0 && mode.extent > 1) modes.push_back(mode);
  }
  std::sort(modes.begin(), modes.end(), [](const Mode& x, const Mode& y) {
    return std::pair(x.stride, x.extent) < std::pair(y.stride, y.extent);
  });
  Lines lines{
      fmt::format("the modes that move, by stride: {}", modes.empty() ? "none" : text_of(modes))};
  std::int64_t filled = 1;
  for (const Mode& mode : modes) {
    const std::int64_t copies = mode.stride / filled;
    const std::int64_t hole = mode.stride % filled;
    if (copies != 1) {
      lines.push_back(fmt::format("  {}: {} / {} = {} copies fit below its stride, so {}:{}",
                                  text_of(mode), mode.stride, filled, copies, copies, filled));
    } else if (hole == 0) {
      lines.push_back(
          fmt::format("  {}: its stride is the {} filled so far; no gap", text_of(mode), filled));
    }
    if (copies > 0 && hole > 0) {
      lines.push_back(fmt::format("  {}: a hole of {} stays below its stride", text_of(mode),
                                  core::counted(hole, "offset")));
    }
    const auto reach = core::checked_mul(mode.extent, mode.stride);
    if (!reach) return lines;
    filled = *reach;
    lines.push_back(fmt::format("    {} * {} = {} are filled", mode.extent, mode.stride, filled));
  }
  if (arguments.count() < 2) return lines;
  lines.push_back(fmt::format("up to {}: as many blocks of {} as reach it, with stride {}",
                              arguments.text(1), filled, filled));
  return lines;
}

// -- inverses

/// A mode of a layout, and the index distance between its elements.
struct Placed {
  Mode mode;
  std::int64_t place;
};

/// The modes with their index distances, in the order of the domain, as long as the distances fit.
std::vector<Placed> placed_modes(const cute::Layout<>& layout) {
  std::vector<Placed> modes;
  std::int64_t place = 1;
  for (const Mode& mode : leaves_of(layout)) {
    modes.push_back({mode, place});
    const auto after = core::checked_mul(place, mode.extent);
    if (!after) break;
    place = *after;
  }
  return modes;
}

Lines lines_of_places(const std::vector<Placed>& modes) {
  Lines lines{"where in the domain each mode begins, and its stride:"};
  for (const Placed& placed : modes)
    lines.push_back(fmt::format("  {} at {}", text_of(placed.mode), placed.place));
  return lines;
}

void sort_by_stride(std::vector<Placed>& modes) {
  std::sort(modes.begin(), modes.end(), [](const Placed& x, const Placed& y) {
    return std::pair(x.mode.stride, x.place) < std::pair(y.mode.stride, y.place);
  });
}

/// The line for a right inverse that continues with a mode: with all or some of its steps.
std::string link_line(const Placed& placed, std::int64_t next, std::int64_t times,
                      std::int64_t extent) {
  const auto [mode, place] = placed;
  const std::string whose = times == 1 ? "that" : fmt::format("{} times that", times);
  const std::string taken = extent == mode.extent ? "" : fmt::format(", {} of them", extent);
  return fmt::format("stride {} is {} of {}{}, so {}:{}", next, whose, text_of(mode), taken, extent,
                     place * times);
}

Result<Lines> explain_right_inverse(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  const auto* layout = std::get_if<cute::Layout<>>(&any);
  if (layout == nullptr)
    return explain_composed_inverse("right_inverse", std::get<cute::ComposedLayout>(any));
  if (!has_steps(*layout)) return Lines{};
  Lines lines = lines_of_places(placed_modes(*layout));
  if (cute::needs_numbers(*layout) != core::Refusal{}) return lines;
  std::int64_t next = 1;
  cute::for_each_link(*layout, [&](int slot, core::Integer times, core::Integer extent) {
    const Mode mode{layout->shape.values[slot], layout->stride.values[slot]};
    const std::int64_t place = cute::index_step(layout->shape, slot).value;
    lines.push_back(link_line({mode, place}, next, times.value, extent.value));
    next *= extent.value;
  });
  lines.push_back(
      fmt::format("no mode goes on with stride {}: {} offsets are reached", next, next));
  return lines;
}

/// The line for the steps of a mode up to the stride of the next one.
std::string steps_between(const Placed& placed, std::int64_t next) {
  const auto [mode, place] = placed;
  return fmt::format("{} up to stride {}: {} / {} = {} steps, each {} on in the domain, so {}:{}",
                     text_of(mode), next, next, mode.stride, next / mode.stride, place,
                     next / mode.stride, place);
}

/// The digits of an offset in the shape of an inverse, the last one unbounded, and their result.
std::string digits_line(const Placed& placed, const cute::Layout<>& inverse) {
  const std::int64_t offset = placed.mode.stride;
  return fmt::format("  offset {} is {} there, and gives {}", offset,
                     cute::print(*cute::idx2crd(offset, inverse.shape)),
                     cute::crd2idx(offset, inverse)->value);
}

/// `modes` are sorted by stride; their strides do not divide one another, or the modes overlap.
Lines lines_of_search(const cute::Layout<>& layout, const std::vector<Placed>& modes) {
  Lines lines{"the strides do not split all offsets: other places to split are tried"};
  const auto inverse = cute::left_inverse(layout);
  if (!inverse) return lines;
  lines.push_back(fmt::format("in {} the offset of one step of each mode:", cute::print(*inverse)));
  for (const Placed& placed : modes) lines.push_back(digits_line(placed, *inverse));
  return lines;
}

Result<Lines> explain_left_inverse(const Arguments& arguments) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  const auto* layout = std::get_if<cute::Layout<>>(&any);
  if (layout == nullptr)
    return explain_composed_inverse("left_inverse", std::get<cute::ComposedLayout>(any));
  if (!has_steps(*layout)) return Lines{};
  std::vector<Placed> modes = placed_modes(*layout);
  Lines lines = lines_of_places(modes);
  std::erase_if(modes, [](const Placed& p) { return p.mode.extent == 1 || p.mode.stride < 1; });
  sort_by_stride(modes);
  if (modes.empty()) {
    lines.emplace_back("no mode moves: every element is at offset 0, and so is the first");
    return lines;
  }
  if (!cute::splits_at_strides(cute::LeavesByStride(*layout))) {
    for (std::string& line : lines_of_search(*layout, modes)) lines.push_back(std::move(line));
    return lines;
  }
  const std::int64_t first = modes.front().mode.stride;
  if (first > 1) {
    lines.push_back(
        fmt::format("the offsets between are those of the element before: {}:0", first));
  }
  for (std::size_t i = 0; i + 1 < modes.size(); ++i)
    lines.push_back(steps_between(modes[i], modes[i + 1].mode.stride));
  const auto [last, place] = modes.back();
  lines.push_back(fmt::format("{} is the last: {} steps, each {} on in the domain, so {}:{}",
                              text_of(last), last.extent, place, last.extent, place));
  return lines;
}

// -- divides and products

Result<Lines> explain_divide_by(const cute::Layout<>& a, const cute::Layout<>& b) {
  Lines lines;
  TILEGLOT_TRY(elements, cute::to_result(cute::size(a)));
  const std::string by = cute::print(b, cute::Marks::kShow);
  TILEGLOT_TRY(rest,
               add_answer(lines,
                          fmt::format("what {} leaves of {}: complement({}, {})", cute::print(b),
                                      elements.value, cute::print(b), elements.value),
                          "complement", {by, cute::print(elements, cute::Marks::kShow)}));
  lines.push_back(fmt::format("tile and rest: ({}, {})", cute::print(b), rest));
  TILEGLOT_TRY_STATUS(add_answer(lines, fmt::format("tile: composition(A, {})", cute::print(b)),
                                 "composition", {cute::print(a, cute::Marks::kShow), by}));
  TILEGLOT_TRY_STATUS(add_answer(lines, fmt::format("rest: composition(A, {})", rest),
                                 "composition", {cute::print(a, cute::Marks::kShow), rest}));
  return lines;
}

Result<Lines> explain_product_by(const cute::Layout<>& a, const cute::Layout<>& b) {
  Lines lines;
  TILEGLOT_TRY(elements, cute::to_result(cute::size(a)));
  TILEGLOT_TRY(reach, cute::to_result(cute::cosize(b)));
  TILEGLOT_TRY(room, cute::to_result(multiply(elements, reach)));
  lines.push_back(fmt::format("room for the copies: size(A) * cosize(B) = {} * {} = {}",
                              elements.value, reach.value, room.value));
  TILEGLOT_TRY(
      free,
      add_answer(lines, fmt::format("complement({}, {})", cute::print(a), room.value), "complement",
                 {cute::print(a, cute::Marks::kShow), cute::print(room, cute::Marks::kShow)}));
  TILEGLOT_TRY_STATUS(add_answer(
      lines, fmt::format("where the copies begin: composition({}, {})", free, cute::print(b)),
      "composition", {free, cute::print(b, cute::Marks::kShow)}));
  return lines;
}

using ExplainBy = Result<Lines> (*)(const cute::Layout<>&, const cute::Layout<>&);

Result<Lines> explain_tiling(const Arguments& arguments, std::string_view operation,
                             ExplainBy explain) {
  TILEGLOT_TRY(any, any_layout_argument(arguments, 0));
  const auto* a = std::get_if<cute::Layout<>>(&any);
  if (a == nullptr) return Lines{};
  TILEGLOT_TRY(tiler, tiler_argument(arguments, 1));
  if (tiler.is_by_mode()) return explain_by_mode(operation, *a, tiler);
  if (tiler.guide.is_keep(0)) return Lines{};
  TILEGLOT_TRY(b, cute::to_result(cute::mode(tiler.layouts, 0)));
  return explain(*a, b);
}

Result<Lines> explain_logical_divide(const Arguments& arguments) {
  return explain_tiling(arguments, "logical_divide", explain_divide_by);
}

Result<Lines> explain_logical_product(const Arguments& arguments) {
  return explain_tiling(arguments, "logical_product", explain_product_by);
}

/// The steps of the logical form, then its modes in other brackets.
Result<Lines> bracketed(const Arguments& arguments, std::string_view logical,
                        Result<Lines> (*explain)(const Arguments&), std::string_view how) {
  TILEGLOT_TRY(lines, explain(arguments));
  TILEGLOT_TRY_STATUS(add_answer(lines, logical, logical, {arguments.text(0), arguments.text(1)}));
  lines.emplace_back(how);
  return lines;
}

constexpr std::string_view kZipped = "all tiles into one mode, all rests into the other";
constexpr std::string_view kTiled = "all tiles into one mode, each rest into its own";
constexpr std::string_view kFlat = "each tile and each rest into its own mode";
constexpr std::string_view kBlocked = "mode i of A before mode i of its copies";
constexpr std::string_view kRaked = "mode i of the copies before mode i of A";

template <const std::string_view& How>
Result<Lines> explain_divide(const Arguments& arguments) {
  return bracketed(arguments, "logical_divide", explain_logical_divide, How);
}

template <const std::string_view& How>
Result<Lines> explain_product(const Arguments& arguments) {
  return bracketed(arguments, "logical_product", explain_logical_product, How);
}

constexpr Explanation kExplanations[] = {
    {"blocked_product", explain_product<kBlocked>}, {"complement", explain_complement},
    {"composition", explain_composition},           {"flat_divide", explain_divide<kFlat>},
    {"flat_product", explain_product<kFlat>},       {"left_inverse", explain_left_inverse},
    {"logical_divide", explain_logical_divide},     {"logical_product", explain_logical_product},
    {"raked_product", explain_product<kRaked>},     {"right_inverse", explain_right_inverse},
    {"tiled_divide", explain_divide<kTiled>},       {"tiled_product", explain_product<kTiled>},
    {"zipped_divide", explain_divide<kZipped>},     {"zipped_product", explain_product<kZipped>},
};

const Explanation* find_explanation(std::string_view operation) {
  const std::span<const Explanation> families[] = {kExplanations, composed_explanations(),
                                                   tiled_explanations()};
  for (const std::span<const Explanation> family : families) {
    for (const Explanation& row : family) {
      if (row.name == operation) return &row;
    }
  }
  return nullptr;
}

}  // namespace

Result<Lines> explain_operation(std::string_view operation, std::span<const Argument> arguments) {
  const Explanation* row = find_explanation(operation);
  if (row == nullptr) return Lines{};
  return row->explain(Arguments(operation, arguments));
}

}  // namespace tileglot::calculator
