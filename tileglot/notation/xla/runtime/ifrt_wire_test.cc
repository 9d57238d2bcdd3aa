// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/ifrt_wire.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/any_permutation.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/wire/hex.h"

namespace tileglot::notation::xla {
namespace {

PjrtLayout pjrt(std::string_view text) { return PjrtLayout(*parse_layout(text)); }

std::string compact_in(std::string_view hex) {
  const auto layout = compact_layout_from_wire(*from_hex(hex));
  return layout ? print(*layout) : layout.error()->code;
}

std::string pjrt_in(std::string_view hex) {
  const auto layout = pjrt_layout_from_wire(*from_hex(hex));
  return layout ? print(*layout) : layout.error()->code;
}

TEST(IfrtWire, WorkedExamples) {
  EXPECT_EQ(to_hex(compact_layout_to_wire(*CompactLayout::create({1, 0}))), "0a020100");
  EXPECT_EQ(to_hex(pjrt_layout_to_wire(pjrt("{0}"))), "0a060a0100800101");
  EXPECT_EQ(compact_in("0801 0800"), "CompactLayout(major_to_minor=[1,0])");
  EXPECT_EQ(pjrt_in("0a060a0100800101"), "{0}");
  EXPECT_EQ(pjrt_in("0a080a01004005800101"), "{0}");     // the memory space is not kept
  EXPECT_EQ(pjrt_in("0a030a0101 0a030a0100"), "{1,0}");  // a message in two parts
}

IfrtLayout some_layout() {
  if (*rc::gen::arbitrary<bool>()) return PjrtLayout(*(*any_shape()).layout);
  const auto order = *core::any_permutation(*rc::gen::inRange<std::int64_t>(0, 7));
  return *CompactLayout::create({order.begin(), order.end()});
}

TEST(IfrtWire, WhatIsWrittenIsRead) {
  core::check_law("xla_ifrt_wire_round_trip", 10000, [] {
    const IfrtLayout layout = some_layout();
    const auto again = ifrt_layout_from_wire(*ifrt_layout_to_wire(layout));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == layout);
  });
}

TEST(IfrtWire, OtherVersionsAreRefused) {
  EXPECT_EQ(compact_in("0a020100 1001"), "ifrt.version");
  EXPECT_EQ(pjrt_in("0a030a0100 10ffffffffffffffffff01"), "ifrt.version");
  EXPECT_EQ(serialized(pjrt("{0}"), -1).error()->code, "ifrt.version");
  EXPECT_TRUE(serialized(pjrt("{0}"), 3));
}

TEST(IfrtWire, DamagedLayoutsAreRefused) {
  EXPECT_EQ(compact_in("0a0201"), "wire.truncated");
  EXPECT_EQ(compact_in("0a020101"), "ifrt.order");
  EXPECT_EQ(pjrt_in("0a020a01"), "wire.truncated");
  EXPECT_EQ(deserialized({"xla::ifrt::Layout", ""}).error()->code, "ifrt.type_name");
  EXPECT_EQ(ifrt_layout_from_wire("").error()->code, "ifrt.type_name");
  EXPECT_EQ(ifrt_layout_from_wire("\x0a").error()->code, "wire.truncated");
}

}  // namespace
}  // namespace tileglot::notation::xla
