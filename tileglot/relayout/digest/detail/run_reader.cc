// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/run_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tileglot/map/box.h"
#include "tileglot/map/refine.h"
#include "tileglot/map/walk.h"
#include "tileglot/relayout/digest/detail/part.h"
#include "tileglot/relayout/digest/detail/run_sums.h"
#include "tileglot/relayout/digest/detail/sums.h"

namespace tileglot::relayout::digest::detail {
namespace {

/// By measurement: shorter runs cost more than a move.
constexpr std::int64_t kLongRunBits = std::int64_t{256} * 8;

/// Each coordinate of dimension `dim` has `inner` elements in a row, in the array and in memory.
struct RunShape {
  std::size_t dim;
  std::int64_t inner;
};

/// True if steps along k are always of `stride`.
bool is_dense(const map::IndexMap& layout, std::size_t k, std::int64_t stride) {
  return layout.extent(k) == 1 ||
         (map::boundary_gcd(layout, k) == 0 && map::slope(layout, k) == stride);
}

RunShape run_shape(const Part& part, const map::Box& box) {
  RunShape shape{part.rank() - 1, 1};
  while (shape.dim > 0) {
    const std::size_t k = shape.dim;
    if (box.end[k] - box.begin[k] != part.extents[k]) break;
    if (!is_dense(part.layout, k, shape.inner)) break;
    shape.inner *= part.extents[k];
    --shape.dim;
  }
  return shape;
}

class RunWalk {
 public:
  RunWalk(const Part& part, const map::Box& box)
      : part_(part), box_(box), shape_(run_shape(part, box)), walker_(part.layout, box.begin) {}

  Sums sum() {
    const std::size_t dim = shape_.dim;
    while (true) {
      const std::int64_t left = box_.end[dim] - walker_.at()[dim];
      const bool joins = walker_.slope(dim) == shape_.inner;
      const std::int64_t piece = joins ? std::min(walker_.run(dim) + 1, left) : 1;
      add_piece(piece * shape_.inner * part_.element_bits);
      if (piece == left) return sums_;
      walker_.leap(dim, piece);
    }
  }

 private:
  /// At every coordinate of the dimensions before.
  void add_piece(std::int64_t bits) {
    do {
      sums_.add(sum_run(part_.index_of(walker_.at()) * part_.element_bits, part_.bytes.data(),
                        walker_.offset() * part_.element_bits, bits));
    } while (advance());
  }

  bool advance() {
    for (std::size_t k = shape_.dim; k-- > 0;) {
      if (walker_.at()[k] + 1 < box_.end[k]) {
        walker_.step(k);
        return true;
      }
      walker_.rewind(k);
    }
    return false;
  }

  const Part& part_;
  const map::Box& box_;
  RunShape shape_;
  map::Walker walker_;
  Sums sums_;
};

}  // namespace

std::int64_t run_elements(const Part& part) {
  map::Box all{map::Coordinate(part.rank()), {}};
  for (std::size_t k = 0; k < part.rank(); ++k) all.end.push_back(part.layout.extent(k));
  const RunShape shape = run_shape(part, all);
  if (map::slope(part.layout, shape.dim) != shape.inner) return shape.inner;
  const std::int64_t boundary = map::boundary_gcd(part.layout, shape.dim);
  const std::int64_t extent = part.layout.extent(shape.dim);
  return shape.inner * (boundary == 0 ? extent : std::min(boundary, extent));
}

bool has_long_runs(const Part& part) {
  return run_elements(part) >= kLongRunBits / part.element_bits ||
         run_elements(part) == part.layout.size();
}

Sums sum_runs(const Part& part, const map::Box& box) { return RunWalk(part, box).sum(); }

}  // namespace tileglot::relayout::digest::detail
