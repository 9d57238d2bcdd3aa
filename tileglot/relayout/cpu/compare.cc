// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"

namespace tileglot::relayout::cpu {
namespace {

using Coordinate = std::vector<std::int64_t>;

/// Coordinates that a thread visits at a time: enough to make the cost of a task negligible.
constexpr std::int64_t kBlock = 1 << 16;
/// Two layouts that both repeat positions can have any number of coordinates in small files.
constexpr std::int64_t kMaxRepeated = std::int64_t{1} << 30;

std::int64_t elements_of(const Side& side, std::int64_t item_bytes) {
  return static_cast<std::int64_t>(side.bytes.size()) / item_bytes;
}

core::Result<std::int64_t> coordinates(std::span<const std::int64_t> extents,
                                       std::int64_t most_elements) {
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return 0;
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) size = core::saturating_mul(size, extent);
  if (size <= std::max(most_elements, kMaxRepeated)) return size;
  return core::fail({.code = "relayout.too_large_to_compare",
                     .message = fmt::format("{} has {} coordinates, and neither buffer has more "
                                            "than {} elements",
                                            fmt::join(extents, "x"), size, most_elements),
                     .help = "both layouts send many coordinates to one place; compare the files "
                             "without the repeated dimensions"});
}

/// The coordinate with row-major index `index`.
Coordinate coordinate_of(std::int64_t index, std::span<const std::int64_t> extents) {
  Coordinate x(extents.size());
  for (std::size_t k = extents.size(); k-- > 0; index /= extents[k]) x[k] = index % extents[k];
  return x;
}

void advance(Coordinate& x, std::span<const std::int64_t> extents) {
  for (std::size_t k = x.size(); k-- > 0;) {
    if (++x[k] < extents[k]) return;
    x[k] = 0;
  }
}

/// Row-major indices of coordinates, the smallest of each kind.
struct Findings {
  std::int64_t different = 0;
  std::optional<std::int64_t> first = {};
  std::optional<std::int64_t> outside = {};

  void add(const Findings& other) {
    different += other.different;
    keep_smaller(first, other.first);
    keep_smaller(outside, other.outside);
  }

 private:
  static void keep_smaller(std::optional<std::int64_t>& mine, std::optional<std::int64_t> other) {
    if (other && (!mine || *other < *mine)) mine = other;
  }
};

class Comparer {
 public:
  Comparer(std::span<const std::int64_t> extents, std::int64_t item_bytes, const Side& left,
           const Side& right)
      : extents_(extents),
        item_bytes_(item_bytes),
        left_(left),
        right_(right),
        left_elements_(elements_of(left, item_bytes)),
        right_elements_(elements_of(right, item_bytes)) {}

  /// Coordinates [begin, end) in row-major order.
  Findings visit(std::int64_t begin, std::int64_t end) const {
    switch (item_bytes_) {
      case 1: return visit_items<1>(begin, end);
      case 2: return visit_items<2>(begin, end);
      case 4: return visit_items<4>(begin, end);
      case 8: return visit_items<8>(begin, end);
      default: return visit_items<0>(begin, end);
    }
  }

 private:
  /// Items of `ItemBytes` bytes, which a compiler compares without a call, or of any size if it is
  /// 0.
  template <std::size_t ItemBytes>
  Findings visit_items(std::int64_t begin, std::int64_t end) const {
    Findings found;
    Coordinate x = coordinate_of(begin, extents_);
    for (std::int64_t i = begin; i < end; ++i, advance(x, extents_)) {
      const std::int64_t l = left_.offset(x);
      const std::int64_t r = right_.offset(x);
      if (l < 0 || r < 0 || l >= left_elements_ || r >= right_elements_) {
        found.outside = i;
        break;
      }
      if (is_same<ItemBytes>(l, r)) continue;
      ++found.different;
      if (!found.first) found.first = i;
    }
    return found;
  }

  template <std::size_t ItemBytes>
  bool is_same(std::int64_t l, std::int64_t r) const {
    const std::size_t bytes = ItemBytes == 0 ? static_cast<std::size_t>(item_bytes_) : ItemBytes;
    return std::memcmp(left_.bytes.data() + l * item_bytes_, right_.bytes.data() + r * item_bytes_,
                       bytes) == 0;
  }

  std::span<const std::int64_t> extents_;
  std::int64_t item_bytes_;
  const Side& left_;
  const Side& right_;
  std::int64_t left_elements_;
  std::int64_t right_elements_;
};

Findings visit_all(const Comparer& comparer, std::int64_t size, int threads) {
  Findings all;
  std::mutex merging;
  ThreadPool(threads).run(core::ceil_div(size, kBlock), [&](std::int64_t block) {
    const std::int64_t begin = block * kBlock;
    const Findings found = comparer.visit(begin, begin + std::min(kBlock, size - begin));
    const std::lock_guard lock(merging);
    all.add(found);
  });
  return all;
}

core::Error offset_outside(const FirstDifference& at, std::int64_t left_elements,
                           std::int64_t right_elements) {
  const bool is_left = at.left_offset < 0 || at.left_offset >= left_elements;
  return {{.code = "relayout.offset_outside",
           .message = fmt::format("the {} layout has ({}) at offset {}, outside its {} elements",
                                  is_left ? "first" : "second", fmt::join(at.at, ","),
                                  is_left ? at.left_offset : at.right_offset,
                                  is_left ? left_elements : right_elements),
           .help = "a layout describes a file from its first element on: offsets start at 0"}};
}

}  // namespace

core::Result<Comparison> compare(std::span<const std::int64_t> extents, std::int64_t item_bytes,
                                 const Side& left, const Side& right,
                                 const CompareOptions& options) {
  const std::int64_t left_elements = elements_of(left, item_bytes);
  const std::int64_t right_elements = elements_of(right, item_bytes);
  TILEGLOT_TRY(size, coordinates(extents, std::max(left_elements, right_elements)));
  const Findings found =
      visit_all(Comparer(extents, item_bytes, left, right), size, options.threads);
  const auto described = [&](std::int64_t index) {
    Coordinate x = coordinate_of(index, extents);
    const std::int64_t l = left.offset(x);
    return FirstDifference{x, l, right.offset(x)};
  };
  if (found.outside) {
    return core::fail(offset_outside(described(*found.outside), left_elements, right_elements));
  }
  Comparison comparison{.compared = size, .different = found.different};
  if (found.first) comparison.first = described(*found.first);
  return comparison;
}

}  // namespace tileglot::relayout::cpu
