// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/expected.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "tileglot/relayout/bench/offsets.h"

namespace tileglot::relayout::bench {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

Bytes moved(const std::string& source, const std::string& target, int bits, const Bytes& from,
            std::size_t size) {
  Bytes to(size, std::byte{0xA5});
  move_by_definition(*Offsets::of(source), *Offsets::of(target), bits, from, to);
  return to;
}

TEST(Expected, NibblesAreMovedOneByOne) {
  EXPECT_EQ(moved("u4[2,3]{1,0}", "u4[2,3]{0,1}", 4, bytes_of({0x21, 0x43, 0x65}), 3),
            bytes_of({0x41, 0x52, 0x63}));
}

TEST(Expected, BitsAreMovedOneByOne) {
  // Rows 1 1 0 0 and 0 1 0 1, low bits first, are columns 10 11 00 01.
  EXPECT_EQ(moved("u8[2,4]{1,0}", "u8[2,4]{0,1}", 1, bytes_of({0b10100011}), 1),
            bytes_of({0b10001101}));
}

TEST(Expected, PaddingIsZero) {
  EXPECT_EQ(moved("u8[1,3]{1,0}", "u8[1,3]{1,0:T(2,2)}", 8, bytes_of({1, 2, 3}), 8),
            bytes_of({1, 2, 0, 0, 3, 0, 0, 0}));
}

TEST(Expected, WideElementsKeepTheirBytes) {
  EXPECT_EQ(moved("u8[2,1]{1,0}", "memref<2x1xui8, strided<[1, 1], offset: 1>>", 16,
                  bytes_of({1, 2, 3, 4}), 6),
            bytes_of({0, 0, 1, 2, 3, 4}));
}

TEST(Expected, NumbersAreFiniteAndNormal) {
  Bytes bytes(4099);
  fill_with_numbers(bytes, 5);
  for (std::size_t i = 0; i + 8 <= bytes.size(); i += 4) {
    float single = 0;
    double twice = 0;
    std::memcpy(&single, bytes.data() + i, sizeof(single));
    std::memcpy(&twice, bytes.data() + i, sizeof(twice));
    ASSERT_TRUE(std::isnormal(single) && std::isnormal(twice)) << i;
  }
}

}  // namespace
}  // namespace tileglot::relayout::bench
