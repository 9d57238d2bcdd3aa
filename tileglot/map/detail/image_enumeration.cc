// SPDX-License-Identifier: Apache-2.0
// image_enumeration.cc: walks a domain and marks offsets.
#include "tileglot/map/detail/image_enumeration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/walk.h"

namespace tileglot::map {
namespace {

/// A step of a walk is cheaper than an evaluation, and gets more expensive with more terms.
std::int64_t walk_limit(const IndexMap& f, std::int64_t limit, const Effort& effort) {
  return std::min(limit, effort.walk_terms / static_cast<std::int64_t>(count_terms(f) + 1));
}

core::Error too_large(std::string_view question, const IndexMap& f, std::int64_t limit) {
  return {
      {.code = "map.too_large_to_decide",
       .message = fmt::format(
           "{} is decided by no rule here and needs {} coordinates one by one; the limit is {}",
           question, f.size(), limit),
       .help = "use a smaller domain, or strides of which each exceeds what smaller ones reach"}};
}

/// Steps to the next coordinate in row-major order; false after the last.
bool advance(const IndexMap& f, Walker& walker) {
  for (std::size_t k = f.rank(); k-- > 0;) {
    if (walker.at()[k] + 1 < f.extent(k)) {
      walker.step(k);
      return true;
    }
    walker.rewind(k);
  }
  return false;
}

}  // namespace

void for_each_offset(const IndexMap& f, const std::function<bool(std::int64_t)>& visit) {
  if (f.size() == 0) return;
  Walker walker(f, Coordinate(f.rank(), 0));
  while (visit(walker.offset()) && advance(f, walker)) {
  }
}

std::vector<Coordinate> first_with(const IndexMap& f, std::int64_t offset, std::size_t enough) {
  std::vector<Coordinate> found;
  if (f.size() == 0) return found;
  Walker walker(f, Coordinate(f.rank(), 0));
  do {
    if (walker.offset() == offset) found.push_back(walker.at());
  } while (found.size() < enough && advance(f, walker));
  return found;
}

core::Result<ImageEnumeration> ImageEnumeration::of(const IndexMap& f, std::string_view question,
                                                    Until until, const Effort& effort) {
  ImageEnumeration found;
  found.range_ = f.out().bound;
  const core::Checked width = core::checked_sub(found.range_.hi, found.range_.lo);
  const bool marks = width && *width < effort.bitmap_bits;
  const std::int64_t limit =
      walk_limit(f, marks ? effort.marked_points : effort.listed_points, effort);
  // If there is one coordinate more than there are offsets, an offset repeats.
  const bool ends_early = marks && until == Until::kRepeated && *width + 2 <= limit;
  if (f.size() > limit && !ends_early) return core::fail(too_large(question, f, limit));
  if (marks) found.bits_.assign(static_cast<std::size_t>(*width / 64 + 1), 0);
  for_each_offset(f, [&](std::int64_t offset) { return found.mark(offset, until); });
  if (!marks) found.sort();
  return found;
}

bool ImageEnumeration::mark(std::int64_t offset, Until until) {
  if (bits_.empty()) {
    offsets_.push_back(offset);
    return true;
  }
  const auto place = static_cast<std::uint64_t>(offset - range_.lo);
  std::uint64_t& word = bits_[static_cast<std::size_t>(place / 64)];
  const std::uint64_t bit = std::uint64_t{1} << (place % 64);
  if ((word & bit) == 0) {
    word |= bit;
    ++distinct_;
    return true;
  }
  if (!repeated_) repeated_ = offset;
  return until == Until::kEnd;
}

void ImageEnumeration::sort() {
  std::sort(offsets_.begin(), offsets_.end());
  const auto twice = std::adjacent_find(offsets_.begin(), offsets_.end());
  if (twice != offsets_.end()) repeated_ = *twice;
  offsets_.erase(std::unique(offsets_.begin(), offsets_.end()), offsets_.end());
  distinct_ = static_cast<std::int64_t>(offsets_.size());
}

bool ImageEnumeration::holds(std::int64_t offset) const {
  if (bits_.empty()) return std::binary_search(offsets_.begin(), offsets_.end(), offset);
  if (offset < range_.lo || offset > range_.hi) return false;
  const auto place = static_cast<std::uint64_t>(offset - range_.lo);
  return ((bits_[static_cast<std::size_t>(place / 64)] >> (place % 64)) & 1U) != 0;
}

std::optional<std::int64_t> ImageEnumeration::first_missing(std::int64_t size) const {
  std::int64_t offset = 0;
  while (offset < size && holds(offset)) ++offset;
  if (offset == size) return std::nullopt;
  return offset;
}

}  // namespace tileglot::map
