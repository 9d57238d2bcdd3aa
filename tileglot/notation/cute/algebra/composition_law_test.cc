// SPDX-License-Identifier: Apache-2.0
// composition_law_test.cc: composition against a search that knows nothing of digits.
//
// What     The search tries every way to write each extent of B as a product, and gives each
//          factor the stride that the first step along it needs; it finds a layout with the
//          offsets A(B(i)) if there is one. composition must accept exactly those pairs.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

using Numbers = std::vector<std::int64_t>;

Numbers offsets_of(const Layout<>& a, const Layout<>& b) {
  Numbers offsets;
  for (std::int64_t i = 0; i < size(b)->value; ++i)
    offsets.push_back(crd2idx(crd2idx(i, b)->value, a)->value);
  return offsets;
}

/// All ways to write n as a product of factors from 2, in order; of 1 there is the empty one.
std::vector<Numbers> factorings(std::int64_t n) {
  if (n == 1) return {{}};
  std::vector<Numbers> all;
  for (std::int64_t f = 2; f <= n; ++f) {
    if (n % f != 0) continue;
    for (Numbers rest : factorings(n / f)) {
      rest.insert(rest.begin(), f);
      all.push_back(rest);
    }
  }
  return all;
}

/// Has the layout with these extents, and the strides that the offsets give them, these offsets?
bool is_strided(const Numbers& offsets, const Numbers& extents) {
  Numbers made{0};
  for (const std::int64_t extent : extents) {
    const std::size_t step = made.size();
    for (std::int64_t c = 1; c < extent; ++c) {
      for (std::size_t i = 0; i < step; ++i) made.push_back(made[i] + c * offsets[step]);
    }
  }
  return made == offsets;
}

/// Tries the factorings of the leaves from `leaf` on, after the extents chosen for those before.
bool some_layout_has(const Numbers& offsets, const IntTuple& shape, int leaf,
                     const Numbers& chosen) {
  if (leaf == shape.slots) return is_strided(offsets, chosen);
  for (const Numbers& factors : factorings(shape.values[leaf])) {
    Numbers extents = chosen;
    extents.insert(extents.end(), factors.begin(), factors.end());
    if (some_layout_has(offsets, shape, leaf + 1, extents)) return true;
  }
  return false;
}

std::int64_t any_number(std::int64_t from, std::int64_t to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

/// A flat layout whose extents multiply to at most `room`.
Layout<> any_small_layout(int rank, std::int64_t room, std::int64_t least, std::int64_t most) {
  Layout<> layout;
  for (int i = 0; i < rank; ++i) {
    const std::int64_t extent = any_number(1, room < 9 ? room : 9);
    push_leaf(layout, {Integer(extent), Integer(any_number(least, most))});
    room /= extent;
  }
  layout.shape.is_scalar = layout.stride.is_scalar = rank == 1;
  return layout;
}

/// Strides that often lie where A's modes begin or divide them.
void make_strides_meet(Layout<>& b, const Layout<>& a) {
  for (int slot = 0; slot < b.stride.slots; ++slot) {
    if (any_number(0, 2) == 0) continue;
    std::int64_t stride = any_number(1, 2);
    for (int k = 0; k < a.shape.slots && any_number(0, 1) == 1; ++k) stride *= a.shape.values[k];
    b.stride.values[slot] = any_number(0, 7) == 0 ? -stride : stride;
  }
}

struct Shares {
  int pairs = 0;
  int several_leaves = 0;
  int accepted = 0;
  int accepted_with_several = 0;
};

void expect_decided(const Layout<>& a, const Layout<>& b, Shares& shares) {
  const Numbers offsets = offsets_of(a, b);
  const auto r = composition(a, b);
  ASSERT_EQ(r.ok(), some_layout_has(offsets, b.shape, 0, {})) << print(a) << " o " << print(b);
  const bool several = rank(b) > 1;
  ++shares.pairs;
  shares.several_leaves += several ? 1 : 0;
  if (!r) return;
  ++shares.accepted;
  shares.accepted_with_several += several ? 1 : 0;
  for (std::int64_t i = 0; i < std::int64_t(offsets.size()); ++i) {
    ASSERT_EQ(crd2idx(i, *r)->value, offsets[std::size_t(i)])
        << print(*r) << " is not " << print(a) << " o " << print(b) << " at " << i;
  }
}

TEST(CompositionLaw, AnswersWhereverALayoutExistsAndOnlyThere) {
  Shares shares;
  core::check_law("composition_decides_exactly", 100000, [&shares] {
    const Layout<> a = any_small_layout(int(any_number(1, 4)), 400, -6, 24);
    Layout<> b = any_small_layout(*rc::gen::element(1, 2, 2, 3), 64, -2, 40);
    make_strides_meet(b, a);
    expect_decided(a, b, shares);
  });
  std::cout << shares.pairs << " pairs, " << shares.several_leaves << " with several leaves; "
            << shares.accepted << " accepted, " << shares.accepted_with_several
            << " of those with several leaves\n";
  EXPECT_GE(2 * shares.several_leaves, shares.pairs);
  EXPECT_GE(5 * shares.accepted, shares.pairs);
  EXPECT_GE(5 * (shares.pairs - shares.accepted), shares.pairs);
}

}  // namespace
}  // namespace tileglot::notation::cute
