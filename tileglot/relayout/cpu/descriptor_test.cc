// SPDX-License-Identifier: Apache-2.0
// descriptor_test.cc: described tensors, against one element moved at a time.
#include "tileglot/relayout/cpu/descriptor.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/kernels/guarded_memory.h"

namespace tileglot::relayout::cpu {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr DataType kF32{2, 32, 1};

/// Shaped like DLPack's.
struct DlDataType {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
};
enum DlDeviceType { kDlCpu = 1, kDlCuda = 2 };
struct DlDevice {
  DlDeviceType device_type;
  std::int32_t device_id;
};
struct DlTensor {
  void* data;
  DlDevice device;
  std::int32_t ndim;
  DlDataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};

TEST(Descriptor, ATransposedViewIsMoved) {
  std::vector<float> from(12);
  std::iota(from.begin(), from.end(), 0.F);
  std::vector<float> to(16, -1.F);
  Numbers shape = {3, 4};
  Numbers strides = {1, 3};
  const DlTensor source{from.data(), {kDlCpu, 0}, 2, {2, 32, 1}, shape.data(), strides.data(), 0};
  const DlTensor target{to.data(), {kDlCpu, 0}, 2, {2, 32, 1}, shape.data(), nullptr, 8};
  const auto status = relayout(descriptor_of(source), descriptor_of(target));
  ASSERT_TRUE(status.has_value()) << status.error()->message;
  EXPECT_EQ(to, (std::vector<float>{-1, -1, 0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11, -1, -1}));
}

TEST(Descriptor, NothingMovesWhereThereIsNothing) {
  const Numbers shape = {3, 0};
  const TensorDescriptor nothing{.ndim = 2, .dtype = kF32, .shape = shape.data()};
  EXPECT_TRUE(relayout(nothing, nothing).has_value());
}

/// A good pair of descriptors to make wrong.
struct Pair {
  Pair() {
    for (TensorDescriptor* tensor : {&source, &target}) {
      tensor->ndim = 2;
      tensor->dtype = kF32;
      tensor->shape = shape.data();
    }
    source.data = from.data();
    target.data = to.data();
  }

  void expect_refused(std::string_view code, std::string_view message) const {
    const auto status = relayout(source, target);
    ASSERT_FALSE(status.has_value()) << message;
    EXPECT_EQ(status.error()->code, code);
    EXPECT_EQ(status.error()->message, message);
  }

  Numbers shape = {3, 4};
  std::vector<float> from = std::vector<float>(12);
  std::vector<float> to = std::vector<float>(12);
  TensorDescriptor source;
  TensorDescriptor target;
};

TEST(Descriptor, AGoodPairIsMoved) {
  const Pair pair;
  EXPECT_TRUE(relayout(pair.source, pair.target).has_value());
}

TEST(Descriptor, TypesThatCannotBeMovedAreRefused) {
  Pair pair;
  pair.target.dtype = {1, 32, 1};
  pair.expect_refused("relayout.dtype",
                      "the source has elements of (code 2, 32 bits, 1 lanes), the target of (code "
                      "1, 32 bits, 1 lanes)");
  pair.source.dtype = pair.target.dtype = {2, 32, 4};
  pair.expect_refused("relayout.dtype",
                      "(code 2, 32 bits, 4 lanes) and (code 2, 32 bits, 4 lanes) cannot be moved: "
                      "an element has one lane");
  for (const std::uint8_t bits : {std::uint8_t{0}, std::uint8_t{6}, std::uint8_t{255}}) {
    pair.source.dtype = pair.target.dtype = {2, bits, 1};
    const auto status = relayout(pair.source, pair.target);
    ASSERT_FALSE(status.has_value());
    EXPECT_EQ(status.error()->code, "relayout.element_bits");
  }
}

TEST(Descriptor, WhatIsNotATensorOfThisProcessorIsRefused) {
  Pair pair;
  pair.source.device.type = 2;
  pair.expect_refused("relayout.device", "the source is on a device of type 2");
  pair = Pair();
  pair.target.data = nullptr;
  pair.expect_refused("relayout.descriptor", "the target has elements and no data");
  pair = Pair();
  pair.target.shape = nullptr;
  pair.expect_refused("relayout.descriptor", "the target has 2 dimensions and no shape");
  pair = Pair();
  pair.source.ndim = -1;
  pair.expect_refused("relayout.descriptor", "the source has -1 dimensions");
  pair = Pair();
  const Numbers negative = {3, -4};
  pair.source.shape = negative.data();
  pair.expect_refused("map.domain", "an extent of the source is -4; it must be 0 or more");
}

TEST(Descriptor, ShapesAndPlacesThatDoNotFitAreRefused) {
  Pair pair;
  const Numbers transposed = {4, 3};
  pair.target.shape = transposed.data();
  EXPECT_EQ(relayout(pair.source, pair.target).error()->code, "map.domain_mismatch");
  pair = Pair();
  const Numbers repeating = {0, 1};
  pair.target.strides = repeating.data();
  EXPECT_EQ(relayout(pair.source, pair.target).error()->code, "relayout.not_injective");
  pair = Pair();
  const Numbers far = {std::numeric_limits<std::int64_t>::max(), 1};
  pair.source.strides = far.data();
  pair.expect_refused("relayout.too_large",
                      "the source has offsets that 64-bit numbers do not count");
  pair = Pair();
  pair.target.data = pair.from.data() + 6;
  EXPECT_EQ(relayout(pair.source, pair.target).error()->code, "relayout.overlap");
  pair = Pair();
  const Numbers large = {std::int64_t{1} << 40, std::int64_t{1} << 40};
  pair.source.shape = pair.target.shape = large.data();
  EXPECT_FALSE(relayout(pair.source, pair.target).has_value());
}

/// A described tensor with memory around it.
struct Described {
  Numbers shape;
  Numbers strides;
  std::vector<std::byte> memory;
  TensorDescriptor tensor;

  std::int64_t bit_of(const map::Coordinate& x) const {
    const std::int64_t place =
        std::inner_product(x.begin(), x.end(), strides.begin(), std::int64_t{0});
    return kMiddle * 8 + place * tensor.dtype.bits;
  }
  static constexpr std::int64_t kMiddle = 6000;
};

/// Uniform in [begin, end), whatever the size of the case.
std::int64_t draw(std::int64_t begin, std::int64_t end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

/// Any order of dimensions, forwards or backwards, with gaps; sources may repeat.
Described any_described(const Numbers& shape, DataType dtype, bool may_repeat) {
  Described d{shape, Numbers(shape.size()), std::vector<std::byte>(2 * Described::kMiddle), {}};
  std::vector<std::size_t> order(shape.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[static_cast<std::size_t>(draw(0, static_cast<std::int64_t>(k)))]);
  std::int64_t stride = draw(1, 3);
  for (const std::size_t k : order) {
    d.strides[k] = draw(0, 3) == 0 ? -stride : stride;
    if (may_repeat && draw(0, 6) == 0) d.strides[k] = 0;
    stride *= shape[k] + draw(0, 2);
  }
  kernels::fill_randomly(d.memory, 3);
  d.tensor = {.data = d.memory.data(),
              .ndim = static_cast<std::int32_t>(shape.size()),
              .dtype = dtype,
              .byte_offset = Described::kMiddle};
  return d;
}

bool get(const std::vector<std::byte>& memory, std::int64_t bit) {
  return ((memory[static_cast<std::size_t>(bit / 8)] >> static_cast<int>(bit % 8)) &
          std::byte{1}) != std::byte{0};
}

void set(std::vector<std::byte>& memory, std::int64_t bit, bool value) {
  const std::byte mask = std::byte{1} << static_cast<int>(bit % 8);
  std::byte& byte = memory[static_cast<std::size_t>(bit / 8)];
  byte = value ? byte | mask : byte & ~mask;
}

TEST(Descriptor, EveryPairOfStridesMovesExactly) {
  core::check_law("relayout_moves_descriptors_exactly", 5000, [] {
    Numbers shape(static_cast<std::size_t>(draw(0, 4)));
    for (std::int64_t& extent : shape) extent = draw(1, 5);
    const DataType dtype{0, *rc::gen::element<std::uint8_t>(1, 2, 4, 8, 16, 32, 64, 128), 1};
    Described source = any_described(shape, dtype, true);
    Described target = any_described(shape, dtype, false);
    for (Described* d : {&source, &target}) {
      d->tensor.data = d->memory.data();
      d->tensor.shape = d->shape.data();
      d->tensor.strides = d->strides.data();
    }
    std::vector<std::byte> expected = target.memory;
    map::for_each_coordinate(shape, [&](const map::Coordinate& x) {
      for (std::int64_t b = 0; b < dtype.bits; ++b)
        set(expected, target.bit_of(x) + b, get(source.memory, source.bit_of(x) + b));
    });
    const auto status = relayout(source.tensor, target.tensor);
    ASSERT_TRUE(status.has_value()) << status.error()->message;
    EXPECT_TRUE(target.memory == expected);
  });
}

}  // namespace
}  // namespace tileglot::relayout::cpu
