// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/digest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"

namespace tileglot::relayout::digest {
namespace {

std::string array_of(const Digest& digest) {
  return fmt::format("[{}] of {}-bit elements", fmt::join(digest.extents, ","),
                     digest.element_bits);
}

}  // namespace

std::int64_t Digest::all_elements() const {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) {
    if (extent == 0) return 0;
    size = core::saturating_mul(size, extent);
  }
  return size;
}

core::Status Digest::add(const Digest& part) {
  if (extents != part.extents || element_bits != part.element_bits) {
    return core::fail({.code = "digest.other_array",
                       .message = fmt::format("digests of two arrays cannot be added: {} and {}",
                                              array_of(*this), array_of(part)),
                       .help = "digest each part as a part of the same whole array"});
  }
  const std::int64_t sum = core::saturating_add(elements, part.elements);
  if (sum > all_elements()) {
    return core::fail(
        {.code = "digest.elements",
         .message = fmt::format("parts of {} and {} elements are more than the {} of "
                                "{}",
                                elements, part.elements, all_elements(), array_of(*this)),
         .help = "include each part once; of copies, one"});
  }
  elements = sum;
  first += part.first;
  second += part.second;
  return {};
}

}  // namespace tileglot::relayout::digest
