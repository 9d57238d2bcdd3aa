// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/wire.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/hex.h"

namespace tileglot::notation::xla {
namespace {

std::string layout_bytes(std::string_view text) { return to_hex(to_wire(*parse_layout(text))); }
std::string shape_bytes(std::string_view text) { return to_hex(to_wire(*parse_shape(text))); }

TEST(Wire, WorkedExamples) {
  EXPECT_EQ(layout_bytes("{1,0}"), "0a020100800101");
  EXPECT_EQ(layout_bytes("{1,0:T(8,128)S(1)}"), "0a02010032050a030880014001800101");
  EXPECT_EQ(layout_bytes("{0,1:E(4)SC(1:40)}"), "0a02000138048001018a01050801120128");
  EXPECT_EQ(layout_bytes("{1,0:T(2,*)}"), "0a020100320d0a0b0280808080808080808001800101");
  EXPECT_EQ(shape_bytes("f32[2,3]{1,0}"), "100b1a0202032a070a02010080010132020000");
  EXPECT_EQ(shape_bytes("s1[]"), "101e2a03800101");
  EXPECT_EQ(shape_bytes("token[]"), "1011");
}

void expect_reads_back(const Shape& shape) {
  const auto back = shape_from_wire(to_wire(shape));
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == shape);
}

TEST(Wire, WhatIsWrittenIsRead) {
  core::check_law("xla_wire_round_trip", 20000, [] { expect_reads_back(*any_printable_shape()); });
}

/// The text of the layout in these bytes, or the code of the refusal.
std::string layout_in(std::string_view hex) {
  const auto layout = layout_from_wire(*from_hex(hex));
  return layout ? print(*layout) : layout.error()->code;
}

std::string shape_in(std::string_view hex) {
  const auto shape = shape_from_wire(*from_hex(hex));
  return shape ? print(*shape) : shape.error()->code;
}

TEST(Wire, OtherWritersAreRead) {
  EXPECT_EQ(layout_in(""), "{}");
  EXPECT_EQ(layout_in("0801 0800"), "{1,0}");                   // numbers one by one
  EXPECT_EQ(layout_in("0a020100 0a0102"), "{1,0,2}");           // a list in two parts
  EXPECT_EQ(layout_in("0a020100 4a020000 6a020101"), "{1,0}");  // level types
  EXPECT_EQ(layout_in("8001 00"), "{}");                        // a tail padding of 0 is 1
  EXPECT_EQ(layout_in("4001 4002"), "{:S(2)}");                 // the last counts
  EXPECT_EQ(layout_in("2001 2809 ba3e03616263"), "{}");         // retired and unknown fields
  EXPECT_EQ(shape_in("100b 1a0103 2a030a0100 2a0480018001"), "f32[3]{0:L(128)}");
  EXPECT_EQ(shape_in("100b 1a0103"), "f32[3]");
}

TEST(Wire, NumbersThatNothingHasAreRefused) {
  EXPECT_EQ(layout_in("320d0a0bffffffffffffffffff0102"), "wire.value");  // a tile of -1
  EXPECT_EQ(layout_in("8001ffffffffffffffffff01"), "wire.value");        // a tail padding of -1
  EXPECT_EQ(layout_in("40ac02"), "wire.value");                          // memory space 300
  EXPECT_EQ(layout_in("5863"), "wire.value");                            // type 99
  EXPECT_EQ(shape_in("100b 1a0affffffffffffffffff01"), "wire.value");    // a size of -1
  EXPECT_EQ(shape_in("100b 1a0a80808080808080808001"), "wire.value");    // `?`, and not dynamic
}

TEST(Wire, PartsThatContradictOneAnotherAreRefused) {
  EXPECT_EQ(shape_in("100b 1a0103 32020000"), "wire.shape");  // one size, two flags
  EXPECT_EQ(shape_in("100b 1a0103 2a020a00"), "wire.shape");  // one size, no order
  EXPECT_EQ(shape_in("1011 2a00"), "wire.shape");             // a token with a layout
  EXPECT_EQ(shape_in("1011 1a0103"), "wire.shape");           // a token with dimensions
  EXPECT_EQ(shape_in("1022"), "wire.shape");                  // a buffer of nothing
  EXPECT_EQ(shape_in("1022 22021011"), "wire.shape");         // a buffer of a token
  EXPECT_EQ(shape_in("100b 22021011"), "wire.shape");         // an array with elements
}

TEST(Wire, DepthAndNumbersAreBounded) {
  std::string nested = "\x10\x0d";
  for (int depth = 0; depth < 100; ++depth) {
    std::string outer = "\x10\x0d\x22";
    const std::size_t size = nested.size();
    if (size >= 128) outer.push_back(static_cast<char>(0x80 | (size & 0x7F)));
    outer.push_back(static_cast<char>(size >= 128 ? size >> 7U : size));
    nested = outer + nested;
  }
  EXPECT_EQ(shape_from_wire(nested).error()->code, "xla.limit");
  EXPECT_EQ(layout_from_wire("\x0a\x64" + std::string(100, '\0')).error()->code, "xla.limit");
  EXPECT_EQ(shape_from_wire(std::string(std::size_t{2} << 20U, ' ')).error()->code, "xla.limit");
}

TEST(Wire, EveryPrefixIsReadOrRefused) {
  const auto parsed =
      parse_shape("(f32[2,<=3]{1,0:T(8,128)(2,1)E(4)SC(1:2)}, b(u8[4]{0}), token[])");
  ASSERT_TRUE(parsed) << parsed.error()->message;
  const std::string whole = to_wire(*parsed);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const auto shape = shape_from_wire(std::string_view(whole).substr(0, size));
    const bool is_answered =
        shape ? shape_from_wire(to_wire(*shape)).has_value() : !shape.error()->message.empty();
    EXPECT_TRUE(is_answered) << size;
  }
}

}  // namespace
}  // namespace tileglot::notation::xla
