// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/pointer.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tileglot/cute/kernel/tensor.h"
#include "tileglot/cute/kernel/tensor_modes.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

TEST(Pointer, AMarkedPointerIsUsedLikeAPointer) {
  int memory[4] = {1, 2, 3, 4};
  const auto global = make_gmem_ptr(&memory[0]);
  EXPECT_EQ(*global, 1);
  EXPECT_EQ((global + 1)[2], 4);
  EXPECT_EQ(raw_pointer_cast(global), &memory[0]);
  static_assert(is_gmem_v<gmem_ptr<int*>> && !is_smem_v<gmem_ptr<int*>> && is_rmem_v<int*>);
  void* untyped_memory = &memory[0];
  static_assert(std::is_same_v<decltype(make_smem_ptr<int>(untyped_memory)), smem_ptr<int*>>);
  EXPECT_EQ(*make_gmem_ptr<const int>(static_cast<const void*>(untyped_memory)), 1);
  static_assert(std::is_same_v<decltype(make_gmem_ptr(global)), gmem_ptr<int*>>);
  const auto tensor = make_tensor(global, make_shape(2, 2), LayoutRight{});
  static_assert(is_gmem_v<decltype(tensor)> && !is_rmem_v<decltype(tensor)>);
  static_assert(is_smem_v<decltype(make_tensor(make_smem_ptr(&memory[0]), make_shape(2, 2)))>);
  static_assert(is_rmem_v<decltype(make_tensor(&memory[0], make_shape(2, 2)))>);
  tensor(1, 0) = 7;
  EXPECT_EQ(memory[2], 7);
  EXPECT_EQ(tensor(1, _)(1), 4);
}

TEST(Pointer, ACountedPositionIsTheOffset) {
  const auto offsets = make_tensor(counting_iterator<int>{10}, Layout<Shape<_4, _8>>{});
  EXPECT_EQ(offsets(1, 2), 19);
  EXPECT_EQ(offsets(1, _)(2), 19);
}

TEST(Pointer, AnIdentityTensorHasCoordinates) {
  const auto known = make_identity_tensor(Shape<_4, _8>{});
  const auto dynamic = make_identity_tensor(make_shape(4, 8));
  EXPECT_EQ(known(1, 2), make_coord(1, 2));
  EXPECT_EQ(dynamic(5), make_coord(1, 1));
  EXPECT_EQ(dynamic(_, 3)(2), make_coord(2, 3));
  EXPECT_EQ(known(3, _)(2), make_coord(3, 2));
  EXPECT_TRUE(elem_less(dynamic(3, 7), shape(dynamic)));
}

}  // namespace
