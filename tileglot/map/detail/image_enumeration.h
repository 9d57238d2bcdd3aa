// SPDX-License-Identifier: Apache-2.0
// image_enumeration.h: enumerates all offsets of a map.
//
// What     ImageEnumeration::of(f) walks the whole domain and marks each offset: how many differ,
//          which repeat, which is the first that is missing.
// Why      A query that no rule about digits decides can still be enumerated.
// Units    A bitmap over the range, up to 2^30 bits, for up to 2^28 coordinates; a sorted list of
//          up to 2^24 offsets where the range is wider; an Effort can set lower limits.
// Errors   map.too_large_to_decide beyond that.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

enum class Until { kEnd, kRepeated };

class ImageEnumeration {
 public:
  /// `question` is quoted in the error: "injectivity".
  static core::Result<ImageEnumeration> of(const IndexMap& f, std::string_view question,
                                           Until until = Until::kEnd, const Effort& effort = {});

  /// The number of different offsets found.
  std::int64_t distinct() const { return distinct_; }
  /// An offset found twice.
  std::optional<std::int64_t> repeated() const { return repeated_; }
  /// The smallest offset of [0, size) that was not found. Precondition: the enumeration was
  /// completed.
  std::optional<std::int64_t> first_missing(std::int64_t size) const;

 private:
  bool mark(std::int64_t offset, Until until);
  void sort();
  bool holds(std::int64_t offset) const;

  Range range_;
  std::vector<std::uint64_t> bits_;    ///< offset - range_.lo, where the range is small enough
  std::vector<std::int64_t> offsets_;  ///< ascending at the end, where it is not
  std::int64_t distinct_ = 0;
  std::optional<std::int64_t> repeated_;
};

/// Calls visit(offset) for each coordinate, row-major, until it returns false.
void for_each_offset(const IndexMap& f, const std::function<bool(std::int64_t)>& visit);

/// The first coordinates in row-major order that have this offset, at most `enough`.
std::vector<Coordinate> first_with(const IndexMap& f, std::int64_t offset, std::size_t enough);

}  // namespace tileglot::map
