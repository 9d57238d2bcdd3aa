// SPDX-License-Identifier: Apache-2.0
// tile.h: a linear layout of tensor dimensions under construction.
//
// What     A Tile has the bases of some inputs and the size of each dimension. id() and zeros()
//          multiply it by an identity or by zeros; grow() and shrink() fit it to a shape;
//          layout() is the result.
// Why      Every encoding is a product of identities. Here the product only appends vectors: no
//          names are matched and nothing is refused until the end.
// Units    Sizes are powers of two. A vector has one entry per dimension, dimension 0 first.
// Law      t.id(n, in, d) is mul(t, identity_1d(n, in, d)): its vectors count in units of the size
//          that d has so far.
// Errors   triton.too_large from layout() where there are more than 64 bits on a side;
//          triton.shape where a dimension of mixed vectors would have to shrink.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {

namespace linear = notation::linear;
namespace triton = notation::triton;

/// What happens to a register whose vector is beyond the shape.
enum class Beyond : std::uint8_t { kZero, kDropRegister };

class Tile {
 public:
  /// One element; the inputs have size 1.
  Tile(std::int64_t rank, std::initializer_list<linear::Name> ins);

  std::int64_t rank() const { return std::ssize(sizes_); }
  std::int64_t size(std::int64_t dimension) const { return sizes_[at(dimension)]; }
  const triton::Bases& bases(const linear::Name& in) const {
    return std::ranges::find(ins_, in, &In::name)->bases;
  }

  /// Precondition of all that multiply: n is a power of two.
  Tile& id(std::int64_t n, const linear::Name& in, std::int64_t dimension);
  Tile& zeros(std::int64_t n, const linear::Name& in);
  /// Calls id() for every dimension in the given order; sizes are indexed by dimension.
  Tile& nd(const linear::Name& in, const triton::Numbers& sizes, const triton::Numbers& order);
  /// The product with another tile, whose inputs are among this one's.
  Tile& times(const Tile& other);

  /// Appends vectors as they are, not in units; afterwards dimensions have at least the sizes
  /// reached.
  Tile& append(const linear::Name& in, const triton::Bases& bases);
  /// Precondition: a power of two; no vector is beyond.
  void set_size(std::int64_t dimension, std::int64_t size) { sizes_[at(dimension)] = size; }
  /// Replaces an input's vectors.
  void replace(const linear::Name& in, triton::Bases bases) { find(in) = std::move(bases); }

  /// Multiplies by id(shape / size, in) along each dimension that is too small, in this order.
  void grow(const triton::Numbers& shape, const triton::Numbers& order, const linear::Name& in);
  /// Cuts each dimension that is too large to the shape: vectors beyond become zero.
  void shrink(const triton::Numbers& shape, Beyond beyond = Beyond::kZero);

  core::Result<linear::Layout> layout() const;

 private:
  struct In {
    linear::Name name;
    triton::Bases bases;
  };

  static std::size_t at(std::int64_t dimension) { return static_cast<std::size_t>(dimension); }
  triton::Bases& find(const linear::Name& in) {
    return std::ranges::find(ins_, in, &In::name)->bases;
  }
  bool multiply_size(std::int64_t dimension, std::int64_t n);
  void shrink_dimension(std::size_t d, std::int64_t size, Beyond beyond);

  std::vector<In> ins_;
  triton::Numbers sizes_;
  bool too_large_ = false;
  bool mixed_ = false;
};

/// [rank - 1, .., 0]: the last dimension first.
triton::Numbers row_major(std::int64_t rank);

}  // namespace tileglot::bridge
