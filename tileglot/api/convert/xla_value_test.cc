// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/convert/convert.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/value/xla.h"

namespace tileglot::api {
namespace {

std::string converted(const ConvertRequest& request) {
  const Reply reply = convert(request);
  return reply ? reply->text : reply.error()->code + "\n";
}

TEST(XlaValue, AValueIsConvertedWithoutAMap) {
  const std::string jax = "Layout(major_to_minor=(0,1), tiling=((8,128),))";
  EXPECT_EQ(converted({.layout = jax, .to = "xla"}), "{1,0:T(8,128)}\n");
  EXPECT_EQ(converted({.layout = "{1,0:T(8,128)}", .to = "jax"}), jax + "\n");
  EXPECT_EQ(converted({.layout = "f32[16,256]{1,0:T(8,128)}", .to = "jax"}), jax + "\n");
  EXPECT_EQ(converted({.layout = "{replicated}", .to = "jax"}), "xla.jax\n");
  EXPECT_EQ(convert({.layout = jax, .to = "xla"})->note,
            "JAX lists the dimensions from major to minor, XLA from minor to major\n");
}

TEST(XlaValue, ACuteLayoutHasJaxsWordsToo) {
  EXPECT_EQ(
      converted({.layout = "((8,2),(128,2)):((128,2048),(1,1024))", .to = "jax", .dtype = "f32"}),
      "Layout(major_to_minor=(0,1), tiling=((8,128),))\n");
}

TEST(XlaValue, ProtocolBuffersComeBack) {
  for (const std::string layout : {"bf16[16,256]{1,0:T(8,128)(2,1)}", "(f32[2]{0}, pred[])"}) {
    const std::string hex = converted({.layout = layout, .wire = true});
    EXPECT_EQ(converted({.layout = hex.substr(0, hex.size() - 1), .wire = true}), layout + "\n");
  }
  for (const std::string message : {"layout", "sharding"}) {
    const std::string text = message == "layout" ? "{1,0:T(8,128)}" : "{devices=[2,1]<=[2]}";
    const std::string hex = converted({.layout = text, .to = "wire"});
    EXPECT_EQ(
        converted({.layout = hex.substr(0, hex.size() - 1), .wire = true, .message = message}),
        text + "\n");
  }
}

TEST(XlaValue, AProtocolBufferIsConvertedOn) {
  const std::string hex = converted({.layout = "f32[4,6]{1,0}", .to = "wire"});
  EXPECT_EQ(converted({.layout = hex.substr(0, hex.size() - 1), .to = "cute", .wire = true}),
            "(4,6):(6,1)\n");
}

TEST(XlaValue, AProtocolBufferIsReadByTheCaller) {
  const std::string bytes = converted({.layout = "{1,0}", .to = "wire", .binary = true});
  for (const std::string& input : {bytes, converted({.layout = "{1,0}", .to = "wire"})}) {
    EXPECT_EQ(converted({.layout = "-",
                         .wire = true,
                         .read_input = [&] { return core::Result<std::string>(input); },
                         .message = "layout"}),
              "{1,0}\n");
  }
  EXPECT_EQ(converted({.layout = "-", .wire = true}), "io.empty\n");
}

TEST(XlaValue, BytesAreWrittenWhereTheyAreAskedFor) {
  const std::string bytes = converted({.layout = "{1,0}", .to = "wire", .binary = true});
  EXPECT_EQ(bytes, value::wire_of(notation::xla::Layout{.minor_to_major = {1, 0}}));
  EXPECT_EQ(converted({.layout = "{1,0}", .to = "xla", .binary = true}), "convert.binary\n");
}

TEST(XlaValue, WhatIsNotAMessageIsRefused) {
  EXPECT_EQ(converted({.layout = "0a05", .wire = true}), "wire.truncated\n");
  EXPECT_EQ(converted({.layout = "0a0", .wire = true}), "wire.hex\n");
  EXPECT_EQ(converted({.layout = "", .wire = true}), "notation.unknown\n");
  EXPECT_EQ(converted({.layout = "{1,0}", .to = "cute"}), "xla.shape_missing\n");
}

}  // namespace
}  // namespace tileglot::api
