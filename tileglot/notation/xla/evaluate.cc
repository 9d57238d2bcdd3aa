// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/limits.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::checked_mul;
using core::Error;
using core::fail;
using core::Result;
using core::Status;

// The coordinate, the constant 0, and at most two results a step.
constexpr std::size_t kMaxValues = kMaxRank + 1 + 2 * kMaxSteps;

/// A tile may be what makes it too large, so it is named.
Error too_large(const Shape& shape) {
  const bool names_tile = shape.layout && !shape.layout->tiles.empty();
  return {.code = "xla.too_large",
          .message =
              fmt::format("{} has more elements in memory than a signed 64-bit integer can count",
                          print(shape, names_tile ? LayoutText::kShown : LayoutText::kHidden)),
          .help = "padding included, at most 9223372036854775807 elements can be addressed"};
}

Error unbounded(std::size_t dimension) {
  return {.code = "xla.unbounded",
          .message = fmt::format(
              "dimension {} has no bound, so the places of elements are not known", dimension),
          .help = "write a size, or <=n for a bound, in place of ?"};
}

Error limit(std::string_view what, std::size_t count) {
  return {.code = "xla.limit",
          .message = fmt::format("evaluation needs more than {} {}", count, what),
          .help = "no XLA layout in use comes near this limit"};
}

Result<std::vector<std::int64_t>> logical_extents(const Shape& shape) {
  if (!is_array(shape)) {
    return fail({.code = "xla.not_array",
                 .message = fmt::format("a value of type {} is no array, so no element has a place",
                                        name_of(shape.type)),
                 .help = "name one array, as in f32[3,5]{1,0}"});
  }
  if (rank(shape) > kMaxRank) return fail(limit("dimensions", kMaxRank));
  std::vector<std::int64_t> extents;
  for (const Dimension& dimension : shape.dimensions) {
    if (!dimension.bound) return fail(unbounded(extents.size()));
    if (*dimension.bound < 0) {
      return fail(
          {.code = "xla.dimension",
           .message = fmt::format("a dimension cannot have the size {}", *dimension.bound)});
    }
    extents.push_back(*dimension.bound);
  }
  return extents;
}

/// The product, 0 where any factor is; nothing where it does not fit.
core::Checked product_of(std::span<const std::int64_t> factors) {
  if (std::find(factors.begin(), factors.end(), 0) != factors.end()) return 0;
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) {
    const auto larger = checked_mul(product, factor);
    if (!larger) return std::nullopt;
    product = *larger;
  }
  return product;
}

}  // namespace

/// Carries D, and the numbers of the values that make up I, through the tiles.
class Unroller {
 public:
  explicit Unroller(const Shape& shape) : shape_(shape) {}
  Result<Evaluator> run();

 private:
  struct Entry {
    std::int64_t extent = 1;
    std::uint16_t value = 0;
  };

  void start();
  Status apply(const Tile& tile);
  Result<std::vector<Entry>> merged(const Tile& tile, std::size_t first);
  Result<Entry> merge(Entry major, Entry minor);
  std::pair<Entry, Entry> divide(Entry entry, std::int64_t by);
  Status finish();
  std::uint16_t zero() const { return static_cast<std::uint16_t>(result_.extents_.size()); }

  const Shape& shape_;
  Evaluator result_ = {};
  std::vector<Entry> entries_ = {};
  std::uint16_t values_ = 0;
};

Result<Evaluator> Unroller::run() {
  TILEGLOT_TRY(extents, logical_extents(shape_));
  result_.extents_ = std::move(extents);
  start();
  if (shape_.layout) {
    for (const Tile& tile : shape_.layout->tiles) TILEGLOT_TRY_STATUS(apply(tile));
  }
  TILEGLOT_TRY_STATUS(finish());
  return std::move(result_);
}

void Unroller::start() {
  const Layout layout = layout_or_default(shape_);
  for (const std::int64_t entry : std::views::reverse(layout.minor_to_major)) {
    const auto dimension = static_cast<std::size_t>(entry);
    entries_.push_back({result_.extents_[dimension], static_cast<std::uint16_t>(dimension)});
  }
  values_ = static_cast<std::uint16_t>(zero() + 1);
}

Status Unroller::apply(const Tile& tile) {
  const std::size_t length = tile.entries.size();
  if (result_.steps_.size() + length > kMaxSteps || entries_.size() + length > kMaxSteps) {
    return fail(limit("steps", kMaxSteps));
  }
  while (entries_.size() < length) entries_.insert(entries_.begin(), {1, zero()});
  const std::size_t first = entries_.size() - length;
  TILEGLOT_TRY(tiled, merged(tile, first));
  entries_.resize(first);
  std::vector<Entry> remainders;
  std::size_t at = 0;
  for (const TileEntry& size : tile.entries) {
    if (!size) continue;
    const auto [quotient, remainder] = divide(tiled[at++], *size);
    entries_.push_back(quotient);
    remainders.push_back(remainder);
  }
  entries_.insert(entries_.end(), remainders.begin(), remainders.end());
  return {};
}

/// The last entries, each `*` merged into the next: as many as the tile has sizes.
Result<std::vector<Unroller::Entry>> Unroller::merged(const Tile& tile, std::size_t first) {
  std::vector<Entry> result;
  bool open = false;  // the last result still waits for a more minor entry
  for (std::size_t i = 0; i < tile.entries.size(); ++i) {
    if (open) {
      TILEGLOT_TRY(joined, merge(result.back(), entries_[first + i]));
      result.back() = joined;
    } else {
      result.push_back(entries_[first + i]);
    }
    open = !tile.entries[i];
  }
  return result;
}

Result<Unroller::Entry> Unroller::merge(Entry major, Entry minor) {
  const auto extent = checked_mul(major.extent, minor.extent);
  if (!extent) return fail(too_large(shape_));
  if (major.value == zero()) return Entry{*extent, minor.value};
  result_.steps_.push_back({.verb = Evaluator::Verb::kMerge,
                            .a = major.value,
                            .b = minor.value,
                            .first = values_,
                            .by = minor.extent});
  return Entry{*extent, values_++};
}

std::pair<Unroller::Entry, Unroller::Entry> Unroller::divide(Entry entry, std::int64_t by) {
  const std::int64_t quotients = core::ceil_div(entry.extent, by);
  if (by == 1 || entry.value == zero()) return {{quotients, entry.value}, {by, zero()}};
  const bool shifts = core::is_power_of_two(by);
  const auto first = values_;
  const auto second = static_cast<std::uint16_t>(first + 1);
  values_ = static_cast<std::uint16_t>(second + 1);
  result_.steps_.push_back({.verb = shifts ? Evaluator::Verb::kShift : Evaluator::Verb::kDivide,
                            .shift = static_cast<std::uint8_t>(core::log2_floor(by)),
                            .a = entry.value,
                            .first = first,
                            .second = second,
                            .by = by});
  return {{quotients, first}, {by, second}};
}

Status Unroller::finish() {
  for (const Entry& entry : entries_) result_.physical_extents_.push_back(entry.extent);
  const auto size = product_of(result_.extents_);
  const auto physical_size = product_of(result_.physical_extents_);
  if (!size || !physical_size) return fail(too_large(shape_));
  result_.size_ = *size;
  result_.physical_size_ = *physical_size;
  if (*physical_size == 0) return {};
  std::int64_t stride = *physical_size;
  for (const Entry& entry : entries_) {
    stride /= entry.extent;
    if (entry.value != zero()) result_.terms_.push_back({entry.value, stride});
  }
  return {};
}

Result<Evaluator> Evaluator::of_valid(const Shape& shape) { return Unroller(shape).run(); }

Result<Evaluator> Evaluator::of(const Shape& shape) {
  TILEGLOT_TRY_STATUS(validate(shape));
  return of_valid(shape);
}

Status Evaluator::check(std::span<const std::int64_t> coordinate) const {
  if (coordinate.size() != extents_.size()) {
    return fail(
        {.code = "xla.coordinate",
         .message = fmt::format("the coordinate ({}) has {} entries for a shape of rank {}",
                                fmt::join(coordinate, ","), coordinate.size(), extents_.size()),
         .help = "give one index for each dimension, in the order of the shape"});
  }
  for (std::size_t i = 0; i < coordinate.size(); ++i) {
    if (coordinate[i] >= 0 && coordinate[i] < extents_[i]) continue;
    return fail(
        {.code = "xla.coordinate",
         .message = fmt::format("index {} of ({}) is outside dimension {}, whose size is {}",
                                coordinate[i], fmt::join(coordinate, ","), i, extents_[i]),
         .help = extents_[i] == 0
                     ? "the array has no elements"
                     : fmt::format("indices of dimension {} are 0 to {}", i, extents_[i] - 1)});
  }
  return {};
}

std::int64_t Evaluator::offset(std::span<const std::int64_t> coordinate) const {
  // Every value is written before it is read; filling 4 KB a call would cost more than the steps.
  std::array<std::int64_t, kMaxValues> values;  // NOLINT(*-member-init)
  std::copy(coordinate.begin(), coordinate.end(), values.begin());
  values[coordinate.size()] = 0;
  for (const Step& step : steps_) {
    const std::int64_t a = values[step.a];
    switch (step.verb) {
      case Verb::kMerge: values[step.first] = a * step.by + values[step.b]; break;
      case Verb::kDivide:
        values[step.first] = a / step.by;
        values[step.second] = a % step.by;
        break;
      case Verb::kShift:
        values[step.first] = a >> step.shift;
        values[step.second] = a & (step.by - 1);
        break;
    }
  }
  std::int64_t offset = 0;
  for (const Term& term : terms_) offset += values[term.value] * term.stride;
  return offset;
}

Result<std::vector<std::int64_t>> physical_extents(const Shape& shape) {
  TILEGLOT_TRY(evaluator, Evaluator::of(shape));
  const auto extents = evaluator.physical_extents();
  return std::vector<std::int64_t>(extents.begin(), extents.end());
}

Result<std::int64_t> physical_size(const Shape& shape) {
  TILEGLOT_TRY(evaluator, Evaluator::of(shape));
  return evaluator.physical_size();
}

Result<std::int64_t> offset_of(const Shape& shape, std::span<const std::int64_t> coordinate) {
  TILEGLOT_TRY(evaluator, Evaluator::of(shape));
  TILEGLOT_TRY_STATUS(evaluator.check(coordinate));
  return evaluator.offset(coordinate);
}

}  // namespace tileglot::notation::xla
