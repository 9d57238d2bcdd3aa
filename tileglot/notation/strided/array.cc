// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/limits.h"

namespace tileglot::notation::strided {

core::Checked element_count(std::span<const std::int64_t> extents) {
  if (std::ranges::find(extents, 0) != extents.end()) return 0;
  core::Checked product = 1;
  for (const std::int64_t extent : extents) {
    if (product) product = core::checked_mul(*product, extent);
  }
  return product;
}

core::Status check_array(const Array& array) {
  if (rank(array) > kMaxRank) {
    return core::fail(
        {.code = "strided.limit",
         .message = fmt::format("{} dimensions, and at most {} are read", rank(array), kMaxRank),
         .help = "join dimensions"});
  }
  for (std::size_t k = 0; k < rank(array); ++k) {
    if (array.extents[k] >= 0) continue;
    return core::fail({.code = "strided.extent",
                       .message = fmt::format("dimension {} has extent {}", k, array.extents[k]),
                       .help = "extents are 0 or more"});
  }
  if (element_count(array.extents)) return {};
  return core::fail({.code = "strided.too_large",
                     .message = fmt::format("an array of {} has more elements than a signed 64-bit "
                                            "integer can count",
                                            tuple_text(array.extents)),
                     .help = "write smaller extents"});
}

core::Result<Array> array_for(const std::optional<Array>& own, const std::optional<Array>& given) {
  if (!own && !given) {
    return core::fail(
        {.code = "strided.shape_missing",
         .message = "the layout does not say which extents it is for",
         .help =
             "name the tensor with an extent for each dimension, as in -t 'tensor<16x256xbf16>'"});
  }
  if (own && given && own->extents != given->extents) {
    return core::fail({.code = "strided.shape_differs",
                       .message = fmt::format("the layout is for {}, and the tensor is {}",
                                              tuple_text(own->extents), tuple_text(given->extents)),
                       .help = "a layout that says its extents needs no tensor"});
  }
  Array array = own ? *own : *given;
  if (!array.type && given) array.type = given->type;
  TILEGLOT_TRY_STATUS(check_array(array));
  return array;
}

core::Error wrong_rank(std::string_view what, std::size_t wanted, const Array& array) {
  return {{.code = "strided.rank",
           .message = fmt::format("{} has {} dimensions, and the array {} has {}", what, wanted,
                                  tuple_text(array.extents), rank(array)),
           .help = "give the layout one dimension for each extent"}};
}

std::string tuple_text(std::span<const std::int64_t> numbers) {
  return fmt::format("({}{})", fmt::join(numbers, ","), numbers.size() == 1 ? "," : "");
}

}  // namespace tileglot::notation::strided
