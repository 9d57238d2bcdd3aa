// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/any_transfer.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"

namespace tileglot::relayout::plan {
namespace {

using map::Recipe;
using map::Stage;

/// Also the size of a cache line.
constexpr std::size_t kGuardBytes = 64;
constexpr std::byte kGuard{0x5C};

/// Uniform whatever the size of the case: layouts are small anyway.
std::int64_t draw(std::int64_t lo, std::int64_t hi) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(lo, hi + 1));
}
bool one_in(std::int64_t n) { return draw(1, n) == n; }

/// Appends stages; each returns the number that it makes.
class RecipeWriter {
 public:
  explicit RecipeWriter(std::vector<std::int64_t> extents) { recipe_.extents = std::move(extents); }

  std::size_t sum(std::vector<Stage::Operand> operands, std::int64_t constant = 0) {
    return add({Stage::Kind::kSum, std::move(operands), constant, {}});
  }
  std::size_t floor(std::size_t number, std::int64_t d) {
    return add({Stage::Kind::kFloorDiv, {{number, 1}}, d, {}});
  }
  std::size_t mod(std::size_t number, std::int64_t d) {
    return add({Stage::Kind::kMod, {{number, 1}}, d, {}});
  }
  std::size_t matrix(std::size_t number, map::F2Rows rows) {
    return add({Stage::Kind::kMatrix, {{number, 1}}, 0, std::move(rows)});
  }
  Recipe take() { return std::move(recipe_); }

 private:
  std::size_t add(Stage stage) {
    recipe_.stages.push_back(std::move(stage));
    return recipe_.extents.size() + recipe_.stages.size() - 1;
  }
  Recipe recipe_;
};

/// One physical dimension: a number in [0, extent).
struct Physical {
  std::size_t number;
  std::int64_t extent;
};

std::vector<Physical> any_order(const std::vector<std::int64_t>& extents) {
  std::vector<Physical> left;
  left.reserve(extents.size());
  for (std::size_t k = 0; k < extents.size(); ++k) left.push_back({k, extents[k]});
  std::vector<Physical> order;
  while (!left.empty()) {
    const auto i = draw(0, static_cast<std::int64_t>(left.size()) - 1);
    order.push_back(left[static_cast<std::size_t>(i)]);
    left.erase(left.begin() + i);
  }
  return order;
}

std::int64_t any_tile_extent(bool powers_of_two) {
  if (powers_of_two) return *rc::gen::element<std::int64_t>(1, 2, 4, 8, 16);
  return *rc::gen::element<std::int64_t>(1, 2, 2, 3, 4, 4, 5, 8, 16);
}

/// A tile over the last dimensions: some of them join the next one, then each splits.
void tile(std::vector<Physical>& dims, bool powers_of_two, RecipeWriter& writer) {
  const auto length =
      static_cast<std::size_t>(draw(1, std::min<std::int64_t>(3, std::ssize(dims))));
  const std::vector<Physical> last(dims.end() - static_cast<std::ptrdiff_t>(length), dims.end());
  dims.resize(dims.size() - length);
  std::vector<Physical> inside;
  Physical joined{0, 0};
  for (std::size_t i = 0; i < length; ++i) {
    Physical now = last[i];
    if (joined.extent > 0) {
      now = {writer.sum({{joined.number, now.extent}, {now.number, 1}}),
             joined.extent * now.extent};
    }
    joined.extent = 0;
    if (i + 1 < length && one_in(6)) {
      joined = now;
      continue;
    }
    const std::int64_t t = any_tile_extent(powers_of_two);
    dims.push_back({writer.floor(now.number, t), core::ceil_div(now.extent, t)});
    inside.push_back({writer.mod(now.number, t), t});
  }
  dims.insert(dims.end(), inside.begin(), inside.end());
}

/// Splits the last dimensions by a tile, as many as it has.
void tile_by(std::vector<Physical>& dims, const std::vector<std::int64_t>& tile,
             RecipeWriter& writer) {
  std::vector<Physical> inside;
  inside.reserve(tile.size());
  for (std::size_t i = 0; i < tile.size(); ++i) {
    Physical& dim = dims[dims.size() - tile.size() + i];
    inside.push_back({writer.mod(dim.number, tile[i]), tile[i]});
    dim = {writer.floor(dim.number, tile[i]), core::ceil_div(dim.extent, tile[i])};
  }
  dims.insert(dims.end(), inside.begin(), inside.end());
}

Physical row_major(const std::vector<Physical>& dims, RecipeWriter& writer) {
  std::vector<Stage::Operand> operands;
  std::int64_t stride = 1;
  for (std::size_t i = dims.size(); i-- > 0; stride *= dims[i].extent) {
    operands.push_back({dims[i].number, stride});
  }
  return {writer.sum(std::move(operands)), stride};
}

/// Xors higher bits into lower ones: values stay distinct and below the next power of two.
Physical swizzle(Physical offset, RecipeWriter& writer) {
  const int bits = core::log2_floor(std::max<std::int64_t>(offset.extent - 1, 1)) + 1;
  map::F2Rows rows;
  for (int i = 0; i < bits; ++i) rows.push_back(std::uint64_t{1} << i);
  const auto changes = draw(1, 3);
  for (std::int64_t n = 0; n < changes; ++n) {
    const auto row = draw(0, bits - 1);
    rows[static_cast<std::size_t>(row)] |= std::uint64_t{1} << draw(row, bits - 1);
  }
  return {writer.matrix(offset.number, std::move(rows)), std::int64_t{1} << bits};
}

Physical pad(Physical offset, RecipeWriter& writer) {
  const std::int64_t every = draw(1, 16);
  const std::int64_t by = draw(1, 3);
  const std::size_t blocks = writer.floor(offset.number, every);
  return {writer.sum({{offset.number, 1}, {blocks, by}}),
          offset.extent + by * ((offset.extent - 1) / every)};
}

Physical spread(Physical offset, RecipeWriter& writer) {
  const std::int64_t gap = draw(1, 3);
  const std::int64_t before = draw(0, 5);
  return {writer.sum({{offset.number, gap}}, before), before + gap * offset.extent};
}

Physical turn(Physical offset, RecipeWriter& writer) {
  return {writer.sum({{offset.number, -1}}, offset.extent - 1), offset.extent};
}

/// A map without two elements at the same position.
std::pair<Recipe, std::int64_t> any_injective(const std::vector<std::int64_t>& extents) {
  RecipeWriter writer(extents);
  std::vector<Physical> dims = any_order(extents);
  const bool powers_of_two = std::all_of(extents.begin(), extents.end(), core::is_power_of_two);
  const auto tiles = draw(0, 5) / 2;
  for (std::int64_t n = 0; n < tiles; ++n) tile(dims, powers_of_two, writer);
  Physical offset = row_major(dims, writer);
  if (one_in(powers_of_two ? 2 : 5)) offset = swizzle(offset, writer);
  if (one_in(5)) offset = pad(offset, writer);
  if (one_in(5)) offset = spread(offset, writer);
  if (one_in(6)) offset = turn(offset, writer);
  return {writer.take(), offset.extent};
}

Recipe shifted_up(Recipe recipe) {
  const std::vector<std::int64_t> table = map::table_of(recipe);
  const std::int64_t least = *std::min_element(table.begin(), table.end());
  if (least >= 0) return recipe;
  const std::size_t last = recipe.rank() + recipe.stages.size() - 1;
  recipe.stages.push_back({Stage::Kind::kSum, {{last, 1}}, -least, {}});
  return recipe;
}

Recipe any_source(const std::vector<std::int64_t>& extents) {
  if (one_in(4)) {
    return shifted_up(*map::any_recipe({.max_rank = extents.size(), .extents = extents}));
  }
  Recipe recipe = any_injective(extents).first;
  if (one_in(5)) {
    const std::size_t last = recipe.rank() + recipe.stages.size() - 1;
    recipe.stages.push_back({Stage::Kind::kMod, {{last, 1}}, draw(1, 64), {}});
  }
  return recipe;
}

std::vector<std::int64_t> any_extents(std::int64_t max_points) {
  std::vector<std::int64_t> extents;
  const auto rank = draw(1, 4);
  const bool powers_of_two = one_in(2);
  for (std::int64_t k = 0; k < rank; ++k) {
    const std::int64_t most = std::min<std::int64_t>(max_points, one_in(2) ? 130 : 20);
    const std::int64_t extent = draw(1, most);
    extents.push_back(powers_of_two ? std::int64_t{1} << core::log2_floor(extent) : extent);
    max_points /= extents.back();
  }
  return extents;
}

std::vector<std::int64_t> tensor_extents(std::int64_t max_points) {
  std::vector<std::int64_t> extents(static_cast<std::size_t>(draw(2, 5)));
  const bool even = one_in(2);
  for (std::int64_t& extent : extents) {
    extent = draw(1, std::clamp<std::int64_t>(max_points, 1, one_in(3) ? 300 : 40));
    if (even) extent = std::max<std::int64_t>(extent / 8 * 8, 1);
    max_points /= extent;
  }
  return extents;
}

/// One side of a tensor transfer.
std::pair<Recipe, std::int64_t> any_tiled(const std::vector<std::int64_t>& extents) {
  using Tile = std::vector<std::int64_t>;
  RecipeWriter writer(extents);
  std::vector<Physical> dims = any_order(extents);
  const auto levels = draw(0, 2);
  if (levels > 0) {
    tile_by(dims, *rc::gen::element(Tile{8, 128}, Tile{16, 32}, Tile{4, 8}, Tile{3, 16}, Tile{64}),
            writer);
  }
  if (levels > 1) tile_by(dims, *rc::gen::element(Tile{2, 1}, Tile{4, 1}, Tile{8, 1}), writer);
  Physical offset = row_major(dims, writer);
  if (core::is_power_of_two(offset.extent) && one_in(2)) offset = swizzle(offset, writer);
  return {writer.take(), offset.extent};
}

bool bit_at(std::span<const std::byte> bytes, std::int64_t bit) {
  const auto byte = std::to_integer<unsigned>(bytes[static_cast<std::size_t>(bit / 8)]);
  return ((byte >> (bit % 8)) & 1U) != 0;
}

void set_bit(std::span<std::byte> bytes, std::int64_t bit, bool value) {
  std::byte& byte = bytes[static_cast<std::size_t>(bit / 8)];
  const std::byte mask = std::byte{1} << static_cast<int>(bit % 8);
  byte = value ? byte | mask : byte & ~mask;
}

}  // namespace

map::IndexMap Transfer::target_map() const {
  const map::IndexMap f = target.map();
  return {f.domain(), {{target_size, "offset"}}, f.inner(), f.out()};
}

std::ostream& operator<<(std::ostream& out, const Transfer& t) {
  return out << "source " << t.source << "\ntarget " << t.target << "\n"
             << t.element_bits << " bits, target size " << t.target_size;
}

Transfer any_transfer(std::int64_t max_points) {
  const std::vector<std::int64_t> extents = any_extents(max_points);
  auto [target, size] = any_injective(extents);
  return {any_source(extents), std::move(target), size,
          *rc::gen::element(1, 2, 4, 8, 16, 32, 64, 128)};
}

Transfer any_tensor_transfer(std::int64_t max_points) {
  const std::vector<std::int64_t> extents = tensor_extents(max_points);
  auto [target, size] = any_tiled(extents);
  return {any_tiled(extents).first, std::move(target), size,
          *rc::gen::element(1, 2, 4, 8, 16, 32, 64, 128)};
}

GuardedBuffer::GuardedBuffer(std::size_t size, std::byte fill, std::size_t past_line)
    : size_(size), memory_(size + 4 * kGuardBytes, kGuard) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): alignment is a number.
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.data()) + kGuardBytes;
  begin_ = kGuardBytes + (kGuardBytes - address % kGuardBytes) % kGuardBytes + past_line;
  std::ranges::fill(bytes(), fill);
}

std::span<std::byte> GuardedBuffer::bytes() { return std::span(memory_).subspan(begin_, size_); }

std::span<const std::byte> GuardedBuffer::bytes() const {
  return std::span(memory_).subspan(begin_, size_);
}

bool GuardedBuffer::is_intact() const {
  const std::span<const std::byte> all = memory_;
  const auto is_guard = [](std::byte b) { return b == kGuard; };
  return std::ranges::all_of(all.first(begin_), is_guard) &&
         std::ranges::all_of(all.subspan(begin_ + size_), is_guard);
}

bool operator==(const GuardedBuffer& a, const GuardedBuffer& b) {
  return std::ranges::equal(a.bytes(), b.bytes());
}

void move_directly(const Transfer& transfer, std::span<const std::byte> source,
                   std::span<std::byte> target) {
  const std::int64_t bits = transfer.element_bits;
  map::for_each_coordinate(transfer.source.extents, [&](const map::Coordinate& x) {
    const std::int64_t from = transfer.source(x) * bits;
    const std::int64_t to = transfer.target(x) * bits;
    for (std::int64_t i = 0; i < bits; ++i) set_bit(target, to + i, bit_at(source, from + i));
  });
}

}  // namespace tileglot::relayout::plan
