// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/slab_reader.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/detail/part.h"
#include "tileglot/relayout/digest/detail/run_reader.h"
#include "tileglot/relayout/digest/detail/run_sums.h"
#include "tileglot/relayout/digest/detail/sums.h"

namespace tileglot::relayout::digest::detail {

SlabReader::SlabReader(const Part& part, std::int64_t slab_elements, int workers)
    : part_(part),
      reads_runs_(has_long_runs(part)),
      slab_elements_(slab_elements),
      plans_(part),
      buffers_(static_cast<std::size_t>(workers)) {}

core::Result<Sums> SlabReader::sum(int worker, const map::Box& slab) {
  if (reads_runs_) return sum_runs(part_, slab);
  return sum_moved(buffers_[static_cast<std::size_t>(worker)], slab);
}

core::Result<Sums> SlabReader::sum_moved(std::vector<std::byte>& buffer, const map::Box& slab) {
  if (buffer.empty()) {
    const std::int64_t bytes = core::ceil_div(slab_elements_ * part_.element_bits, 8);
    buffer.resize(static_cast<std::size_t>(bytes));
  }
  TILEGLOT_TRY(ready, plans_.plan_for(slab));
  const std::int64_t skipped = ready.first * part_.element_bits / 8;
  TILEGLOT_TRY_STATUS(
      ready.plan.execute(part_.bytes.subspan(static_cast<std::size_t>(skipped)), buffer));
  return sum_row_major(part_, slab, buffer.data());
}

Sums sum_row_major(const Part& part, const map::Box& box, const std::byte* bytes) {
  std::size_t dim = part.rank() - 1;
  std::int64_t run = box.end[dim] - box.begin[dim];
  while (dim > 0 && box.end[dim] - box.begin[dim] == part.extents[dim]) {
    --dim;
    run *= box.end[dim] - box.begin[dim];
  }
  const std::int64_t bits = run * part.element_bits;
  map::Coordinate x = box.begin;
  Sums sums;
  for (std::int64_t offset = 0; offset < box.size() * part.element_bits; offset += bits) {
    sums.add(sum_run(part.index_of(x) * part.element_bits, bytes, offset, bits));
    for (std::size_t k = dim; k-- > 0;) {
      if (++x[k] < box.end[k]) break;
      x[k] = box.begin[k];
    }
  }
  return sums;
}

}  // namespace tileglot::relayout::digest::detail
