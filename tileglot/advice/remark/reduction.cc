// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/remark/about.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {
namespace {

namespace xla = notation::xla;
using core::Result;

/// From this many reduced elements on, the GPU requests the layout of a row reduction.
constexpr std::int64_t kRowReduction = 32;

Result<std::vector<std::int64_t>> reduced_dimensions(const std::string& text, std::size_t rank) {
  core::Scanner scanner(text);
  std::vector<std::int64_t> dimensions;
  do {
    TILEGLOT_TRY(dimension, scanner.integer("a dimension"));
    const bool is_known = dimension >= 0 && dimension < static_cast<std::int64_t>(rank);
    const bool is_twice = std::ranges::find(dimensions, dimension) != dimensions.end();
    if (!is_known || is_twice) {
      return core::fail(
          {.code = "advice.dimension",
           .message = is_twice ? fmt::format("dimension {} is listed twice", dimension)
                               : fmt::format("dimension {} is not one of the {}", dimension, rank),
           .help = is_twice ? "write each once, as in --reduce 0,2"
                            : "dimensions are counted from 0, as in --reduce 0,2"});
    }
    dimensions.push_back(dimension);
  } while (scanner.accept(","));
  if (scanner.at_end()) return dimensions;
  return core::fail({.code = "advice.dimension",
                     .message = fmt::format("expected ',' or the end, found {}", scanner.found()),
                     .span = scanner.here(),
                     .help = "write numbers with commas between them, as in --reduce 0,2"});
}

/// True if, in memory, only dimensions of one element are between the reduced ones.
bool nothing_between(const xla::Shape& shape, const std::vector<std::int64_t>& reduced) {
  const std::vector<std::int64_t> order = xla::layout_or_default(shape).minor_to_major;
  const auto is_reduced = [&](std::int64_t d) {
    return std::ranges::find(reduced, d) != reduced.end();
  };
  const auto first = std::ranges::find_if(order, is_reduced);
  const auto last = std::find_if(order.rbegin(), order.rend(), is_reduced).base();
  return std::all_of(first, last, [&](std::int64_t d) {
    return is_reduced(d) || shape.dimensions[static_cast<std::size_t>(d)].bound == 1;
  });
}

/// The shape in memory order, and which of its dimensions are reduced.
struct NormalizedReduction {
  xla::Shape input;
  std::vector<std::int64_t> dimensions;
};

NormalizedReduction normalized(const xla::Shape& shape, const std::vector<std::int64_t>& reduced) {
  const std::vector<std::int64_t> order = xla::layout_or_default(shape).minor_to_major;
  NormalizedReduction result{.input = {.type = shape.type}, .dimensions = {}};
  for (const std::int64_t d : std::views::reverse(order)) {
    if (std::ranges::find(reduced, d) != reduced.end())
      result.dimensions.push_back(std::ssize(result.input.dimensions));
    result.input.dimensions.push_back(shape.dimensions[static_cast<std::size_t>(d)]);
  }
  result.input.layout = xla::descending_layout(order.size());
  return result;
}

/// Reduced dimensions most minor, the last one named most minor of all, then the others from the
/// last on.
std::string row_reduction_layout(std::size_t rank, const std::vector<std::int64_t>& reduced) {
  xla::Layout layout{.minor_to_major = {reduced.rbegin(), reduced.rend()}};
  for (std::int64_t d = static_cast<std::int64_t>(rank) - 1; d >= 0; --d) {
    if (std::ranges::find(reduced, d) == reduced.end()) layout.minor_to_major.push_back(d);
  }
  return xla::print(layout);
}

Result<std::int64_t> reduced_elements(const xla::Shape& shape,
                                      const std::vector<std::int64_t>& reduced) {
  TILEGLOT_TRY(bounds, xla::array_bounds(shape));
  std::vector<std::int64_t> kept;
  kept.reserve(reduced.size());
  for (const std::int64_t d : reduced) kept.push_back(bounds[static_cast<std::size_t>(d)]);
  return xla::element_count(kept).value_or(core::kInt64Max);
}

}  // namespace

Result<Remark> about_reduction(const xla::Shape& shape, const UseRequest& asked) {
  TILEGLOT_TRY(reduced, reduced_dimensions(*asked.reduce, xla::rank(shape)));
  const bool consecutive = nothing_between(shape, reduced);
  TILEGLOT_TRY(elements, reduced_elements(shape, reduced));
  const NormalizedReduction form = normalized(shape, reduced);
  const std::string row = row_reduction_layout(xla::rank(shape), reduced);
  std::string text = fmt::format(
      "the reduced dimensions are {}consecutive in memory; XLA's reduction normalizer reads {}, "
      "reduced over {}",
      consecutive ? "" : "not ", xla::print(form.input), fmt::join(form.dimensions, ","));
  if (elements >= kRowReduction) text += fmt::format("; a GPU asks for {}, a row reduction", row);
  value::Json numbers{{"consecutive", consecutive},
                      {"normalized", xla::print(form.input)},
                      {"normalized_dimensions", form.dimensions}};
  if (elements >= kRowReduction) numbers["row_reduction"] = row;
  return Remark{"reduction", std::move(text), std::move(numbers), !consecutive};
}

}  // namespace tileglot::advice
