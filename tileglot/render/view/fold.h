// SPDX-License-Identifier: Apache-2.0
// fold.h: which dimensions of a tensor go down, which go across, and which make slices.
//
// What     parse_fold(text, dims) reads 'b h | w c': rows left of the bar, columns right of it; in
//          each the last varies fastest. Dimensions that are not named make slices, one panel for
//          each of their values. default_fold(rank) puts the last dimension across, the one before
//          it down, and slices the others.
// Why      A screen has two directions and a tensor has any number. The syntax is that of einops.
// Units    A word is a dimension's own name, its number, x and its number, or dim and its number.
//          With 'n h w c:' in front, words are only these new names, one for each dimension in its
//          order. Without it, words of which none is any of the above are new names in the order of
//          the dimensions, if there are as many.
// Example  '0 2 | 1' of f32[2,3,4]: 8 rows, the last dimension fastest, and 3 columns.
//          'n h w c: n h | w c' of f32[2,3,4,5]: 6 rows and 20 columns.
//          [tests: fold_test.cc, "words are names, numbers or new names"]
// Errors   render.fold for a text without exactly one bar, a word that is not a dimension, or a
//          repeated word.
// Source   einops' patterns (Rogozhnikov, 2022).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::render {

/// Dimension numbers; the last of each list varies fastest.
struct Fold {
  std::vector<std::size_t> slices = {};
  std::vector<std::size_t> rows = {};
  std::vector<std::size_t> columns = {};
  std::vector<std::string> names = {};  ///< new names of all dimensions; empty: their own
  friend bool operator==(const Fold&, const Fold&) = default;
};

Fold default_fold(std::size_t rank);

core::Result<Fold> parse_fold(std::string_view text, std::span<const map::Dim> dims);

/// Its name, or dim 2.
std::string name_of(const map::Dim& dim, std::size_t number);

/// Several dimensions counted as one.
class Flattened {
 public:
  /// Precondition: the extents' product fits int64, as for any map's domain.
  Flattened(std::span<const std::size_t> dims, std::span<const map::Dim> domain);

  std::span<const std::size_t> dims() const { return dims_; }
  std::int64_t extent() const { return extent_; }
  /// Sets x_k for the flattened dimensions. Precondition: index is in [0, extent).
  void write(std::int64_t index, std::span<std::int64_t> x) const;

 private:
  std::vector<std::size_t> dims_;
  std::vector<std::int64_t> extents_;
  std::int64_t extent_ = 1;
};

}  // namespace tileglot::render
