// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/common_factors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

DimensionPair pair_of(std::size_t i, std::size_t j) {
  return {static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)};
}

Status check_bounds(Bounds bounds) {
  const auto negative = std::find_if(bounds.begin(), bounds.end(), [](auto b) { return b < 0; });
  if (negative == bounds.end()) return {};
  return fail({.code = "xla.dimension",
               .message = fmt::format("a dimension cannot have the size {}", *negative)});
}

Status check_products(Bounds a, Bounds b) {
  TILEGLOT_TRY_STATUS(check_bounds(a));
  TILEGLOT_TRY_STATUS(check_bounds(b));
  const core::Checked left = element_count(a);
  const core::Checked right = element_count(b);
  if (!left || !right) {
    return fail({.code = "xla.too_large",
                 .message = fmt::format("the product of [{}] does not fit 64 bits",
                                        fmt::join(left ? b : a, ",")),
                 .help = "at most 9223372036854775807 elements can be addressed"});
  }
  if (*left == *right) return {};
  return fail({.code = "xla.elements",
               .message = fmt::format("[{}] has {} elements and [{}] has {}", fmt::join(a, ","),
                                      *left, fmt::join(b, ","), *right),
               .help = "a reshape keeps the number of elements"});
}

/// Walks along both lists, always advancing the smaller product. Precondition: equal products above
/// 0.
class Meeting {
 public:
  Meeting(Bounds a, Bounds b, std::size_t begin) : a_(a), b_(b), i_(begin), j_(begin) {}

  std::vector<DimensionPair> points() {
    std::vector<DimensionPair> points{pair_of(i_, j_)};
    while (i_ < a_.size() || j_ < b_.size()) {
      step();
      if (left_ == right_) points.push_back(pair_of(i_, j_));
    }
    return points;
  }

 private:
  /// If both products are equal, the smaller bound goes first, and equal bounds go together.
  void step() {
    const bool may_left = i_ < a_.size() && left_ <= right_;
    const bool may_right = j_ < b_.size() && right_ <= left_;
    const bool both = may_left && may_right;
    const bool left = may_left && (!both || a_[i_] <= b_[j_]);
    const bool right = may_right && (!both || b_[j_] <= a_[i_]);
    if (left) left_ *= a_[i_++];
    if (right) right_ *= b_[j_++];
  }

  Bounds a_;
  Bounds b_;
  std::size_t i_;
  std::size_t j_;
  std::int64_t left_ = 1;
  std::int64_t right_ = 1;
};

std::size_t equal_beginning(Bounds a, Bounds b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::size_t>(end - a.begin());
}

bool is_one_to_one(const DimensionPair& begin, const DimensionPair& end) {
  return end.first == begin.first + 1 && end.second == begin.second + 1;
}

/// 0 to size-1 without the listed numbers.
std::vector<std::int64_t> all_but(std::size_t size, const std::vector<std::int64_t>& listed) {
  std::vector<std::int64_t> rest;
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(size); ++d) {
    if (!std::binary_search(listed.begin(), listed.end(), d)) rest.push_back(d);
  }
  return rest;
}

bool all_at_most_1(Bounds bounds, const std::vector<std::int64_t>& dimensions) {
  return std::all_of(dimensions.begin(), dimensions.end(),
                     [&](std::int64_t d) { return bounds[static_cast<std::size_t>(d)] <= 1; });
}

}  // namespace

Result<std::vector<DimensionPair>> common_factors(Bounds a, Bounds b) {
  TILEGLOT_TRY_STATUS(check_products(a, b));
  const std::size_t equal = equal_beginning(a, b);
  const core::Checked left = element_count(a.subspan(equal));
  // After an equal 0 the remaining bounds may be anything.
  if (left != element_count(b.subspan(equal)))
    return std::vector{pair_of(0, 0), pair_of(a.size(), b.size())};
  std::vector<DimensionPair> points;
  points.reserve(a.size() + b.size() + 1);
  for (std::size_t i = 0; i < equal; ++i) points.push_back(pair_of(i, i));
  const bool at_end = equal == a.size() && equal == b.size();
  if (left == 0 && !at_end) {
    points.push_back(pair_of(equal, equal));
    points.push_back(pair_of(a.size(), b.size()));
    return points;
  }
  const std::vector<DimensionPair> rest = Meeting(a, b, equal).points();
  points.insert(points.end(), rest.begin(), rest.end());
  return points;
}

Result<std::vector<DimensionPair>> dimensions_unmodified_by_reshape(Bounds from, Bounds to) {
  TILEGLOT_TRY(points, common_factors(from, to));
  std::vector<DimensionPair> unmodified;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (is_one_to_one(points[i - 1], points[i])) unmodified.push_back(points[i - 1]);
  }
  return unmodified;
}

Result<std::optional<std::vector<std::int64_t>>> reshape_leaves_dimensions_unmodified(
    Bounds from, Bounds to, std::span<const std::int64_t> dimensions) {
  using Mapped = std::optional<std::vector<std::int64_t>>;
  TILEGLOT_TRY(unmodified, dimensions_unmodified_by_reshape(from, to));
  if (!std::is_sorted(dimensions.begin(), dimensions.end())) return Mapped();
  Mapped mapped(std::in_place);
  for (const std::int64_t dimension : dimensions) {
    const auto found = std::find_if(unmodified.begin(), unmodified.end(),
                                    [&](const auto& pair) { return pair.first == dimension; });
    if (found == unmodified.end()) return Mapped();
    mapped->push_back(found->second);
  }
  return mapped;
}

Result<std::optional<OneSizedDimensions>> inserted_or_deleted_1_sized_dimensions(Bounds from,
                                                                                 Bounds to) {
  TILEGLOT_TRY(unmodified, dimensions_unmodified_by_reshape(from, to));
  std::vector<std::int64_t> kept;
  std::vector<std::int64_t> kept_as;
  for (const auto& [input, output] : unmodified) {
    kept.push_back(input);
    kept_as.push_back(output);
  }
  OneSizedDimensions changes{all_but(from.size(), kept), all_but(to.size(), kept_as)};
  const bool only_1 = all_at_most_1(from, changes.deleted) && all_at_most_1(to, changes.inserted);
  return only_1 ? std::optional(std::move(changes)) : std::nullopt;
}

}  // namespace tileglot::notation::xla
