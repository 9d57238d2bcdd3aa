// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/detail/tile.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

constexpr std::int64_t kMaxSize = std::int64_t{1} << 62;

core::Error too_large() {
  return {{.code = "triton.too_large",
           .message = "the layout has more than 64 bits of places or of elements",
           .help = "a linear layout keeps both in one 64-bit word"}};
}

core::Error mixed() {
  return {{.code = "triton.shape",
           .message = "the shape is smaller than the encoding, whose vectors mix bits there",
           .help = "such an encoding cannot be cut; use a shape at least as large"}};
}

/// Packs all dimensions of a vector into one word.
std::uint64_t column_of(const triton::Numbers& vector, std::span<const linear::Dimension> outs) {
  std::uint64_t column = 0;
  for (std::size_t d = 0; d < vector.size(); ++d) {
    column |= linear::placed(static_cast<std::uint64_t>(vector[d]), outs[d]);
  }
  return column;
}

}  // namespace

triton::Numbers row_major(std::int64_t rank) {
  triton::Numbers order;
  for (std::int64_t d = rank - 1; d >= 0; --d) order.push_back(d);
  return order;
}

Tile::Tile(std::int64_t rank, std::initializer_list<linear::Name> ins) : sizes_(at(rank), 1) {
  for (const linear::Name& in : ins) ins_.push_back({in, {}});
}

bool Tile::multiply_size(std::int64_t dimension, std::int64_t n) {
  std::int64_t& size = sizes_[at(dimension)];
  if (size > kMaxSize / n) too_large_ = true;
  if (too_large_) return false;
  size *= n;
  return true;
}

Tile& Tile::id(std::int64_t n, const linear::Name& in, std::int64_t dimension) {
  const std::int64_t unit = size(dimension);
  if (!multiply_size(dimension, n)) return *this;
  for (std::int64_t step = 1; step < n; step *= 2) {
    triton::Numbers vector(sizes_.size(), 0);
    vector[at(dimension)] = unit * step;
    find(in).push_back(std::move(vector));
  }
  return *this;
}

Tile& Tile::zeros(std::int64_t n, const linear::Name& in) {
  for (std::int64_t step = 1; step < n; step *= 2) find(in).emplace_back(sizes_.size(), 0);
  return *this;
}

Tile& Tile::nd(const linear::Name& in, const triton::Numbers& sizes, const triton::Numbers& order) {
  for (const std::int64_t d : order) id(sizes[at(d)], in, d);
  return *this;
}

Tile& Tile::times(const Tile& other) {
  const triton::Numbers units = sizes_;
  too_large_ = too_large_ || other.too_large_;
  for (std::int64_t d = 0; d < rank(); ++d) {
    if (!multiply_size(d, other.size(d))) return *this;
  }
  for (const In& in : other.ins_) {
    for (triton::Numbers vector : in.bases) {
      for (std::size_t d = 0; d < vector.size(); ++d) vector[d] *= units[d];
      find(in.name).push_back(std::move(vector));
    }
  }
  return *this;
}

Tile& Tile::append(const linear::Name& in, const triton::Bases& bases) {
  for (const triton::Numbers& vector : bases) {
    for (std::size_t d = 0; d < vector.size(); ++d) {
      const auto above = std::bit_ceil(static_cast<std::uint64_t>(vector[d]) + 1);
      sizes_[d] = std::max(sizes_[d], static_cast<std::int64_t>(above));
    }
    find(in).push_back(vector);
  }
  return *this;
}

void Tile::grow(const triton::Numbers& shape, const triton::Numbers& order,
                const linear::Name& in) {
  for (const std::int64_t d : order) {
    if (shape[at(d)] > size(d)) id(shape[at(d)] / size(d), in, d);
  }
}

void Tile::shrink(const triton::Numbers& shape, Beyond beyond) {
  for (std::size_t d = 0; d < sizes_.size(); ++d) {
    if (sizes_[d] > shape[d]) shrink_dimension(d, shape[d], beyond);
  }
}

void Tile::shrink_dimension(std::size_t d, std::int64_t size, Beyond beyond) {
  for (In& in : ins_) {
    const auto is_beyond = [&](const triton::Numbers& vector) { return vector[d] >= size; };
    for (triton::Numbers& vector : in.bases) {
      mixed_ = mixed_ || (vector[d] > size && !core::is_power_of_two(vector[d]));
    }
    if (beyond == Beyond::kDropRegister && in.name == linear::kRegister) {
      std::erase_if(in.bases, is_beyond);
      continue;
    }
    for (triton::Numbers& vector : in.bases) {
      if (is_beyond(vector)) vector[d] = 0;
    }
  }
  sizes_[d] = size;
}

core::Result<linear::Layout> Tile::layout() const {
  std::int64_t out_bits = 0;
  std::size_t in_bits = 0;
  for (const std::int64_t size : sizes_) out_bits += core::log2_floor(size);
  for (const In& in : ins_) in_bits += in.bases.size();
  if (too_large_ || out_bits > linear::kMaxBits || in_bits > linear::kMaxBits)
    return core::fail(too_large());
  linear::Layout result;
  for (std::size_t d = 0; d < sizes_.size(); ++d) {
    result.add_out(linear::standard_out(d), core::log2_floor(sizes_[d]));
  }
  for (const In& in : ins_) {
    std::vector<std::uint64_t> columns;
    for (const triton::Numbers& vector : in.bases)
      columns.push_back(column_of(vector, result.outs()));
    result.add_in(in.name, columns);
  }
  if (mixed_ && !linear::is_surjective(result)) return core::fail(mixed());
  return result;
}

}  // namespace tileglot::bridge
