// SPDX-License-Identifier: Apache-2.0
// slab_reader.h: the sums of one slab of a part, whatever its layout.
//
// What     sum(worker, slab) adds up the elements of a box of the part: where they are, or from the
//          worker's buffer, to which they are moved in row-major order.
// Errors   As slab_plans.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/relayout/digest/detail/part.h"
#include "tileglot/relayout/digest/detail/slab_plans.h"
#include "tileglot/relayout/digest/detail/sums.h"

namespace tileglot::relayout::digest::detail {

class SlabReader {
 public:
  /// Slabs have at most `slab_elements` elements.
  SlabReader(const Part& part, std::int64_t slab_elements, int workers);

  /// No two calls for one worker run at the same time.
  core::Result<Sums> sum(int worker, const map::Box& slab);

 private:
  core::Result<Sums> sum_moved(std::vector<std::byte>& buffer, const map::Box& slab);

  const Part& part_;
  bool reads_runs_;
  std::int64_t slab_elements_;
  SlabPlans plans_;
  std::vector<std::vector<std::byte>> buffers_;  ///< one for each worker, made when it begins
};

/// The sums of a box that is row-major in a buffer.
Sums sum_row_major(const Part& part, const map::Box& box, const std::byte* bytes);

}  // namespace tileglot::relayout::digest::detail
