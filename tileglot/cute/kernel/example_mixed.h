// SPDX-License-Identifier: Apache-2.0
// example_mixed.h: a partly static layout for tests, and comparisons with run-time layouts.
#pragma once

#include <gtest/gtest.h>

#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

/// A row-major m x n layout, both extents known only at run time.
constexpr auto rows(int m, int n) { return mixed_layout(make_shape(m, n), make_stride(n, _1{})); }

/// Fails unless the modes have equal sizes.
void expect_same_sizes(const Layout<>& a, const Layout<>& b);

/// Fails unless both have modes of equal sizes and the same offset at every index. The structure
/// of `mixed` does not depend on its numbers, so a mode may contain an additional extent of 1.
template <class L>
void expect_same(const L& mixed, const Layout<>& value) {
  expect_same_sizes(mixed.value(), value);
  for (int i = 0; i < size(value); ++i) ASSERT_EQ(mixed(i), value(i)) << i;
}

}  // namespace tileglot::cute
