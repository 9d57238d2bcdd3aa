// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/detail/refusals.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::checked_mul;
using core::fail;
using core::Result;
using core::Status;

}  // namespace

/// By number: the coordinate, the constant 0, and at most two results per step.
struct Evaluator::Values {
  // Every value is written before it is read; filling 4 KB per call would cost more than the steps.
  std::array<std::int64_t, kMaxRank + 1 + 2 * kMaxSteps> all;  // NOLINT(*-member-init)
  std::int64_t& operator[](std::size_t number) { return all[number]; }
};

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
  core::Checked with_tail(core::Checked size) const;
  std::uint16_t zero() const { return static_cast<std::uint16_t>(result_.extents_.size()); }
  std::uint16_t next_value() const {
    return static_cast<std::uint16_t>(result_.value_extents_.size());
  }
  std::uint16_t new_value(std::int64_t extent);

  const Shape& shape_;
  Evaluator result_ = {};
  std::vector<Entry> entries_ = {};
};

Result<Evaluator> Unroller::run() {
  TILEGLOT_TRY(extents, array_bounds(shape_));
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
  result_.value_extents_ = result_.extents_;
  result_.value_extents_.push_back(1);
}

Status Unroller::apply(const Tile& tile) {
  const std::size_t length = tile.entries.size();
  if (result_.steps_.size() + length > kMaxSteps || entries_.size() + length > kMaxSteps) {
    return fail(detail::beyond_limit("steps", kMaxSteps));
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

/// The last entries with each `*` merged into the next: as many as the tile has sizes.
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
  if (!extent) return fail(detail::too_large(shape_));
  if (major.value == zero()) return Entry{*extent, minor.value};
  result_.steps_.push_back({.verb = Evaluator::Verb::kMerge,
                            .a = major.value,
                            .b = minor.value,
                            .first = next_value(),
                            .by = minor.extent});
  return Entry{*extent, new_value(*extent)};
}

std::pair<Unroller::Entry, Unroller::Entry> Unroller::divide(Entry entry, std::int64_t by) {
  const std::int64_t quotients = core::ceil_div(entry.extent, by);
  if (by == 1 || entry.value == zero()) return {{quotients, entry.value}, {by, zero()}};
  const bool shifts = core::is_power_of_two(by);
  const auto first = new_value(quotients);
  const auto second = new_value(by);
  result_.steps_.push_back({.verb = shifts ? Evaluator::Verb::kShift : Evaluator::Verb::kDivide,
                            .shift = static_cast<std::uint8_t>(core::log2_floor(by)),
                            .a = entry.value,
                            .first = first,
                            .second = second,
                            .by = by});
  return {{quotients, first}, {by, second}};
}

std::uint16_t Unroller::new_value(std::int64_t extent) {
  result_.value_extents_.push_back(extent);
  return static_cast<std::uint16_t>(result_.value_extents_.size() - 1);
}

Status Unroller::finish() {
  for (const Entry& entry : entries_) result_.physical_extents_.push_back(entry.extent);
  const auto size = element_count(result_.extents_);
  const auto tiled_size = element_count(result_.physical_extents_);
  const auto physical_size = with_tail(tiled_size);
  if (!size || !physical_size) return fail(detail::too_large(shape_));
  result_.size_ = *size;
  result_.physical_size_ = *physical_size;
  if (*physical_size == 0) return {};
  std::int64_t stride = *tiled_size;
  for (const Entry& entry : entries_) {
    stride /= entry.extent;
    // The constant is included only where its extent can hold padding.
    if (entry.value != zero() || entry.extent > 1) result_.terms_.push_back({entry.value, stride});
  }
  return {};
}

/// Rounded up to whole multiples of L.
core::Checked Unroller::with_tail(core::Checked size) const {
  if (!size || !shape_.layout) return size;
  const std::int64_t alignment = shape_.layout->tail_padding_alignment;
  return checked_mul(core::ceil_div(*size, alignment), alignment);
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
  Values values;  // NOLINT(*-member-init)
  std::copy(coordinate.begin(), coordinate.end(), values.all.begin());
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

bool Evaluator::undo_terms(std::int64_t offset, Values& values) const {
  for (const Term& term : terms_) {
    const std::int64_t index = offset / term.stride;
    offset %= term.stride;
    if (index >= value_extents_[term.value]) return false;
    values[term.value] = index;
  }
  return offset == 0;  // a scalar has no terms, and is at 0
}

bool Evaluator::undo(const Step& step, Values& values) const {
  if (step.verb != Verb::kMerge) {
    values[step.a] = values[step.first] * step.by + values[step.second];
    return values[step.a] < value_extents_[step.a];
  }
  values[step.a] = values[step.first] / step.by;
  values[step.b] = values[step.first] % step.by;
  return values[step.a] < value_extents_[step.a] && values[step.b] < value_extents_[step.b];
}

bool Evaluator::element_at(std::int64_t offset, std::span<std::int64_t> x) const {
  Values values;  // NOLINT(*-member-init)
  if (!undo_terms(offset, values)) return false;
  for (const Step& step : std::views::reverse(steps_)) {
    if (!undo(step, values)) return false;
  }
  std::copy_n(values.all.begin(), x.size(), x.begin());
  return true;
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

Result<std::optional<std::vector<std::int64_t>>> element_at(const Shape& shape,
                                                            std::int64_t offset) {
  TILEGLOT_TRY(evaluator, Evaluator::of(shape));
  if (offset < 0 || offset >= evaluator.physical_size()) {
    return fail(detail::outside(offset, evaluator.physical_size()));
  }
  std::vector<std::int64_t> x(rank(shape));
  if (!evaluator.element_at(offset, x)) return std::nullopt;
  return x;
}

}  // namespace tileglot::notation::xla
