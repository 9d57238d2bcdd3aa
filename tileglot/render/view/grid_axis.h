// SPDX-License-Identifier: Apache-2.0
// grid_axis.h: the rows or columns of a grid: flattened dimensions, cut into cells.
//
// What     GridAxis(dims, domain, boundaries) is the axis of some dimensions. choose(side, step,
//          covers) says which of its elements become cells, cells() how many these are, and
//          shorten() merges them into blocks. cut() makes the cells; then drawn() is the axis of a
//          panel, lines() its borders before they are numbered, and write() the coordinate of a
//          cell.
// Why      An axis may be longer than memory, so what is drawn is decided before anything is
//          listed.
// Units    Elements of the axis.
// Example  Dimension 1 of f32[3,5]{1,0:T(2,2)}, padded to 6: six cells 0 to 5, lines before 2 and
//          4.
//          [tests: grid_axis_test.cc, "an axis has headers and lines"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {

class GridAxis {
 public:
  /// `boundaries` has a list for each dimension of the domain; both must outlive the axis.
  GridAxis(std::span<const std::size_t> dims, std::span<const map::Dim> domain,
           const Boundaries& boundaries)
      : flat_(dims, domain), domain_(domain), boundaries_(boundaries) {}

  std::int64_t extent() const { return flat_.extent(); }

  /// The part of the side outside the axis is ignored. Precondition: as sampled.
  void choose(const Side& side, std::int64_t step, std::int64_t covers);
  std::int64_t cells() const { return cells_of(side_, step_); }
  /// Replaces the cells by blocks of whole tiles, at most sixteen.
  void shorten();
  /// Elements per cell.
  std::int64_t covers() const { return covers_; }

  void cut() { samples_ = sampled(side_, step_, covers_); }
  /// Without borders. Precondition: cut() was called.
  Axis drawn(std::string_view direction) const;
  /// Precondition: cut() was called.
  std::vector<Line> lines() const { return lines_of(flat_, samples_, boundaries_); }
  /// The first element of a cell.
  std::int64_t element(std::size_t cell) const { return samples_.at[cell]; }
  /// Sets x_k of the axis' dimensions. Precondition: element is in [0, extent).
  void write(std::int64_t element, std::span<std::int64_t> x) const { flat_.write(element, x); }

 private:
  Flattened flat_;
  std::span<const map::Dim> domain_;
  const Boundaries& boundaries_;
  Side side_;
  std::int64_t step_ = 1;
  std::int64_t covers_ = 1;
  Samples samples_;
};

}  // namespace tileglot::render
