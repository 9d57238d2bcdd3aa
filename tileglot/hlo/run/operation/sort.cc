// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/sort.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"

namespace tileglot::hlo::run {
namespace {

/// Calls the comparator: do the elements at place a of all operands come before those at b?
class Comparator {
 public:
  Comparator(const Applying& applying, ComputationId computation,
             std::span<const Elements* const> operands)
      : function_(applying, computation), operands_(operands) {}

  /// One answer for each pair (a[i], b[i]).
  core::Result<std::vector<Flag>> before(std::span<const std::int64_t> a,
                                         std::span<const std::int64_t> b) const {
    std::vector<Elements> arguments;
    arguments.reserve(operands_.size() * 2);
    for (const Elements* operand : operands_) {
      arguments.push_back(gathered(*operand, a));
      arguments.push_back(gathered(*operand, b));
    }
    TILEGLOT_TRY(answer, function_(arguments));
    if (answer.size() != 1 || answer[0].type != PrimitiveType::kPred) {
      return core::fail({.code = "run.operands",
                         .message = "what a sort compares by does not give a pred",
                         .help = "compare two of its parameters"});
    }
    return numbers_of<Flag>(answer[0]);
  }

 private:
  ScalarFunction function_;
  std::span<const Elements* const> operands_;
};

/// Two neighbouring sorted runs of one row that are merged.
struct Merge {
  std::size_t left = 0;
  std::size_t middle = 0;
  std::size_t right = 0;
  std::size_t end = 0;
  std::size_t to = 0;

  bool asks() const { return left < middle && right < end; }
};

/// Places in sorted order, row after row. The next comparisons of all merges of a round are
/// evaluated at once, so that many rows cost no more calls than one.
class MergeSort {
 public:
  MergeSort(const Comparator& comparator, std::vector<std::int64_t> places, std::size_t row)
      : comparator_(comparator), places_(std::move(places)), row_(row) {}

  core::Result<std::vector<std::int64_t>> run() {
    for (std::size_t length = 1; length < row_; length *= 2) {
      TILEGLOT_TRY_STATUS(round(length));
    }
    return std::move(places_);
  }

 private:
  core::Status round(std::size_t length) {
    merged_ = places_;
    std::vector<Merge> open = merges(length);
    while (!open.empty()) TILEGLOT_TRY_STATUS(ask(open));
    places_.swap(merged_);
    return {};
  }

  std::vector<Merge> merges(std::size_t length) const {
    std::vector<Merge> result;
    for (std::size_t row = 0; row < places_.size(); row += row_) {
      for (std::size_t begin = 0; begin + length < row_; begin += 2 * length) {
        const std::size_t middle = row + begin + length;
        result.push_back(
            {row + begin, middle, middle, row + std::min(begin + 2 * length, row_), row + begin});
      }
    }
    return result;
  }

  core::Status ask(std::vector<Merge>& open) {
    std::vector<std::int64_t> right;
    std::vector<std::int64_t> left;
    right.reserve(open.size());
    left.reserve(open.size());
    for (const Merge& merge : open) {
      right.push_back(places_[merge.right]);
      left.push_back(places_[merge.left]);
    }
    TILEGLOT_TRY(right_first, comparator_.before(right, left));
    for (std::size_t i = 0; i < open.size(); ++i) {
      Merge& merge = open[i];
      merged_[merge.to++] = places_[is_set(right_first[i]) ? merge.right++ : merge.left++];
      if (!merge.asks()) take_rest(merge);
    }
    std::erase_if(open, [](const Merge& merge) { return !merge.asks(); });
    return {};
  }

  void take_rest(Merge& merge) {
    // When the left run is empty, `to == right`: the rest is in place already, since `merged_`
    // began as a copy.
    while (merge.left < merge.middle) merged_[merge.to++] = places_[merge.left++];
  }

  const Comparator& comparator_;
  std::vector<std::int64_t> places_;
  std::vector<std::int64_t> merged_ = {};
  std::size_t row_;
};

/// The box in which the sorted dimension is last.
StridedBox rows_of(const Extents& extents, std::size_t dimension) {
  StridedBox box = whole(extents);
  const auto k = static_cast<std::ptrdiff_t>(dimension);
  std::rotate(box.extents.begin() + k, box.extents.begin() + k + 1, box.extents.end());
  std::rotate(box.strides.begin() + k, box.strides.begin() + k + 1, box.strides.end());
  return box;
}

}  // namespace

core::Result<std::vector<Elements>> sorted(const Applying& applying, ComputationId comparator,
                                           std::span<const Elements* const> operands,
                                           const Extents& extents, std::size_t dimension) {
  const std::vector<std::int64_t> rows = places(rows_of(extents, dimension));
  const Comparator asked(applying, comparator, operands);
  TILEGLOT_TRY(order, MergeSort(asked, rows, static_cast<std::size_t>(extents[dimension])).run());
  std::vector<Elements> results;
  results.reserve(operands.size());
  for (const Elements* operand : operands) {
    Elements result = *operand;
    scatter_to(gathered(*operand, order), rows, result);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace tileglot::hlo::run
