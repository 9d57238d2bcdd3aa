// SPDX-License-Identifier: Apache-2.0
// slabs.h: a part cut into boxes of a few hundred KiB.
//
// What     slab_extents chooses one shape for all slabs but the last in each dimension; Slabs
//          numbers them row-major.
// How      A slab consists of whole tiles where they fit, so that slabs are read by one plan. From
//          there it grows along the dimension whose tiles are the closest in memory and along the
//          last one, whichever is shorter, and then along the others from the last to the first.
// Units    Elements; a slab has at most `most_bits` bits, or is one element.
// Example  bf16[4096,14336]{1,0:T(8,128)(2,1)}, 256 KiB: slabs of 8 rows and 14336 columns.
//          [tests: detail/slabs_test.cc, "a slab is whole tiles"]
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::relayout::digest::detail {

std::vector<std::int64_t> slab_extents(const map::IndexMap& layout, int element_bits,
                                       std::int64_t most_bits);

class Slabs {
 public:
  Slabs(const map::IndexMap& layout, std::vector<std::int64_t> extents);

  std::int64_t count() const { return count_; }
  /// Precondition: 0 <= number < count().
  map::Box slab(std::int64_t number) const;

 private:
  std::vector<std::int64_t> whole_;
  std::vector<std::int64_t> extents_;
  std::int64_t count_ = 1;
};

}  // namespace tileglot::relayout::digest::detail
