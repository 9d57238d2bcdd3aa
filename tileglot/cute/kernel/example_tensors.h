// SPDX-License-Identifier: Apache-2.0
// example_tensors.h: one matrix as a tensor of each kind of layout, for tests.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/kernel/tensor.h"
#include "tileglot/cute/layout/vocabulary.h"

namespace tileglot::cute {

/// A row-major 8x8 matrix whose elements are their own offsets.
class ExampleTensors : public testing::Test {
 protected:
  ExampleTensors();

  /// Checks the matrix with its layout as a value, as a type, and as half of each.
  template <class Check>
  void for_each_kind(const Check& check) {
    const int n = 8;
    check(make_tensor(memory.data(), make_layout(make_shape(8, 8), LayoutRight{})));
    check(make_tensor(memory.data(), Layout<Shape<_8, _8>, Stride<_8, _1>>{}));
    check(make_tensor(memory.data(), mixed_layout(make_shape(n, n), make_stride(n, _1{}))));
  }

  std::vector<int> memory;
};

}  // namespace tileglot::cute
