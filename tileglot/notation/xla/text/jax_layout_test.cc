// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/text/jax_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string read(std::string_view text) {
  const auto layout = parse_jax_layout(text);
  return layout ? print(*layout) : layout.error()->code + ": " + layout.error()->message;
}
std::string written(std::string_view text) {
  const auto jax = print_jax_layout(*parse_layout(text));
  return jax ? *jax : jax.error()->code + ": " + jax.error()->message;
}

TEST(JaxLayout, TheOrderOfTheDimensionsIsTurnedRound) {
  EXPECT_EQ(read("Layout(major_to_minor=(0,1), tiling=((8,128),(2,1)))"), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(read("Layout(major_to_minor=(2,0,1))"), "{1,0,2}");
  EXPECT_EQ(written("{1,0:T(8,128)(2,1)}"), "Layout(major_to_minor=(0,1), tiling=((8,128),(2,1)))");
  EXPECT_EQ(written("{0,1:T(8,128)}"), "Layout(major_to_minor=(1,0), tiling=((8,128),))");
  EXPECT_EQ(written("{0:T(1024)E(4)}"),
            "Layout(major_to_minor=(0,), tiling=((1024,),), sub_byte_element_size_in_bits=4)");
  EXPECT_EQ(written("{}"), "Layout(major_to_minor=())");
}

TEST(JaxLayout, OlderNamesAndOtherSpellingsAreRead) {
  EXPECT_EQ(read("DeviceLocalLayout(major_to_minor=(0, 1), _tiling=((8, 128),), "
                 "_sub_byte_element_size_in_bits=0)"),
            "{1,0:T(8,128)}");
  EXPECT_EQ(read("jax.experimental.layout.Layout((1, 0), tiling=None)"), "{0,1}");
  EXPECT_EQ(read("Layout([0], tiling=([4],),)"), "{0:T(4)}");
}

TEST(JaxLayout, WhatIsNoneIsRefusedWithItsPlace) {
  EXPECT_EQ(read("Layout(tiling=((8,128),))"),
            "xla.jax_syntax: a layout of JAX needs major_to_minor");
  EXPECT_EQ(read("Layout(major_to_minor=(0,1)"),
            "xla.jax_syntax: expected ',', found the end of the text");
  EXPECT_EQ(read("Layout(minor_to_major=(0,1))"),
            "xla.jax_syntax: a layout of JAX has no 'minor_to_major'");
  EXPECT_EQ(read("Layout((0,1), major_to_minor=(0,1))"),
            "xla.jax_syntax: major_to_minor is given twice");
  EXPECT_EQ(read("Layout((0,1)) 7"), "xla.jax_syntax: expected the end, found '7'");
  EXPECT_EQ(read("Layout((0,x))"), "xla.jax_syntax: expected a size, an integer, found 'x'");
  EXPECT_FALSE(looks_like_jax_layout("Layout<Shape<_4>>"));
  EXPECT_TRUE(looks_like_jax_layout("jax.Layout((0,1))"));
}

/// "xla.order at '-5'": the code and the part of the text that the error points at.
std::string refusal(std::string_view text) {
  const auto layout = parse_jax_layout(text);
  if (layout) return "read";
  const core::Span span = layout.error()->span.value_or(core::Span{0, 0});
  return layout.error()->code + " at '" +
         std::string(text.substr(span.begin, span.end - span.begin)) + "'";
}

TEST(JaxLayout, WhatMeansNothingIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal("Layout(major_to_minor=(0, -5))"), "xla.order at '-5'");
  EXPECT_EQ(refusal("Layout((0,2))"), "xla.order at '2'");
  EXPECT_EQ(refusal("Layout((1, 1 ))"), "xla.order at '1'");
  EXPECT_EQ(refusal("Layout((0,1), tiling=((-1,2),))"), "xla.tile at '-1'");
  EXPECT_EQ(refusal("Layout((0,1), tiling=((8,128),(2,0)))"), "xla.tile at '0'");
  EXPECT_EQ(refusal("Layout((0,1), tiling=((),))"), "xla.tile at '('");
  EXPECT_EQ(refusal("Layout((0,), sub_byte_element_size_in_bits=-4)"), "xla.element_size at '-4'");
  EXPECT_EQ(read("Layout((1,1))"),
            "xla.order: major_to_minor must list every dimension once; 1 is listed twice");
}

TEST(JaxLayout, WhatItCannotSayIsRefused) {
  EXPECT_EQ(written("{1,0:T(8,128)S(1)}"),
            "xla.jax: a layout of JAX has no place for a memory space S()");
  EXPECT_EQ(written("{1,0:T(*,128)}"), "xla.jax: a layout of JAX has no place for a tile with *");
  EXPECT_EQ(written("{1,0:SC(0:2)}"), "xla.jax: a layout of JAX has no place for splits SC()");
}

TEST(JaxLayout, ParseReadsWhatPrintWrites) {
  core::check_law("jax_layout_round_trip", 10000, [] {
    const Shape shape = *any_shape();
    if (!shape.layout) return;
    const auto text = print_jax_layout(*shape.layout);
    if (!text) return;
    ASSERT_EQ(*parse_jax_layout(*text), *shape.layout) << *text;
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
