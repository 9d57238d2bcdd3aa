// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/evaluate.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

/// The product of the extents in slots [begin, end). It fits if the size of the layout does, unless
/// an extent outside is 0; then no coordinate is in range, and 0 is returned on overflow.
std::int64_t extent_of(const IntTuple& shape, int begin, int end) {
  core::Checked extent = 1;
  for (int slot = begin; slot < end && extent; ++slot) {
    if (!shape.is_empty(slot)) extent = core::checked_mul(*extent, shape.values[slot]);
  }
  return extent.value_or(0);
}

core::Error out_of_range(const IntTuple& coordinate, std::int64_t value, const IntTuple& shape,
                         std::int64_t extent) {
  const std::string whole = coordinate.is_scalar ? "" : print(coordinate) + ": ";
  return {{.code = "cute.out_of_range",
           .message = fmt::format("coordinate {}{} is not in [0, {})", whole, value, extent),
           .help = extent == 0 ? fmt::format("the shape {} has no elements", print(shape))
                               : fmt::format("the shape is {}", print(shape))}};
}

/// Checks that the coordinate matches the shape's structure and each integer is inside its extent.
core::Status check_bounds(const IntTuple& coordinate, const IntTuple& shape) {
  if (has_underscore(coordinate)) {
    return core::fail({.code = "cute.coordinate",
                       .message = fmt::format("the coordinate {} has a `_`, which names no element",
                                              print(coordinate)),
                       .help = "write an integer there"});
  }
  std::optional<core::Error> error;
  const auto check = [&](int k, int begin, int end) {
    const std::int64_t value = coordinate.values[k];
    const std::int64_t extent = extent_of(shape, begin, end);
    if (!error && (value < 0 || value >= extent)) {
      error = out_of_range(coordinate, value, shape, extent);
    }
    return Refusal{};
  };
  const Refusal refused = for_each_covered(coordinate, shape, check);
  if (refused != Refusal{}) return core::fail(coordinate_error(refused, coordinate, shape));
  if (error) return core::fail(*error);
  return {};
}

}  // namespace

core::Result<std::int64_t> offset_of(const Layout<>& layout, const IntTuple& coordinate) {
  TILEGLOT_TRY_STATUS(check_bounds(coordinate, layout.shape));
  TILEGLOT_TRY(offset, to_result(crd2idx(coordinate, layout)));
  return offset.value;
}

core::Result<OffsetExplanation> explain_offset(const Layout<>& layout, const IntTuple& coordinate) {
  TILEGLOT_TRY(offset, offset_of(layout, coordinate));
  TILEGLOT_TRY(natural, to_result(idx2crd(coordinate, layout.shape)));
  OffsetExplanation explanation{.natural = natural, .steps = {}, .offset = offset};
  for (int slot = 0; slot < natural.slots; ++slot) {
    if (natural.is_empty(slot)) continue;
    const std::int64_t c = natural.values[slot];
    const std::int64_t stride = layout.stride.values[slot];
    // In range, so the product is at most the largest offset, which fits.
    explanation.steps.push_back({c, layout.shape.values[slot], stride, c * stride});
  }
  return explanation;
}

}  // namespace tileglot::notation::cute
