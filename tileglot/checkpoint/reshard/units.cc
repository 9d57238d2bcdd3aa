// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {
namespace {

/// The fewest rows that are whole bytes, if all of them are.
std::int64_t rows_of_bytes(std::int64_t row_bits, std::int64_t extent) {
  return std::min(8 / std::gcd(row_bits, std::int64_t{8}), extent);
}

}  // namespace

Units Units::of(std::span<const std::int64_t> extents, std::int64_t element_bits,
                std::int64_t most_bytes) {
  Units units;
  units.extents_.assign(extents.begin(), extents.end());
  if (std::ranges::find(extents, 0) != extents.end()) return units;
  units.row_bits_ = element_bits;
  for (const std::int64_t extent : extents) units.row_bits_ *= extent;
  units.count_ = 1;
  if (extents.empty()) return units;
  units.row_bits_ /= extents[0];
  units.cut(core::saturating_mul(most_bytes, 8));
  return units;
}

/// From the first dimension inwards until a unit fits. Inside a row that is not whole bytes no
/// unit would end at a byte.
void Units::cut(std::int64_t most_bits) {
  const auto fewest = [&] { return rows_of_bytes(row_bits_, extents_[dim_]); };
  while (dim_ + 1 < extents_.size() && row_bits_ % 8 == 0 && fewest() * row_bits_ > most_bits) {
    count_ *= extents_[dim_];
    row_bits_ /= extents_[++dim_];
  }
  const std::int64_t fit = most_bits / row_bits_ / fewest() * fewest();
  rows_ = std::clamp(fit, fewest(), extents_[dim_]);
  runs_ = core::ceil_div(extents_[dim_], rows_);
  count_ *= runs_;
}

std::int64_t Units::rows_in(std::int64_t i) const {
  return extents_.empty() ? 1 : std::min(rows_, extents_[dim_] - i % runs_ * rows_);
}

map::Box Units::box(std::int64_t i) const {
  map::Box box = {map::Coordinate(extents_.size(), 0), extents_};
  if (extents_.empty()) return box;
  box.begin[dim_] = i % runs_ * rows_;
  box.end[dim_] = box.begin[dim_] + rows_in(i);
  std::int64_t left = i / runs_;
  for (std::size_t k = dim_; k-- > 0; left /= extents_[k]) {
    box.begin[k] = left % extents_[k];
    box.end[k] = box.begin[k] + 1;
  }
  return box;
}

std::int64_t Units::begin(std::int64_t i) const {
  if (extents_.empty()) return 0;
  const std::int64_t row = i / runs_ * extents_[dim_] + i % runs_ * rows_;
  return row * row_bits_ / 8;
}

std::int64_t Units::bytes(std::int64_t i) const { return rows_in(i) * row_bits_ / 8; }

std::int64_t Units::largest_bytes() const { return count_ == 0 ? 0 : bytes(0); }

}  // namespace tileglot::checkpoint::reshard
