// SPDX-License-Identifier: Apache-2.0
// inverse.h: from an offset back to its coordinates.
//
// What     preimages(f, y) are all x with f(x) = y. None: y is padding. An Inverse prepares a map
//          for many such queries.
// Why      Tile borders, padding, gather loops and witnesses of collisions need the coordinates at
//          an offset.
// Units    Coordinates in row-major order.
// Example  f32[3,5]{1,0:T(2,2)}: 17 has the one preimage (2,3); 14 has none.
//          [tests: inverse_test.cc, "seventeen is at (2,3) and 14 is padding"]
// Errors   map.too_large_to_decide after too many boxes (limits.h).
// How      The first that applies: where each stride exceeds the maximum reach of the smaller ones,
//          the offset is divided by the strides; where f is made of weighted xors of bits,
//          elimination over F2; otherwise boxes of coordinates whose range misses y are discarded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

/// Coordinates that share an offset.
struct Preimages {
  std::int64_t count = 0;               ///< of all preimages
  std::vector<Coordinate> coordinates;  ///< the first in row-major order, as many as requested
};

/// The number of coordinates listed if the caller does not give one.
inline constexpr std::size_t kListed = 65536;

class Inverse {
 public:
  explicit Inverse(const IndexMap& f);
  Inverse(Inverse&&) noexcept;
  Inverse& operator=(Inverse&&) noexcept;
  ~Inverse();

  core::Result<Preimages> operator()(std::int64_t offset, std::size_t at_most = kListed) const;

  /// The preimages that a search finds first, up to `enough`, in unspecified order. A search of
  /// boxes is rejected after `most_boxes`, or after as many as limits.h allows.
  core::Result<std::vector<Coordinate>> some(
      std::int64_t offset, std::size_t enough,
      std::int64_t most_boxes = std::numeric_limits<std::int64_t>::max()) const;

  /// Whether every offset has at most one preimage and is read digit by digit.
  bool is_direct() const;
  /// Writes the preimage to x; false where the offset is padding, and then x is unspecified.
  /// Precondition: is_direct(), and x has one entry for each dimension.
  bool find(std::int64_t offset, std::span<std::int64_t> x) const;

 private:
  struct Routes;
  std::unique_ptr<Routes> routes_;
};

core::Result<Preimages> preimages(const IndexMap& f, std::int64_t offset,
                                  std::size_t at_most = kListed);

/// Some coordinate at the offset, for a witness; std::nullopt if there is none.
core::Result<std::optional<Coordinate>> some_preimage(const IndexMap& f, std::int64_t offset);

}  // namespace tileglot::map
