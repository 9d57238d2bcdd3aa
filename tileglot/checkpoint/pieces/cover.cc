// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/cover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

/// At `end`, `count` cross-sections of the box are added.
struct Change {
  std::int64_t end = 0;
  const map::Box* box = nullptr;
  std::int64_t count = 0;
};

class Sweep {
 public:
  Sweep(std::size_t rank, std::int64_t most_steps) : at_(rank), steps_left_(most_steps) {}

  bool is_over_limit() const { return steps_left_ < 0; }
  const map::Coordinate& at() const { return at_; }

  /// The first nonzero value of the sum in the dimensions from k on, found at at(); 0 if there is
  /// none.
  std::int64_t first_nonzero(std::span<const Change> changes, std::size_t k) {
    if (k == at_.size()) return sum_of(changes);
    if (are_equal(changes, k)) {
      at_[k] = changes.front().box->begin[k];
      return first_nonzero(changes, k + 1);
    }
    const std::vector<Change> sorted = ends_of(changes, k);
    for (std::size_t first = 0; first < sorted.size() && !is_over_limit();) {
      const std::size_t next = after_equal(sorted, first);
      at_[k] = sorted[first].end;
      const std::int64_t value =
          first_nonzero(std::span(sorted).subspan(first, next - first), k + 1);
      if (value != 0) return value;
      first = next;
    }
    return 0;
  }

 private:
  static std::int64_t sum_of(std::span<const Change> changes) {
    std::int64_t sum = 0;
    for (const Change& change : changes) sum += change.count;
    return sum;
  }

  /// True if all boxes have the same ends: a dimension that is not cut costs nothing.
  static bool are_equal(std::span<const Change> changes, std::size_t k) {
    const map::Box& one = *changes.front().box;
    return std::ranges::all_of(changes, [&](const Change& change) {
      return change.box->begin[k] == one.begin[k] && change.box->end[k] == one.end[k];
    });
  }

  std::vector<Change> ends_of(std::span<const Change> changes, std::size_t k) {
    steps_left_ -= 2 * static_cast<std::int64_t>(changes.size());
    std::vector<Change> sorted;
    if (is_over_limit()) return sorted;
    sorted.reserve(2 * changes.size());
    for (const Change& change : changes) {
      sorted.push_back({change.box->begin[k], change.box, change.count});
      sorted.push_back({change.box->end[k], change.box, -change.count});
    }
    std::ranges::sort(sorted, {}, &Change::end);
    return sorted;
  }

  static std::size_t after_equal(std::span<const Change> sorted, std::size_t first) {
    std::size_t next = first + 1;
    while (next < sorted.size() && sorted[next].end == sorted[first].end) ++next;
    return next;
  }

  map::Coordinate at_;
  std::int64_t steps_left_;
};

}  // namespace

core::Result<std::optional<Fault>> first_fault(const map::Box& whole,
                                               std::span<const map::Box* const> boxes,
                                               std::int64_t most_steps) {
  if (whole.size() == 0) return std::nullopt;
  std::vector<Change> changes = {{0, &whole, -1}};
  changes.reserve(boxes.size() + 1);
  for (const map::Box* box : boxes) {
    if (box->size() > 0) changes.push_back({0, box, 1});
  }
  Sweep sweep(whole.begin.size(), most_steps);
  const std::int64_t value = sweep.first_nonzero(changes, 0);
  if (sweep.is_over_limit()) {
    return core::fail({.code = "pieces.limit",
                       .message = fmt::format("{} pieces, cut in many dimensions, are too many to "
                                              "be checked for holes and overlaps",
                                              boxes.size()),
                       .help = "use fewer and larger pieces"});
  }
  if (value == 0) return std::nullopt;
  return Fault{.at = sweep.at(), .holders = value + 1};
}

}  // namespace tileglot::checkpoint::pieces
