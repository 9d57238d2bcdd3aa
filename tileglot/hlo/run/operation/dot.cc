// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/dot.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/run/array/budget.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/accumulator.h"
#include "tileglot/hlo/run/operation/shape_operations.h"

namespace tileglot::hlo::run {
namespace {

/// Dimensions in the order batch, free, contracting, and how many elements each kind has.
struct Sides {
  Extents order = {};
  std::int64_t batch = 1;
  std::int64_t free = 1;
  std::int64_t contracting = 1;
};

bool holds(const Extents& list, std::int64_t k) { return std::ranges::count(list, k) > 0; }

std::int64_t product_over(const Extents& extents, const Extents& dimensions) {
  std::int64_t product = 1;
  for (const std::int64_t k : dimensions) product *= extents[static_cast<std::size_t>(k)];
  return product;
}

Sides sides_of(const Extents& extents, const Extents& batch, const Extents& contracting) {
  Extents free;
  for (std::int64_t k = 0; k < static_cast<std::int64_t>(extents.size()); ++k) {
    if (!holds(batch, k) && !holds(contracting, k)) free.push_back(k);
  }
  Sides sides{batch, product_over(extents, batch), product_over(extents, free),
              product_over(extents, contracting)};
  sides.order.insert(sides.order.end(), free.begin(), free.end());
  sides.order.insert(sides.order.end(), contracting.begin(), contracting.end());
  return sides;
}

/// Row m of a times row n of b, for all of both.
template <class T>
void multiply_rows(const T* a, std::int64_t m, const T* b, std::int64_t n, std::int64_t length,
                   T* result) {
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      Accumulator<T> sum{};
      for (std::int64_t k = 0; k < length; ++k) {
        sum += as_accumulator(a[i * length + k]) * as_accumulator(b[j * length + k]);
      }
      *result++ = from_accumulator<T>(sum);
    }
  }
}

std::int64_t steps_of(const Sides& lhs, const Sides& rhs) {
  const std::int64_t rows = core::saturating_mul(lhs.free, rhs.free);
  return core::saturating_mul(core::saturating_mul(lhs.batch, rows), lhs.contracting);
}

}  // namespace

core::Result<Elements> dot(const Factor& lhs, const Factor& rhs, const DotDimensions& dimensions,
                           PrimitiveType type, Budget& budget) {
  const Sides left = sides_of(lhs.extents, dimensions.lhs_batch, dimensions.lhs_contracting);
  const Sides right = sides_of(rhs.extents, dimensions.rhs_batch, dimensions.rhs_contracting);
  TILEGLOT_TRY_STATUS(budget.spend(steps_of(left, right)));
  const Elements a = transposed(converted(*lhs.elements, type), lhs.extents, left.order);
  const Elements b = transposed(converted(*rhs.elements, type), rhs.extents, right.order);
  Elements result = zeros(type, static_cast<std::size_t>(left.batch * left.free * right.free));
  with_numbers(result, [&]<class T>(std::vector<T>& v) {
    const T* x = numbers_of<T>(a).data();
    const T* y = numbers_of<T>(b).data();
    for (std::int64_t i = 0; i < left.batch; ++i) {
      multiply_rows(x + i * left.free * left.contracting, left.free,
                    y + i * right.free * left.contracting, right.free, left.contracting,
                    v.data() + i * left.free * right.free);
    }
  });
  round_to_type(result);
  return result;
}

}  // namespace tileglot::hlo::run
