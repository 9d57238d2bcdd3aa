// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/layout/stream.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>

#include "tileglot/cute/layout/composed_algebra.h"
#include "tileglot/cute/layout/vocabulary.h"

using namespace tileglot::cute;

namespace {

template <class X>
std::string streamed(const X& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}
template <class X>
std::string printed(const X& x) {
  testing::internal::CaptureStdout();
  print(x);
  return testing::internal::GetCapturedStdout();
}

template <class X>
void expect_text(const X& x, const std::string& text) {
  EXPECT_EQ(streamed(x), text);
  EXPECT_EQ(printed(x), text);
}

TEST(Stream, AStreamGetsTheTextThatPrintWrites) {
  expect_text(Layout<Shape<_4, _2>>{}, "(_4,_2):(_1,_4)");
  expect_text(make_layout(make_shape(4, _2{})), "(4,_2):(_1,4)");
  expect_text(_8{}, "_8");
  expect_text(_m1{}, "_-1");
  expect_text(_, "_");
  expect_text(make_shape(_4{}, make_shape(7, _)), "(_4,(7,_))");
  expect_text(E<1, 0>{}, "_1@0@1");
  expect_text(Swizzle<3, 4, 3>{}, "Sw<3,4,3>");
  expect_text(composition(Swizzle<3, 0, 3>{}, Layout<Shape<_8, _8>>{}),
              "Sw<3,0,3> o _0 o (_8,_8):(_1,_8)");
  expect_text(shape("(4,2):(2,1)"_layout), "(4,2)");
  EXPECT_EQ(streamed(make_tile(Layout<_4, _1>{}, _8{}, _)), "(_4:_1,_8,_)");
}

}  // namespace
