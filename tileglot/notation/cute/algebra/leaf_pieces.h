// SPDX-License-Identifier: Apache-2.0
// leaf_pieces.h: one leaf of a composition's right operand, cut where the left operand carries.
//
// What     cut_leaf follows a leaf s:d of B through the modes of A: as long as no multiple of d
//          carries from one mode of A into the next, the offsets have a plain stride, and the leaf
//          is cut where the first carry would be. Pieces collects the pieces of every leaf, and how
//          far its digits reach in each mode of A.
// Why      A(x + y) = A(x) + A(y) wherever no mode of A carries. So the pieces of all leaves are
//          jointly correct if their largest digits add up to less than the extent, mode by mode;
//          a few divisions decide that, however many elements there are.
// Example  Through (6,2):(8,2) the leaf 4:3 is cut into 2:24 (0 and 3 stay in the 6) and 2:2.
//          [tests: composition_test.cc, "leaves are cut as CuTe cuts them"]
// Errors   None: false if a cut does not divide the leaf, which leaves the question undecided.
// Source   CUTLASS, cute/layout.hpp, composition, with the sums of all leaves in place of the
//          rule for one.
#pragma once

#include <bit>
#include <cstdint>

#include "tileglot/notation/cute/algebra/flat_modes.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// The pieces of the leaves of B. Only the first `count` pieces, and values set for a leaf, are
/// ever read.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only those are set.
struct Pieces {
  std::int64_t extent[core::kMaxLeaves];
  std::int64_t stride[core::kMaxLeaves];
  std::uint32_t path[core::kMaxLeaves];
  bool extent_is_static[core::kMaxLeaves];
  bool stride_is_static[core::kMaxLeaves];
  int first[core::kMaxLeaves];           ///< for each leaf of B: its first piece
  int number[core::kMaxLeaves];          ///< and how many
  std::int64_t reach[core::kMaxLeaves];  ///< for each mode of A: the largest sum of digits
  int count = 0;
  std::uint64_t touched = 0;  ///< bit k: a piece moves along mode k of A
  bool forwards = false;      ///< a leaf has a positive stride
  bool backwards = false;     ///< a leaf has a negative stride
  Refusal refused;            ///< the first number that did not fit

  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only those are set.
  constexpr Pieces() = default;
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  constexpr Integer extent_at(int i) const { return Integer(extent[i], extent_is_static[i]); }
  constexpr Integer stride_at(int i) const {
    return Integer(stride[i], stride_is_static[i], {path[i]});
  }
  constexpr void clear_reach(int modes) {
    for (int k = 0; k < modes; ++k) reach[k] = 0;
    touched = 0;
    forwards = backwards = false;
  }
  constexpr void push(std::int64_t n, bool n_is_static, Integer d) {
    if (count == core::kMaxLeaves) {
      refused = {Reason::kTooManyLeaves, count + 1, core::kMaxLeaves};
      return;
    }
    extent[count] = n;
    stride[count] = d.value;
    path[count] = d.path.packed;
    extent_is_static[count] = n_is_static;
    stride_is_static[count] = d.is_static;
    ++count;
  }
  constexpr void push(std::int64_t n, bool n_is_static, const Outcome<Integer>& d) {
    if (d) return push(n, n_is_static, d.value);
    refused = d.refusal;
  }
  /// Adds a piece of n steps, each of them `steps` units.
  constexpr void push_scaled(std::int64_t n, bool n_is_static, Integer steps, Integer unit) {
    if (is_static_zero(unit)) return push(n, n_is_static, core::static_integer(0));
    const bool is_static = steps.is_static && unit.is_static;
    std::int64_t product = 0;
    if (core::multiply_fits(steps.value, unit.value, product)) {
      push(n, n_is_static, Integer(product, is_static, unit.path));
    } else {
      refused = {Reason::kProductTooLarge, steps.value, unit.value};
    }
  }
};

/// The rest of a leaf while it is cut: `extent` steps of `stride`, counted in mode `mode` of A.
struct LeafRest {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  bool extent_is_static = true;
  bool stride_is_static = true;
  bool is_backwards = false;
  int mode = 0;
};

/// Skips the modes that every step crosses whole.
constexpr void skip_whole_modes(const FlatModes& a, LeafRest& rest) {
  // A stride below the extent, the common case, needs no division.
  while (rest.mode < a.last() && rest.stride >= a.extent[rest.mode] &&
         rest.stride % a.extent[rest.mode] == 0) {
    rest.stride /= a.extent[rest.mode];
    rest.stride_is_static = rest.stride_is_static && a.extent_is_static[rest.mode];
    ++rest.mode;
  }
}

constexpr Integer directed(const LeafRest& rest, std::int64_t steps) {
  return {rest.is_backwards ? -steps : steps, rest.stride_is_static};
}

/// Pushes the rest of the leaf as a piece along the endless last mode of A.
constexpr bool push_along_last(const FlatModes& a, LeafRest& rest, Pieces& pieces) {
  pieces.push_scaled(rest.extent, rest.extent_is_static, directed(rest, rest.stride),
                     a.stride_at(a.last()));
  pieces.touched |= std::uint64_t{1} << unsigned(a.last());
  rest.extent = 1;
  return true;
}

/// Reduces the rest to what follows n steps; false if n does not divide it.
constexpr bool take_steps(LeafRest& rest, std::int64_t n) {
  if (rest.extent == n) {
    rest.extent = 1;
    return true;
  }
  if (rest.extent % n != 0) return false;
  rest.extent /= n;
  rest.stride *= n;
  return true;
}

/// Cuts a piece along one mode of A only, up to the carry; false if that does not divide the leaf.
constexpr bool cut_within_mode(const FlatModes& a, LeafRest& rest, Pieces& pieces) {
  const int k = rest.mode;
  const std::int64_t room =  // rounded up
      rest.stride == 1 ? a.extent[k] : (a.extent[k] - 1) / rest.stride + 1;
  const std::int64_t n = room < rest.extent ? room : rest.extent;
  const bool limited = !(rest.stride_is_static && a.extent_is_static[k]);
  rest.extent_is_static = rest.extent_is_static && !limited;
  pieces.push_scaled(n, rest.extent_is_static, directed(rest, rest.stride), a.stride_at(k));
  pieces.touched |= std::uint64_t{1} << unsigned(k);
  pieces.reach[k] += (n - 1) * rest.stride;
  return take_steps(rest, n);
}

/// The number of steps before one of the modes of A carries, at most all of them.
constexpr std::int64_t steps_before_carry(const FlatModes& a, const LeafRest& rest) {
  std::int64_t steps = rest.extent;
  std::int64_t index = rest.stride;
  for (int k = rest.mode; k < a.last() && index != 0; ++k) {
    const std::int64_t digit = index % a.extent[k];
    index /= a.extent[k];
    if (digit == 0) continue;
    const std::int64_t room = (a.extent[k] - 1) / digit + 1;
    steps = room < steps ? room : steps;
  }
  return steps;
}

/// Cuts a piece whose step has digits in several modes of A.
constexpr bool cut_across_modes(const FlatModes& a, LeafRest& rest, Pieces& pieces) {
  const std::int64_t n = steps_before_carry(a, rest);
  std::int64_t index = rest.stride;
  Outcome<Integer> stride = core::static_integer(0);
  for (int k = rest.mode; index != 0 && stride; ++k) {
    const std::int64_t digit = k == a.last() ? index : index % a.extent[k];
    index = k == a.last() ? 0 : index / a.extent[k];
    if (digit == 0) continue;
    pieces.touched |= std::uint64_t{1} << unsigned(k);
    if (k != a.last()) pieces.reach[k] += (n - 1) * digit;
    const auto part = multiply(directed(rest, digit), a.stride_at(k));
    stride = part ? add(*stride, *part) : part;
  }
  pieces.push(n, rest.extent_is_static, stride);
  return take_steps(rest, n);
}

/// Pushes a leaf of one element. Its stride does not matter; it is the one that CuTe gives.
constexpr void name_single(const FlatModes& a, LeafRest rest, Pieces& pieces) {
  for (int k = 0; k < a.last() && rest.stride != 0; ++k) {
    if (a.extent[k] == 0) break;
    rest.stride = (rest.stride - 1) / a.extent[k] + 1;
    rest.stride_is_static = rest.stride_is_static && a.extent_is_static[k];
  }
  const auto stride = multiply(directed(rest, rest.stride), a.stride_at(a.last()));
  pieces.push(1, rest.extent_is_static, stride ? *stride : core::static_integer(0));
}

/// Cuts the leaf and adds its pieces and its digits; false if a cut does not divide it.
constexpr bool cut_leaf(const FlatModes& a, Integer extent, Integer stride, Pieces& pieces) {
  if (stride.value == 0) {
    pieces.push(extent.value, extent.is_static, Integer(0, stride.is_static));
    return true;
  }
  const bool backwards = stride.value < 0;
  LeafRest rest{extent.value,     backwards ? -stride.value : stride.value,
                extent.is_static, stride.is_static,
                backwards,        0};
  if (extent.value == 1) {
    name_single(a, rest, pieces);
    return true;
  }
  if (a.last() == 0) {
    pieces.push_scaled(extent.value, extent.is_static, {stride.value, stride.is_static},
                       a.stride_at(0));
    return true;  // one endless mode has nothing to carry into
  }
  (backwards ? pieces.backwards : pieces.forwards) = true;
  for (;;) {
    skip_whole_modes(a, rest);
    const bool divides = rest.mode == a.last()               ? push_along_last(a, rest, pieces)
                         : rest.stride < a.extent[rest.mode] ? cut_within_mode(a, rest, pieces)
                                                             : cut_across_modes(a, rest, pieces);
    if (!divides || rest.extent == 1 || pieces.refused != Refusal{}) return divides;
  }
}

/// True if no mode of A can carry, whatever steps the pieces take together. Leaves with strides of
/// both signs must stay in one mode, where a difference of digits is the digit of the difference.
constexpr bool add_without_carry(const FlatModes& a, const Pieces& pieces) {
  if (pieces.forwards && pieces.backwards && std::popcount(pieces.touched) > 1) return false;
  for (int k = 0; k < a.last(); ++k) {
    if (pieces.reach[k] >= a.extent[k]) return false;
  }
  return true;
}

}  // namespace tileglot::notation::cute
