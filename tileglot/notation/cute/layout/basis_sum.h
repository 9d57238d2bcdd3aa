// SPDX-License-Identifier: Apache-2.0
// basis_sum.h: sums of scaled bases, which are coordinates.
//
// What     BasisSum adds integers by their paths; coordinate(sum) is the tuple of the sums:
//          2@0 + 3@1 = (2,3). coordinate_of(c, layout) is the value of a layout with scaled bases.
// Why      The values of such a layout are coordinates instead of offsets; its strides add up
//          separately along each path.
// Example  coordinate_of(5, (3,4):(1@1,1@0)) = (1,2).
//          [tests: basis_sum_test.cc, "an identity layout gives back the coordinate"]
// Errors   Refused: a sum along a path and along a path inside it, 1@0 + 1@0@0; a sum of a nonzero
//          plain integer and a basis; anything crd2idx refuses.
// Source   cute/numeric/arithmetic_tuple.hpp.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

struct BasisSum {
  Integer sums[core::kMaxLeaves] = {};
  int count = 0;

  constexpr Refusal add(Integer step) {
    for (int i = 0; i < count; ++i) {
      if (sums[i].path != step.path) continue;
      const auto sum = core::add(sums[i], step);
      sums[i] = sum.value;
      return sum.refusal;
    }
    if (count == core::kMaxLeaves) return {Reason::kTooManyLeaves, count + 1, core::kMaxLeaves};
    sums[count++] = step;
    return {};
  }
};

constexpr bool begins_with(core::BasisPath path, core::BasisPath prefix) {
  const int bits = 6 * prefix.levels();
  return (path.packed & ((std::uint64_t{1} << unsigned(bits)) - 1)) == prefix.packed;
}

/// The coordinate inside the mode at `prefix`; _0 where nothing was added.
constexpr Outcome<IntTuple> coordinate(const BasisSum& sum, core::BasisPath prefix = {}) {
  const int level = prefix.levels();
  int modes = 0;
  const Integer* whole = nullptr;
  for (int i = 0; i < sum.count; ++i) {
    const core::BasisPath path = sum.sums[i].path;
    if (!begins_with(path, prefix)) continue;
    if (path == prefix) {
      whole = &sum.sums[i];
    } else if (path.mode(level) >= modes) {
      modes = path.mode(level) + 1;
    }
  }
  if (whole != nullptr && modes == 0) return IntTuple(Integer(whole->value, whole->is_static));
  if (whole != nullptr && !is_plain_zero(*whole)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  if (modes == 0) return IntTuple(core::static_integer(0));
  IntTuple tuple;
  for (int i = 0; i < modes; ++i) {
    TILEGLOT_TRY_VALUE(inner, coordinate(sum, prefix.inside(i)));
    TILEGLOT_TRY_VALUE(longer, append(tuple, inner));
    tuple = longer;
  }
  return tuple;
}

/// The value of a layout with any strides: a coordinate if they are scaled bases, otherwise an
/// integer.
constexpr Outcome<IntTuple> coordinate_of(const IntTuple& c, const Layout<>& layout) {
  BasisSum sum;
  const Refusal refused = for_each_natural(c, layout.shape, [&](int slot, Integer digit) {
    const Integer stride = layout.stride.at(slot);
    // 0 * basis keeps the path here, so that (4,5):(1@0,1@1) has rank-2 values everywhere.
    const auto step =
        multiply(Integer(digit.value, digit.is_static), Integer(stride.value, stride.is_static));
    return step ? sum.add(Integer(step->value, step->is_static, stride.path)) : step.refusal;
  });
  if (refused != Refusal{}) return refused;
  return coordinate(sum);
}

}  // namespace tileglot::notation::cute
