// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/same_addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/address/multidimensional_index.h"
#include "tileglot/notation/xla/bitcast/common_factors.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/notation/xla/validate/splits.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

constexpr std::int64_t kMaxTried = 1 << 22;

/// The dimensions [begin, end) of an array; gives the offset of elements whose other indices are 0.
class Group {
 public:
  Group(const Evaluator& evaluator, std::int64_t begin, std::int64_t end)
      : evaluator_(evaluator),
        begin_(static_cast<std::size_t>(begin)),
        end_(static_cast<std::size_t>(end)),
        index_(evaluator.extents().size(), 0) {}

  std::int64_t count() const {
    return element_count(evaluator_.extents().subspan(begin_, end_ - begin_)).value_or(0);
  }

  /// The offset of the n-th element of the group, in row-major order.
  std::int64_t offset(std::int64_t n) {
    for (std::size_t d = end_; d-- > begin_;) {
      index_[d] = n % evaluator_.extents()[d];
      n /= evaluator_.extents()[d];
    }
    return evaluator_.offset(index_);
  }

  /// The element numbers one step along each dimension.
  std::vector<std::int64_t> units() const {
    std::vector<std::int64_t> numbers;
    std::int64_t number = 1;
    for (std::size_t d = end_; d-- > begin_;) {
      if (evaluator_.extents()[d] > 1) numbers.push_back(number);
      number *= evaluator_.extents()[d];
    }
    return numbers;
  }

 private:
  const Evaluator& evaluator_;
  std::size_t begin_;
  std::size_t end_;
  std::vector<std::int64_t> index_;
};

bool agree_at(Group& a, Group& b, const std::vector<std::int64_t>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [&](std::int64_t n) { return a.offset(n) == b.offset(n); });
}

bool agree_everywhere(Group& a, Group& b) {
  std::int64_t n = 0;
  while (n < a.count() && a.offset(n) == b.offset(n)) ++n;
  return n == a.count();
}

bool has_tiles(const Shape& array) { return array.layout && !array.layout->tiles.empty(); }

bool combines(const Shape& array) {
  const auto has_star = [](const Tile& tile) {
    return std::find(tile.entries.begin(), tile.entries.end(), kCombine) != tile.entries.end();
  };
  return has_tiles(array) &&
         std::any_of(array.layout->tiles.begin(), array.layout->tiles.end(), has_star);
}

/// Precondition: the same dimensions.
bool same_cuts(const Shape& a, const Shape& b) {
  for (std::size_t d = 0; d < rank(a); ++d) {
    if (split_bounds_of_valid(a, d) != split_bounds_of_valid(b, d)) return false;
  }
  return true;
}

/// Whether dimensions and layout are the same, as far as they place elements.
bool same_pattern(const Shape& a, const Shape& b) {
  const Layout left = layout_or_default(a);
  const Layout right = layout_or_default(b);
  return left.minor_to_major == right.minor_to_major && left.tiles == right.tiles &&
         same_dimensions(a, b) && same_cuts(a, b);
}

core::Error undecided(const Shape& a, const Shape& b) {
  return {{.code = "xla.too_large_to_decide",
           .message = fmt::format("whether {} and {} have the same places is not seen from {} "
                                  "elements",
                                  print(a), print(b), kMaxTried),
           .help = "bridge/xla_bitcast.h decides it by index maps"}};
}

Result<std::vector<DimensionPair>> groups_of(const Shape& a, const Evaluator& left, const Shape& b,
                                             const Evaluator& right) {
  if (!combines(a) && !combines(b)) return common_factors(left.extents(), right.extents());
  return std::vector<DimensionPair>{{0, 0}, {rank(a), rank(b)}};
}

/// Precondition: the same number of elements, and not 0.
Result<bool> compare(const Shape& a, const Evaluator& left, const Shape& b,
                     const Evaluator& right) {
  TILEGLOT_TRY(points, groups_of(a, left, b, right));
  bool is_too_large = false;
  for (std::size_t i = 1; i < points.size(); ++i) {
    Group first(left, points[i - 1].first, points[i].first);
    Group second(right, points[i - 1].second, points[i].second);
    if (!agree_at(first, second, first.units())) return false;
    if (!agree_at(first, second, second.units())) return false;
    if (!has_tiles(a) && !has_tiles(b)) continue;
    is_too_large = is_too_large || first.count() > kMaxTried;
    if (first.count() <= kMaxTried && !agree_everywhere(first, second)) return false;
  }
  if (is_too_large) return fail(undecided(a, b));
  return true;
}

/// Compares the numbers of parts and their owned sizes; the tail is owned too.
Result<bool> own_as_much(const Shape& a, const SplitEvaluator& left, const Shape& b,
                         const SplitEvaluator& right) {
  TILEGLOT_TRY(of_left, owned_elements(a));
  TILEGLOT_TRY(of_right, owned_elements(b));
  return left.parts() == right.parts() && of_left == of_right;
}

/// Compares part and offset of every element. Precondition: the same number of elements, and not 0.
Result<bool> compare_addresses(const Shape& a, const SplitEvaluator& left, const Shape& b,
                               const SplitEvaluator& right) {
  std::vector<std::int64_t> x(rank(a), 0);
  std::vector<std::int64_t> y(rank(b), 0);
  for (std::int64_t tried = 0; tried < kMaxTried; ++tried) {
    if (left.address(x) != right.address(y)) return false;
    bump_indices(b, y);
    if (!bump_indices(a, x)) return true;
  }
  return fail(undecided(a, b));
}

}  // namespace

Result<bool> same_addresses(const Shape& a, const Shape& b) {
  TILEGLOT_TRY(left, Evaluator::of(a));
  TILEGLOT_TRY(right, Evaluator::of(b));
  TILEGLOT_TRY_STATUS(common_factors(left.extents(), right.extents()));
  if (left.size() == 0) return true;
  TILEGLOT_TRY(left_parts, SplitEvaluator::of(a));
  TILEGLOT_TRY(right_parts, SplitEvaluator::of(b));
  TILEGLOT_TRY(owned, own_as_much(a, left_parts, b, right_parts));
  if (!owned) return false;
  if (same_pattern(a, b)) return true;
  if (left_parts.parts() > 1) return compare_addresses(a, left_parts, b, right_parts);
  return compare(a, left, b, right);
}

}  // namespace tileglot::notation::xla
