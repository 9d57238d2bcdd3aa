// SPDX-License-Identifier: Apache-2.0
// places.h: which place has position i of a spread: a row of digits, or a list.
//
// What     Places maps the positions 0..n-1 one to one to places: numbers of ranks, or of files. As
//          digits: a position is written with the counts as radices, the first digit slowest, and
//          the place is base + the sum of digit * stride. position_of goes back.
// Why      A mesh of a million ranks is a few digits; who has a tile, and which tile a rank has, are
//          a few divisions.
// Units    Positions and places are counted from 0.
// Example  Digits {4, stride 1}, {2, stride 4}, which XLA writes <=[2,4]T(1,0), put the positions
//          0..7 at 0,4,1,5,2,6,3,7; place 6 has position 5.
//          [tests: places_test.cc, "digits are a transposed order"]
// Errors   placement.places where two positions have one place, a number is negative or a count is below
//          1; placement.limit for more than 2^20 listed places, or places beyond 2^62.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::placement {

/// The most places, or pieces, that are listed one by one.
inline constexpr std::int64_t kMostListed = std::int64_t{1} << 20;

struct Digit {
  std::int64_t count = 1;
  std::int64_t stride = 0;
  friend bool operator==(const Digit&, const Digit&) = default;
};

class Places {
 public:
  /// The digits, first slowest.
  static core::Result<Places> of_digits(const std::vector<Digit>& digits, std::int64_t base = 0);
  /// The place of each position.
  static core::Result<Places> listed(std::vector<std::int64_t> places);

  std::int64_t size() const { return size_; }
  /// One more than the largest place.
  std::int64_t end() const { return end_; }
  /// Precondition: 0 <= position < size().
  std::int64_t at(std::int64_t position) const;
  std::optional<std::int64_t> position_of(std::int64_t place) const;

  const std::vector<Digit>& digits() const { return digits_; }
  bool is_listed() const { return !listed_.empty(); }

 private:
  struct Entry {
    std::int64_t place;
    std::int64_t position;
  };

  std::vector<Digit> digits_ = {};           ///< none of count 1
  std::vector<std::int64_t> weights_ = {};   ///< of a digit in the position
  std::vector<std::size_t> by_stride_ = {};  ///< numbers of digits, largest stride first
  std::vector<std::int64_t> listed_ = {};
  std::vector<Entry> by_place_ = {};  ///< of listed ones, ascending
  std::int64_t base_ = 0;
  std::int64_t size_ = 1;
  std::int64_t end_ = 1;
};

/// Position i at second.at(first.at(i)). As digits where those of `first` can be split at the radices
/// of `second`, else listed. Precondition: first.end() <= second.size().
core::Result<Places> then(const Places& first, const Places& second);

}  // namespace tileglot::placement
