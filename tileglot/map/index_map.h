// SPDX-License-Identifier: Apache-2.0
// index_map.h: the common form of every layout in Tileglot.
//
// THE IDEA
//
// A layout maps each element of a tensor to its position in memory. Notations write that in
// different ways; the function is the same. An IndexMap writes the function as a sum:
//
//     offset(x) = base + sum of coef * floor(source / div)
//                      + sum of weight * (xor of bits of sources)
//
// x = (x0, x1, ..) is the coordinate, 0 <= xk < extent k. A source is a dimension or, rarely, an
// inner value: another such sum.
//
// BY HAND: f32[3,5]{1,0:T(2,2)}
//
// XLA cuts the 3x5 matrix into 2x2 tiles, pads it to 4x6, and stores tile after tile, each
// row-major. Along x1 the offset grows by 1, and by 2 more each time a tile border (a multiple of
// 2) is crossed, since the next tile is 4 further and the steps within the tile made only 2 of
// them. Along x0 it grows by 2, and by 8 more at each multiple of 2, since a row of tiles is 12:
//
//     offset = x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)
//
//                x1:  0   1   2   3   4
//     x0 = 0          0   1   4   5   8
//     x0 = 1          2   3   6   7  10          (2,3) is at 3 + 2 + 4 + 8 = 17
//     x0 = 2         12  13  16  17  20
//
// So a coefficient has a simple meaning: it is what the offset gains when x crosses a multiple of
// div.
//
// WHY FLOORS AND NOT DIGITS
//
// The usual form has mixed-radix digits, floor(x/d) mod r, each with a stride. A digit is two
// floors: floor(x/d) - r*floor(x/(d*r)). Digits need their divisors to divide one another and can
// write one function in many ways; the functions floor(x/b), 1 <= b < N, are linearly independent
// on [0, N), so the sum of floors is unique whatever the divisors: at x = b, floor(x/b) jumps for
// the first time, and of the others only those whose divisor divides b jump. Hence two maps without
// parities and inner values are equal iff they have the same terms, and the first coordinate where
// two differ is read off the smallest remaining divisor. Digits are still available as a view
// (digits.h).
//
// WHY PARITIES AND NOT A MATRIX OUTSIDE
//
// A swizzle S permutes by xor: S(v) = v + sum over the bits i that S changes of 2^i * ([row i of S
// applied to v] - bit i of v). So it is a sum too, and whatever comes after it (a stride, padding)
// only changes weights. Sw<3,3,3> o 0 o (8,64):(64,1) is
//
//     x1 - 8*(x1/8) + 64*x0 + 8*[x0_0 ^ x1_3] + 16*[x0_1 ^ x1_4] + 32*[x0_2 ^ x1_5]
//
// Parities are the Walsh functions: independent of one another and of the floors where extents and
// divisors are powers of two.
//
// INNER VALUES
//
// Some floors cannot be resolved: f32[7,5,11]{2,1,0:T(*,2,3)} joins x0 and x1 to v = 5*x0 + x1 and
// asks for v/2, and 2 does not divide 5. Then v is kept as inner value 0 and v/2 is a term on it:
//
//     15*x0 + 3*x1 + 18*((5*x0+x1)/2) + x2 + 3*(x2/3)
//
// This map is not a sum of functions of x0 and x1 alone: (1,0,0) is at 51, (0,1,0) at 3, and
// (1,1,0) at 72, not 54. Everything that looks at dimensions one by one first asks which of them
// are linked (classes.h).
//
// INVARIANTS (the smart constructors of builder.h keep them)
//
// I1  no zero coefficient or weight; one term per (src, div); one parity per set of bits; div >= 1.
// I2  a term on a dimension has div < extent, a parity bit 2^bit < extent.
// I3  an inner value occurs only under div >= 2 or as a bit; otherwise its terms are written out.
// I4  no term can be resolved by floor_div.
// I5  floors ascend by (src, div), parities by their bits; equal inner values are one.
// I6  bound.lo <= value <= bound.hi on the whole domain; the bound may be loose.
//
// A map is plain if it has no parity and no inner value, xor if it has no inner value, deep
// otherwise.
//
// ALTERNATIVES
//
// One matrix over F2 outside a digit map cannot express padding after a swizzle or an offset before
// it, and many (digits, matrix) pairs are the same function. A chain of stages can express
// everything but must be fused before two can be compared. Proofs and measurements are in
// docs/reference/index-map.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "tileglot/map/value.h"

namespace tileglot::map {

/// A dimension: its extent, and a name where the notation has one.
struct Dim {
  std::int64_t extent = 1;
  std::string name = {};
  friend bool operator==(const Dim&, const Dim&) = default;
};

/// Unnamed dimensions of these extents.
std::vector<Dim> dims_of(std::initializer_list<std::int64_t> extents);

using Coordinate = std::vector<std::int64_t>;

class IndexMap {
 public:
  /// Called by MapBuilder::finish, which keeps the invariants.
  IndexMap(std::vector<Dim> domain, std::vector<Dim> codomain, std::vector<Value> inner, Value out);

  const std::vector<Dim>& domain() const { return domain_; }
  /// One extent ("offset") for memory: all positions owned, padding included. Several for a tensor
  /// index, numbered row-major.
  const std::vector<Dim>& codomain() const { return codomain_; }
  const std::vector<Value>& inner() const { return inner_; }
  const Value& out() const { return out_; }

  std::size_t rank() const { return domain_.size(); }
  std::int64_t extent(std::size_t k) const { return domain_[k].extent; }
  /// Number of coordinates; the builder rejects domains that do not fit int64.
  std::int64_t size() const { return size_; }
  /// Product of the codomain's extents.
  std::int64_t codomain_size() const { return codomain_size_; }

  bool is_plain() const { return inner_.empty() && out_.xors.rows.empty(); }
  bool is_xor() const { return inner_.empty() && !out_.xors.rows.empty(); }
  bool is_deep() const { return !inner_.empty(); }

  bool is_dimension(Source src) const { return src < domain_.size(); }
  /// Precondition: not is_dimension(src).
  const Value& inner_of(Source src) const { return inner_[src - domain_.size()]; }

  /// The same terms over the same extents: the same function. The converse holds for plain maps
  /// only (equal.h decides the others).
  bool same_form(const IndexMap& other) const;

  /// Offset of a coordinate, evaluated directly from the sum. Precondition: one number in [0,
  /// extent) for each dimension.
  std::int64_t operator()(std::span<const std::int64_t> x) const;

 private:
  std::vector<Dim> domain_;
  std::vector<Dim> codomain_;
  std::vector<Value> inner_;
  Value out_;
  std::int64_t size_ = 1;
  std::int64_t codomain_size_ = 1;
};

/// Value of `value` where sources below x.size() are x and later ones inner_values.
std::int64_t evaluate(const Value& value, std::span<const std::int64_t> sources);

}  // namespace tileglot::map
