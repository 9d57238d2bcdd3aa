// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/xla.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/detail/memory_digits.h"
#include "tileglot/bridge/detail/tiling.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/notation/xla/validate/splits.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::bridge {
namespace {

namespace xla = notation::xla;

/// One entry of the physical array: its extent and the position of an element in it.
struct Entry {
  std::int64_t extent = 1;
  map::Value index;
};

core::Result<std::vector<map::Dim>> domain_of(const xla::Shape& shape) {
  if (!xla::is_array(shape)) {
    return core::fail(
        {.code = "xla.not_array",
         .message = fmt::format("{} is not an array, so no element has a place", xla::print(shape)),
         .help = "name one array, as in f32[3,5]{1,0}"});
  }
  std::vector<map::Dim> domain;
  domain.reserve(shape.dimensions.size());
  for (const xla::Dimension& dimension : shape.dimensions) {
    if (!dimension.bound) {
      return core::fail({.code = "xla.unbounded",
                         .message = fmt::format("dimension {} has no bound, so the places of "
                                                "elements are not known",
                                                domain.size()),
                         .help = "write a size, or <=n for a bound, in place of ?"});
    }
    domain.push_back({*dimension.bound});
  }
  return domain;
}

/// 1 from x = cut on, 0 before. Precondition: 0 <= x < extent.
map::Value step_at(map::MapBuilder& builder, const map::Value& x, std::int64_t cut,
                   std::int64_t extent) {
  if (cut <= 0 || cut >= extent) return builder.constant(cut <= 0 ? 1 : 0);
  if (cut >= extent - cut) return builder.floor_div(x, cut);  // all x are below 2*cut
  return builder.floor_div(builder.add(x, builder.constant(extent - cut)), extent);
}

/// A dimension cut into parts: which part, of how many, and where in it.
struct Cut {
  map::Value part;
  std::int64_t parts = 1;
  Entry entry;
};

/// Bounds as xla::split_bounds gives them.
Cut cut(map::MapBuilder& builder, std::size_t k, const std::vector<std::int64_t>& bounds) {
  const std::int64_t extent = bounds.back();
  Cut result{.part = builder.constant(0), .entry = {bounds[1], builder.dim(k)}};
  for (std::size_t i = 1; i + 1 < bounds.size(); ++i) {
    const map::Value step = step_at(builder, builder.dim(k), bounds[i], extent);
    builder.add_to(result.part, step);
    builder.add_to(result.entry.index, builder.scale(step, bounds[i - 1] - bounds[i]));
    result.entry.extent = std::max(result.entry.extent, bounds[i + 1] - bounds[i]);
    ++result.parts;
  }
  const map::Range inside{0, std::max<std::int64_t>(result.entry.extent, 1) - 1};
  if (result.parts > 1) result.entry.index = builder.with_bound(result.entry.index, inside);
  return result;
}

/// Tiles the physical array, major to minor, with values of the builder. Each part of a split array
/// is laid out like the largest.
class Tiler {
 public:
  Tiler(map::MapBuilder& builder, const xla::Layout& layout,
        const std::vector<std::vector<std::int64_t>>& bounds)
      : builder_(builder), part_(builder.constant(0)) {
    std::size_t most = layout.minor_to_major.size();
    for (const xla::Tile& tile : layout.tiles) most += tile.entries.size();
    entries_.reserve(most);
    for (std::size_t i = layout.minor_to_major.size(); i-- > 0;) {
      const auto k = static_cast<std::size_t>(layout.minor_to_major[i]);
      Cut dimension = cut(builder, k, bounds[k]);
      builder.scale_by(part_, dimension.parts);
      builder.add_to(part_, dimension.part);
      parts_ = core::saturating_mul(parts_, dimension.parts);
      entries_.push_back(std::move(dimension.entry));
    }
    for (const xla::Tile& tile : layout.tiles) apply(tile);
  }

  /// The number of the part, row-major in physical order.
  const map::Value& part() const { return part_; }
  std::int64_t parts() const { return parts_; }

  /// Row-major index of the entries, which it uses up.
  map::Value take_offset() {
    map::Value sum = builder_.constant(0);
    std::int64_t stride = 1;
    for (std::size_t i = entries_.size(); i-- > 0;) {
      builder_.scale_by(entries_[i].index, stride);
      builder_.add_to(sum, entries_[i].index);
      stride = core::saturating_mul(stride, entries_[i].extent);
    }
    if (stride == 0) return builder_.constant(0);
    return builder_.with_bound(std::move(sum), {0, stride - 1});
  }

  core::Checked physical_size() const {
    std::int64_t size = 1;
    bool overflows = false;
    for (const Entry& entry : entries_) {
      if (entry.extent == 0) return 0;
      const core::Checked product = core::checked_mul(size, entry.extent);
      overflows = overflows || !product;
      size = product.value_or(1);
    }
    return overflows ? std::nullopt : core::Checked(size);
  }

 private:
  /// Cuts the last entries: whole tiles stay in their place, positions inside a tile go to the end.
  void apply(const xla::Tile& tile) {
    const std::size_t length = tile.entries.size();
    if (length > entries_.size()) {
      entries_.insert(entries_.begin(), length - entries_.size(), {1, builder_.constant(0)});
    }
    const std::size_t end = entries_.size();
    const std::size_t first = end - length;
    std::size_t whole = first;
    for (std::size_t i = 0; i < length; ++i) {
      const bool is_joined = i > 0 && !tile.entries[i - 1];
      if (is_joined) join(entries_[whole], entries_[first + i]);
      if (!is_joined && whole < first + i) entries_[whole] = std::move(entries_[first + i]);
      if (tile.entries[i]) cut_by(*tile.entries[i], whole++);
    }
    const auto begin = entries_.begin();
    entries_.erase(begin + static_cast<std::ptrdiff_t>(whole),
                   begin + static_cast<std::ptrdiff_t>(end));
  }

  /// Joins an entry with the minor one after it.
  void join(Entry& major, const Entry& minor) {
    major.extent = core::saturating_mul(major.extent, minor.extent);
    builder_.scale_by(major.index, minor.extent);
    builder_.add_to(major.index, minor.index);
  }

  void cut_by(std::int64_t size, std::size_t i) {
    map::Value quotient = builder_.take_quotient(entries_[i].index, size);
    entries_.push_back({size, std::move(entries_[i].index)});
    entries_[i].extent = core::ceil_div(entries_[i].extent, size);
    entries_[i].index = std::move(quotient);
  }

  map::MapBuilder& builder_;
  map::Value part_;
  std::int64_t parts_ = 1;
  std::vector<Entry> entries_;
};

core::Result<std::vector<std::vector<std::int64_t>>> split_bounds_of(const xla::Shape& shape) {
  std::vector<std::vector<std::int64_t>> all;
  for (std::size_t k = 0; k < xla::rank(shape); ++k) {
    TILEGLOT_TRY(bounds, xla::split_bounds(shape, static_cast<std::int64_t>(k)));
    all.push_back(std::move(bounds));
  }
  return all;
}

core::Error overflow(const xla::Shape& shape) {
  return {{.code = "map.overflow",
           .message = fmt::format("{} has more elements in memory than a signed 64-bit integer can "
                                  "count",
                                  xla::print(shape)),
           .help = "padding included, at most 9223372036854775807 elements can be addressed"}};
}

/// Each part ends after whole multiples of L.
core::Checked with_tail(core::Checked size, const xla::Layout& layout) {
  const std::int64_t alignment = layout.tail_padding_alignment;
  return size ? core::checked_mul(core::ceil_div(*size, alignment), alignment) : size;
}

/// One extent, or for a split array (split, offset).
std::vector<map::Dim> codomain_of(const xla::Shape& shape, std::int64_t parts,
                                  std::int64_t part_size) {
  if (!xla::has_splits(shape)) return {{part_size, "offset"}};
  return {{parts, "split"}, {part_size, "offset"}};
}

constexpr std::string_view kNotTiled = "bridge.not_tiled";
constexpr std::string_view kHowTilesFill =
    "XLA tiles fill memory without overlaps or gaps; `--to map` shows the layout";

std::vector<TileDigit> tile_digits(const std::vector<MemoryDigit>& digits) {
  std::vector<TileDigit> result;
  result.reserve(digits.size());
  for (const MemoryDigit& digit : digits) {
    result.push_back({digit.dim, digit.level, digit.radix, digit.padded});
  }
  return result;
}

/// The alignment that rounds `tiled` positions up to `all`: a power of two, or all of them.
/// Precondition: 0 < tiled <= all.
std::int64_t tail_alignment(std::int64_t tiled, std::int64_t all) {
  for (std::int64_t n = 1; n < all && all % n == 0; n *= 2) {
    if (n > all - tiled) return n;
  }
  return all;
}

xla::Shape shape_of(const map::IndexMap& map, xla::PrimitiveType type, const Tiling& tiling) {
  xla::Shape shape{.type = type};
  for (const map::Dim& dim : map.domain()) shape.dimensions.push_back({dim.extent});
  xla::Layout layout{.minor_to_major = tiling.minor_to_major};
  for (const std::vector<std::int64_t>& entries : tiling.tiles) {
    layout.tiles.push_back({std::vector<xla::TileEntry>(entries.begin(), entries.end())});
  }
  shape.layout = std::move(layout);
  return shape;
}

}  // namespace

core::Result<map::IndexMap> to_map(const xla::Shape& shape) {
  TILEGLOT_TRY(domain, domain_of(shape));
  TILEGLOT_TRY_STATUS(xla::validate(shape));
  TILEGLOT_TRY(bounds, split_bounds_of(shape));
  map::MapBuilder builder(domain);
  if (builder.failed()) return core::fail(builder.error());
  Tiler tiler(builder, xla::layout_or_default(shape), bounds);
  const core::Checked size = with_tail(tiler.physical_size(), xla::layout_or_default(shape));
  if (!size || !core::checked_mul(*size, tiler.parts())) return core::fail(overflow(shape));
  map::Value offset = builder.scale(tiler.part(), *size);
  builder.add_to(offset, tiler.take_offset());
  // Strides of a shape without elements may overflow 64 bits, and are not needed.
  if (builder.failed() && map::is_empty(domain)) return map::empty_map(domain);
  return builder.finish(std::move(offset), codomain_of(shape, tiler.parts(), *size));
}

core::Result<xla::Shape> to_xla(const map::IndexMap& map, xla::PrimitiveType type) {
  TILEGLOT_TRY(digits, memory_digits(map, kNotTiled, kHowTilesFill));
  TILEGLOT_TRY(tiling, find_tiling(tile_digits(digits), map.rank()));
  xla::Shape shape = shape_of(map, type, tiling);
  TILEGLOT_TRY(back, to_map(shape));
  if (back.codomain_size() > 0 && back.codomain_size() < map.codomain_size()) {
    shape.layout->tail_padding_alignment =
        tail_alignment(back.codomain_size(), map.codomain_size());
  }
  TILEGLOT_TRY(difference, map::first_difference(map, back));
  if (!difference) return shape;
  return core::fail(
      {.code = std::string(kNotTiled),
       .message = fmt::format("the nearest layout, {}, is another function", xla::print(shape)),
       .help = std::string(kHowTilesFill),
       .witness =
           fmt::format("at {} the offset is {}, there {}", map::coordinate_text(difference->at),
                       difference->left, difference->right)});
}

}  // namespace tileglot::bridge
