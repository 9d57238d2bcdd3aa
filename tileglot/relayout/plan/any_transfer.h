// SPDX-License-Identifier: Apache-2.0
// any_transfer.h: random pairs of layouts to move between, for property tests of plans and
// executors.
//
// What     A Transfer is a source and a target over one domain and an element type. Targets do not
//          send two elements to the same position: tiles that nest or not, `*`, any order of
//          dimensions, swizzles, padding, gaps, descending offsets. Sources may also repeat
//          positions.
// Why      The recipes compute offsets in plain integers, so the expected result is known without
//          maps, refinements or plans.
// Example  const Transfer t = any_transfer(); // inside a law: it draws its choices
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"

namespace tileglot::relayout::plan {

struct Transfer {
  map::Recipe source;
  map::Recipe target;
  std::int64_t target_size = 0;
  int element_bits = 8;

  map::IndexMap source_map() const { return source.map(); }
  /// The target's map, with a codomain of target_size.
  map::IndexMap target_map() const;
};

std::ostream& operator<<(std::ostream& out, const Transfer& transfer);

/// Draws from RapidCheck: call it inside a property.
Transfer any_transfer(std::int64_t max_points);

/// Resembles tensors of models: ranks 2 to 5, any order of dimensions on both sides, tiles of one
/// or two levels that may be clipped, sometimes a swizzle.
Transfer any_tensor_transfer(std::int64_t max_points);

/// A buffer between two guards, filled with one byte, that begins at a given distance after a
/// cache-line boundary.
class GuardedBuffer {
 public:
  GuardedBuffer(std::size_t size, std::byte fill, std::size_t past_line = 0);
  std::span<std::byte> bytes();
  std::span<const std::byte> bytes() const;
  /// True if nothing was written outside the buffer.
  bool is_intact() const;
  /// The same bytes, wherever they are.
  friend bool operator==(const GuardedBuffer& a, const GuardedBuffer& b);

 private:
  std::size_t size_;
  std::vector<std::byte> memory_;
  std::size_t begin_ = 0;  ///< of the bytes in memory_
};

/// Moves each element by both recipes, bit by bit.
void move_directly(const Transfer& transfer, std::span<const std::byte> source,
                   std::span<std::byte> target);

}  // namespace tileglot::relayout::plan
