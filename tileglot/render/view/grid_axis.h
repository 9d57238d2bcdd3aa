// SPDX-License-Identifier: Apache-2.0
// grid_axis.h: the rows or the columns of a grid: dimensions counted as one, cut into cells.
//
// What     GridAxis(dims, domain, boundaries) is the axis of some dimensions. choose(side, step,
//          covers) says which of its elements are to be cells, cells() how many these are, and
//          shorten() makes blocks of them. cut() makes the cells; then drawn() is the axis of a
//          panel and write() the coordinate of a cell.
// Why      An axis may be longer than memory: what is drawn is decided before anything is listed.
// Units    Elements of the axis.
// Example  Dimension 1 of f32[3,5]{1,0:T(2,2)}, padded to 6: six cells 0 to 5, lines before 2 and 4.
//          [tests: grid_axis_test.cc, "an axis has headers and lines"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/fold.h"
#include "tileglot/render/view/sampling.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::render {

class GridAxis {
 public:
  /// `boundaries` has a list for each dimension of the domain; both are looked at later.
  GridAxis(std::span<const std::size_t> dims, std::span<const map::Dim> domain,
           const Boundaries& boundaries)
      : flat_(dims, domain), domain_(domain), boundaries_(boundaries) {}

  std::int64_t extent() const { return flat_.extent(); }

  /// What of the side is outside the axis is left out. Precondition: as sampled.
  void choose(const Side& side, std::int64_t step, std::int64_t covers);
  std::int64_t cells() const { return cells_of(side_, step_); }
  /// Blocks of whole tiles in place of the cells, at most sixteen.
  void shorten();
  /// Elements that a cell stands for.
  std::int64_t covers() const { return covers_; }

  void cut() { samples_ = sampled(side_, step_, covers_); }
  /// Precondition: cut.
  Axis drawn(std::string_view direction) const;
  /// The element that a cell begins with.
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
