// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/slabs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::checkpoint {
namespace {

namespace xla = notation::xla;

std::optional<xla::Shape> tiled_shape(const bridge::AnyLayout& layout,
                                      const map::IndexMap& target) {
  if (const auto* shape = std::get_if<xla::Shape>(&layout)) return *shape;
  const auto same = bridge::to_xla(target, xla::PrimitiveType::kU8);
  return same ? std::optional(*same) : std::nullopt;
}

/// The first tile's extent in physical dimension k of `rank`; nothing if it merges dimensions.
std::optional<std::int64_t> tile_of(const xla::Layout& layout, std::size_t rank, std::size_t k) {
  if (layout.tiles.empty()) return 1;
  const auto& entries = layout.tiles.front().entries;
  const std::size_t from_end = rank - k;
  if (from_end > entries.size()) return 1;
  return entries[entries.size() - from_end];
}

/// A map over a part of its domain: dimension k starts at begins[k] and has extents[k]; its values
/// minus `base`, in a codomain of `size`.
core::Result<map::IndexMap> part_of(const map::IndexMap& f, const std::vector<std::int64_t>& begins,
                                    const std::vector<std::int64_t>& extents, std::int64_t base,
                                    std::int64_t size) {
  std::vector<map::Dim> domain = f.domain();
  for (std::size_t k = 0; k < domain.size(); ++k) domain[k].extent = extents[k];
  map::MapBuilder builder(std::move(domain));
  std::vector<map::Value> arguments;
  arguments.reserve(begins.size());
  for (std::size_t k = 0; k < begins.size(); ++k) {
    arguments.push_back(builder.add(builder.dim(k), builder.constant(begins[k])));
  }
  const map::Value moved = builder.substitute(f, arguments);
  return builder.finish(builder.add(moved, builder.constant(-base)), {{size, "offset"}});
}

}  // namespace

std::vector<Slabs::Level> Slabs::levels_of(const bridge::AnyLayout& layout,
                                           const map::IndexMap& target) {
  auto shape = tiled_shape(layout, target);
  if (!shape || !shape->layout || !shape->layout->split_configs.empty()) return {};
  shape->layout->tail_padding_alignment = 1;
  const auto tiled = xla::physical_size(*shape);
  if (!tiled || *tiled > target.codomain_size()) return {};
  std::vector<Level> levels;
  std::int64_t rows = 1;
  const std::size_t rank = shape->dimensions.size();
  levels.reserve(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    const auto dimension = static_cast<std::size_t>(shape->layout->minor_to_major[rank - 1 - k]);
    const auto tile = tile_of(*shape->layout, rank, k);
    if (!tile || *tile < 1) return {};
    const std::int64_t count = core::ceil_div(target.extent(dimension), *tile);
    rows *= count;
    levels.push_back({dimension, *tile, count, 1});
  }
  if (rows == 0 || *tiled % rows != 0) return {};
  std::int64_t positions = *tiled;
  for (Level& level : levels) level.positions = positions /= level.rows;
  return levels;
}

/// Cuts down to the first level whose rows fit, or the last whose rows are whole bytes.
void Slabs::cut(const std::vector<Level>& levels, std::int64_t most_bytes) {
  for (const Level& level : levels) {
    if (level.positions * bits_ % 8 != 0) break;
    levels_.push_back(level);
    run_ = std::clamp<std::int64_t>(
        most_bytes / std::max<std::int64_t>(bytes_of(level.positions), 1), 1, level.rows);
    if (bytes_of(level.positions) <= most_bytes) break;
  }
}

/// The cut is a guess from the layout's text; it is wrong if a slab cannot be planned, since plans
/// refuse elements outside it.
bool Slabs::are_right() const {
  return count() <= 1 || (plan(0).has_value() && plan(count() - 1).has_value());
}

Slabs Slabs::of(const bridge::AnyLayout& layout, const map::IndexMap& source,
                const map::IndexMap& target, int bits, std::int64_t most_bytes) {
  Slabs slabs(source, target, bits);
  if (slabs.bytes_of(target.codomain_size()) <= most_bytes) return slabs;
  slabs.cut(levels_of(layout, target), most_bytes);
  return slabs.are_right() ? slabs : Slabs(source, target, bits);
}

std::int64_t Slabs::pieces() const { return core::ceil_div(levels_.back().rows, run_); }

std::int64_t Slabs::count() const {
  if (target_->codomain_size() == 0) return 0;
  if (levels_.empty()) return 1;
  std::int64_t count = pieces();
  for (std::size_t k = 0; k + 1 < levels_.size(); ++k) count *= levels_[k].rows;
  return count;
}

std::int64_t Slabs::position(std::int64_t i) const {
  if (levels_.empty()) return 0;
  const Level& last = levels_.back();
  return (i / pieces() * last.rows + i % pieces() * run_) * last.positions;
}

std::int64_t Slabs::positions(std::int64_t i) const {
  if (levels_.empty()) return target_->codomain_size();
  if (i + 1 == count()) return target_->codomain_size() - position(i);
  const Level& last = levels_.back();
  return std::min(run_, last.rows - i % pieces() * run_) * last.positions;
}

std::int64_t Slabs::begin(std::int64_t i) const { return bytes_of(position(i)); }
std::int64_t Slabs::bytes(std::int64_t i) const { return bytes_of(positions(i)); }

std::int64_t Slabs::largest_bytes() const {
  return count() == 0 ? 0 : std::max(bytes(0), bytes(count() - 1));
}

core::Result<relayout::plan::Plan> Slabs::plan(std::int64_t i) const {
  if (levels_.empty()) return relayout::plan::plan(*source_, *target_, bits_);
  const std::size_t rank = target_->rank();
  std::vector<std::int64_t> begins(rank, 0);
  std::vector<std::int64_t> extents(rank);
  for (std::size_t k = 0; k < rank; ++k) extents[k] = target_->extent(k);
  std::int64_t row = i / pieces();
  for (std::size_t k = levels_.size(); k-- > 0;) {
    const Level& level = levels_[k];
    const bool is_last = k + 1 == levels_.size();
    const std::int64_t first = is_last ? i % pieces() * run_ : row % level.rows;
    const std::int64_t rows = is_last ? run_ : 1;
    if (!is_last) row /= level.rows;
    const std::int64_t extent = target_->extent(level.dimension);
    begins[level.dimension] = first * level.tile;
    extents[level.dimension] = std::min(rows * level.tile, extent - first * level.tile);
  }
  TILEGLOT_TRY(source, part_of(*source_, begins, extents, 0, source_->codomain_size()));
  TILEGLOT_TRY(target, part_of(*target_, begins, extents, position(i), positions(i)));
  return relayout::plan::plan(source, target, bits_, {.check_injective = false});
}

}  // namespace tileglot::checkpoint
