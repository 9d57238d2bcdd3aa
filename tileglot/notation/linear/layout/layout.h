// SPDX-License-Identifier: Apache-2.0
// layout.h: a linear layout, which maps hardware location bits to tensor index bits by xor.
//
// What     Layout has input dimensions (register, lane, warp, block; or offset) and output
//          dimensions (dim0, dim1), in order, each with a power-of-two size. Each bit of an input
//          has a basis vector, the output of that bit alone; the output of an input is the xor of
//          the vectors at its set bits. So L(x xor y) = L(x) xor L(y), and L(0) = 0.
// Why      Triton gives every distributed and shared layout this form: products, inverses and
//          swizzles are matrices over F2.
// Units    Dimensions are listed from minor to major. A flat input concatenates the bits of all
//          input dimensions, the first in the low bits; a flat output likewise. column(j) is the
//          flat output of flat input 2^j. At most 64 bits on either side, and kMaxDimensions
//          dimensions.
// Example  {register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}: register 1 of lane 2
//          holds element (2,1). Its columns are 0b100, 0b001, 0b010.
//          [tests: layout_test.cc, "the worked example of the header"]
// Errors   None: make.h checks user input.
// Source   arXiv 2505.23819; Triton's LinearLayout.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::notation::linear {

inline constexpr int kMaxBits = 64;
inline constexpr std::size_t kMaxDimensions = 64;

struct Dimension {
  Name name;
  std::int16_t bits = 0;
  std::int16_t begin = 0;  ///< its lowest bit in a flat input or output

  /// 2^bits. Precondition: bits < 63.
  constexpr std::int64_t size() const { return std::int64_t{1} << bits; }
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

class Layout {
 public:
  std::span<const Dimension> ins() const { return {ins_.data(), ins_.size()}; }
  std::span<const Dimension> outs() const { return {outs_.data(), outs_.size()}; }
  int in_bits() const { return static_cast<int>(columns_.size()); }
  int out_bits() const { return out_bits_; }

  std::span<const std::uint64_t> columns() const { return {columns_.data(), columns_.size()}; }
  std::uint64_t column(int j) const { return columns_[static_cast<std::size_t>(j)]; }
  /// The columns of the bits of one input dimension.
  std::span<const std::uint64_t> columns_of(const Dimension& in) const {
    return columns().subspan(static_cast<std::size_t>(in.begin), static_cast<std::size_t>(in.bits));
  }

  /// nullptr if there is no such dimension.
  const Dimension* find_in(const Name& name) const { return find(ins(), name); }
  const Dimension* find_out(const Name& name) const { return find(outs(), name); }

  /// Appends a dimension. All outputs must be added before the first input.
  /// Precondition: a new name; at most 64 bits in all, and kMaxDimensions dimensions.
  void add_out(const Name& name, int bits) {
    *outs_.extend(1) = {name, static_cast<std::int16_t>(bits),
                        static_cast<std::int16_t>(out_bits_)};
    out_bits_ += bits;
  }
  /// Precondition: as above; no bit of a column is at or above out_bits().
  void add_in(const Name& name, std::span<const std::uint64_t> columns) {
    std::ranges::copy(columns, add_in(name, static_cast<int>(columns.size())));
  }
  /// Returns the address of its columns, which the caller writes before anything is read.
  std::uint64_t* add_in(const Name& name, int bits) {
    *ins_.extend(1) = {name, static_cast<std::int16_t>(bits),
                       static_cast<std::int16_t>(columns_.size())};
    return columns_.extend(static_cast<std::size_t>(bits));
  }
  /// Precondition: j < in_bits(); no bit is at or above out_bits().
  void set_column(int j, std::uint64_t column) { columns_[static_cast<std::size_t>(j)] = column; }

  /// True for the same names, sizes and vectors in the same order.
  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  using Dimensions = core::SmallVector<Dimension, 8>;

  static const Dimension* find(std::span<const Dimension> dimensions, const Name& name) {
    for (const Dimension& d : dimensions) {
      if (d.name == name) return &d;
    }
    return nullptr;
  }

  Dimensions ins_;
  Dimensions outs_;
  core::SmallVector<std::uint64_t, kMaxBits> columns_;
  int out_bits_ = 0;
};

/// The part of a flat output (or input) in one dimension.
constexpr std::uint64_t part_of(std::uint64_t flat, const Dimension& d) {
  if (d.bits == 0) return 0;
  return (flat >> d.begin) & (~std::uint64_t{0} >> (kMaxBits - d.bits));
}

/// The flat output with `value` in one dimension and 0 in the others. Precondition: value fits.
constexpr std::uint64_t placed(std::uint64_t value, const Dimension& d) {
  return d.bits == 0 ? 0 : value << d.begin;
}

/// The bits of one dimension in a flat output (or input).
constexpr std::uint64_t mask_of(const Dimension& d) {
  return d.bits == 0 ? 0 : (~std::uint64_t{0} >> (kMaxBits - d.bits)) << d.begin;
}

}  // namespace tileglot::notation::linear
