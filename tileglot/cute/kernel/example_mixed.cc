// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/example_mixed.h"

namespace tileglot::cute {

void expect_same_sizes(const Layout<>& a, const Layout<>& b) {
  ASSERT_EQ(rank(a), rank(b));
  for (int k = 0; k < rank(a); ++k) {
    EXPECT_EQ(size(Layout<>(or_refuse(notation::cute::mode(a, k)))),
              size(Layout<>(or_refuse(notation::cute::mode(b, k)))));
  }
}

}  // namespace tileglot::cute
