// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/device_view.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

EntryLeaf leaf_of(const std::string& shape, const std::string& sharding) {
  return {.shape = *xla::parse_shape(shape), .sharding = *xla::parse_sharding(sharding)};
}

/// "room bytes: devices x shape, .."
std::string seen(const std::string& shape, const std::string& sharding, std::int64_t devices) {
  const auto view = device_view(leaf_of(shape, sharding), devices);
  if (!view) return view.error()->code;
  std::string text =
      xla::print(view->allocated) + " " + std::to_string(view->bytes.value_or(-1)) + ":";
  for (const HeldPart& part : view->held) {
    text +=
        " " + std::to_string(part.devices) + "x" + xla::print(part.shape, xla::LayoutText::kHidden);
  }
  return text;
}

TEST(DeviceView, TheLastPartIsSmaller) {
  EXPECT_EQ(seen("f32[10,6]", "{devices=[4,1]<=[4]}", 4),
            "f32[3,6]{1,0} 72: 3xf32[3,6] 1xf32[1,6]");
  EXPECT_EQ(seen("f32[5,7]{0,1}", "{devices=[2,2,2]<=[8] last_tile_dim_replicate}", 8),
            "f32[3,4]{0,1} 48: 2xf32[3,4] 2xf32[3,3] 2xf32[2,4] 2xf32[2,3]");
}

TEST(DeviceView, SomeDevicesHoldNothing) {
  EXPECT_EQ(seen("f32[5]", "{devices=[4]<=[4]}", 4), "f32[2]{0} 8: 2xf32[2] 1xf32[1] 1xf32[0]");
  EXPECT_EQ(seen("f32[0]", "{devices=[4]<=[4]}", 4), "f32[0]{0} 0: 4xf32[0]");
}

TEST(DeviceView, BytesAreThoseOfTheLayout) {
  EXPECT_EQ(seen("bf16[16,256]{1,0:T(8,128)(2,1)}", "{devices=[4,4]<=[16]}", 16),
            "bf16[4,64]{1,0:T(8,128)(2,1)} 2048: 16xbf16[4,64]");
}

TEST(DeviceView, WhatIsNotCutIsWhole) {
  EXPECT_EQ(seen("f32[2,3]", "{replicated}", 4), "f32[2,3]{1,0} 24: 4xf32[2,3]");
  EXPECT_EQ(seen("f32[2,3]", "{maximal device=3}", 4), "f32[2,3]{1,0} 24: 1xf32[2,3]");
  EXPECT_FALSE(device_view(leaf_of("f32[2,3]", "{manual}"), 4)->is_known);
  EXPECT_EQ(seen("f32[?,3]", "{devices=[2,1]<=[2]}", 2), "xla.unbounded");
}

TEST(DeviceView, EveryDeviceIsCountedWithWhatItHolds) {
  core::check_law("every_device_is_counted_with_what_it_holds", 2000, [] {
    const auto a = *rc::gen::inRange(0, 12);
    const auto b = *rc::gen::inRange(0, 12);
    const auto x = *rc::gen::inRange(2, 5);
    const auto y = *rc::gen::inRange(1, 5);
    const auto copies = *rc::gen::inRange(1, 4);
    const int count = x * y * copies;
    const std::string sharding = "{devices=[" + std::to_string(x) + "," + std::to_string(y) + "," +
                                 std::to_string(copies) + "]<=[" + std::to_string(count) +
                                 "] last_tile_dim_replicate}";
    const EntryLeaf leaf =
        leaf_of("f32[" + std::to_string(a) + "," + std::to_string(b) + "]", sharding);
    std::map<std::string, std::int64_t> expected;
    for (int device = 0; device < count; ++device) {
      const auto tile = xla::tile_of_device(*leaf.sharding, leaf.shape, device);
      ++expected[xla::print(tile->shape, xla::LayoutText::kHidden)];
    }
    std::map<std::string, std::int64_t> counted;
    const auto view = device_view(leaf, count);
    RC_ASSERT(view.has_value());
    for (const HeldPart& part : view->held) {
      counted[xla::print(part.shape, xla::LayoutText::kHidden)] += part.devices;
    }
    RC_ASSERT(counted == expected);
  });
}

}  // namespace
}  // namespace tileglot::hlo::pass
