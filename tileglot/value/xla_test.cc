// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/xla.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::value {
namespace {

std::string written(const core::Result<XlaValue>& value, std::string_view target) {
  if (!value) return value.error()->code;
  const auto text = write_xla_value(*value, target);
  return text ? *text : text.error()->code;
}

TEST(XlaValue, OneValueInEverySpelling) {
  const std::string jax = "Layout(major_to_minor=(0,1), tiling=((8,128),))";
  EXPECT_EQ(written(*read_bare_xla_text(jax), "xla"), "{1,0:T(8,128)}");
  EXPECT_EQ(written(*read_bare_xla_text("{1,0:T(8,128)}"), "jax"), jax);
  EXPECT_EQ(written(notation::xla::parse_shape("f32[16,256]{1,0:T(8,128)}").value(), "jax"), jax);
  EXPECT_EQ(written(*read_bare_xla_text("{devices=[2,1]<=[2]}"), "xla"), "{devices=[2,1]<=[2]}");
  EXPECT_EQ(written(*read_bare_xla_text("{replicated}"), "jax"), "xla.jax");
  EXPECT_FALSE(read_bare_xla_text("f32[16,256]").has_value());
}

TEST(XlaValue, ProtocolBuffersComeBack) {
  const XlaValue shape = notation::xla::parse_shape("(f32[2]{0}, pred[])").value();
  EXPECT_EQ(written(read_xla_wire(wire_of(shape), "shape"), "xla"), "(f32[2]{0}, pred[])");
  const XlaValue layout = read_bare_xla_text("{1,0:T(8,128)}")->value();
  EXPECT_EQ(written(read_xla_wire(wire_of(layout), "layout"), "xla"), "{1,0:T(8,128)}");
  const XlaValue sharding = read_bare_xla_text("{devices=[2,1]<=[2]}")->value();
  EXPECT_EQ(written(read_xla_wire(wire_of(sharding), "sharding"), "xla"), "{devices=[2,1]<=[2]}");
}

TEST(XlaValue, WhatIsNotAMessageIsRefused) {
  EXPECT_EQ(read_xla_wire("", "tile").error()->code, "convert.message");
  EXPECT_EQ(read_xla_wire("\x0a\x05", "shape").error()->code, "wire.truncated");
}

}  // namespace
}  // namespace tileglot::value
