// SPDX-License-Identifier: Apache-2.0
// npy/shape_test.cc: spelling and size of shapes.
#include "tileglot/io/npy/shape.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"

namespace tileglot::io {
namespace {

using Shape = std::vector<std::int64_t>;

TEST(NpyShape, IsSpelledAsPythonDoes) {
  EXPECT_EQ(shape_text({}), "()");
  EXPECT_EQ(shape_text(Shape{3}), "(3,)");
  EXPECT_EQ(shape_text(Shape{3, 0, 5}), "(3, 0, 5)");
}

TEST(NpyShape, TheSizeOfTheDataIsCheckedArithmetic) {
  EXPECT_EQ(npy_data_bytes({}, 4), 4);
  EXPECT_EQ(npy_data_bytes(Shape{4096, 14336}, 2), 117440512);
  EXPECT_EQ(npy_data_bytes(Shape{core::kInt64Max}, 1), core::kInt64Max);
  EXPECT_EQ(npy_data_bytes(Shape{core::kInt64Max, 0, core::kInt64Max}, 16), 0);
  EXPECT_EQ(npy_data_bytes(Shape{core::kInt64Max}, 2).error()->code, "npy.overflow");
  EXPECT_EQ(npy_data_bytes(Shape{1 << 30, 1 << 30, 1 << 30}, 1).error()->code, "npy.overflow");
  EXPECT_EQ(npy_data_bytes(Shape{0, -1}, 2).error()->code, "npy.shape");
}

}  // namespace
}  // namespace tileglot::io
