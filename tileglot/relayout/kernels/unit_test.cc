// SPDX-License-Identifier: Apache-2.0
// unit_test.cc: units that begin and end inside bytes.
#include "tileglot/relayout/kernels/unit.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace tileglot::relayout::kernels {
namespace {

TEST(Unit, ABitWriterKeepsWhatLiesBeforeAndAfter) {
  std::array bytes{std::byte{0x77}, std::byte{0x77}, std::byte{0x77}};
  {
    BitWriter<4> writer(bytes.data());
    writer.seek(1);
    for (const unsigned unit : {0xAU, 0xBU, 0xCU}) writer.put(unit);
  }
  EXPECT_EQ(bytes, (std::array{std::byte{0xA7}, std::byte{0xCB}, std::byte{0x77}}));
}

TEST(Unit, ABitWriterThatEndsInsideAByteKeepsTheRestOfIt) {
  std::array bytes{std::byte{0b11'10'11'01}, std::byte{0x77}};
  {
    BitWriter<2> writer(bytes.data());
    writer.seek(1);
    writer.put(0);
    writer.put(1);
  }
  EXPECT_EQ(bytes, (std::array{std::byte{0b11'01'00'01}, std::byte{0x77}}));
}

TEST(Unit, ABitWriterMayTurnBackToTheSameByte) {
  std::array bytes{std::byte{0xFF}};
  {
    BitWriter<2> writer(bytes.data());
    writer.seek(3);
    writer.put(1);
    writer.seek(0);
    writer.put(2);
  }
  EXPECT_EQ(bytes[0], std::byte{0x7E});
}

TEST(Unit, TheLowBitsOfAByteAreTheFirstUnit) {
  const std::array bytes{std::byte{0b11'01'00'10}};
  EXPECT_EQ(load_unit<2>(bytes.data(), 0), 2U);
  EXPECT_EQ(load_unit<2>(bytes.data(), 2), 1U);
  EXPECT_EQ(load_unit<1>(bytes.data(), 1), 1U);
}

}  // namespace
}  // namespace tileglot::relayout::kernels
