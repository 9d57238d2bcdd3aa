// SPDX-License-Identifier: Apache-2.0
// inverse.h: from an offset back to its coordinates.
//
// What     preimages(f, y) are all x with f(x) = y. None: y is padding. Inverse prepares a map for many questions.
// Why      Tile borders, padding, gather loops and witnesses of collisions ask what lies at an offset.
// Units    Coordinates in row-major order.
// Example  f32[3,5]{1,0:T(2,2)}: 17 has the one preimage (2,3); 14 has none.
//          [tests: inverse_test.cc, "17 is at (2,3) and 14 is padding"]
// Errors   map.too_large_to_decide after 2^24 boxes (fewer for maps of many terms).
// Source   docs/reference/index-map.md, inverse. Where each stride exceeds all that smaller ones can reach, offsets are read digit by
//          digit; where the offset's bits are xors of the coordinate's bits, by elimination; otherwise boxes of coordinates whose
//          range misses y are cut away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// Coordinates that share an offset.
struct Preimages {
  std::int64_t count = 0;               ///< of all of them
  std::vector<Coordinate> coordinates;  ///< the first ones in row-major order, as many as were asked for
};

inline constexpr std::size_t kListed = 65536;  ///< coordinates listed where the caller names no number

class Inverse {
 public:
  explicit Inverse(const IndexMap& f);
  Inverse(Inverse&&) noexcept;
  Inverse& operator=(Inverse&&) noexcept;
  ~Inverse();

  core::Result<Preimages> operator()(std::int64_t offset, std::size_t at_most = kListed) const;

  /// Every offset has at most one preimage, read off the offset digit by digit.
  bool is_direct() const;
  /// Writes the preimage to x; false where the offset is padding. Precondition: is_direct(), x has one place for each dimension.
  bool find(std::int64_t offset, std::span<std::int64_t> x) const;

 private:
  struct Routes;
  std::unique_ptr<Routes> routes_;
};

core::Result<Preimages> preimages(const IndexMap& f, std::int64_t offset, std::size_t at_most = kListed);

}  // namespace tileglot::map
