// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/print.h"

#include <gtest/gtest.h>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

TEST(Print, ALayoutIsWrittenAsItIsRead) {
  const char* text =
      "{register: [[0,1],[0,2]], lane: [[1,0]]} -> {dim0: 2, dim1: 8}, surjective: false";
  EXPECT_EQ(print(parse(text).value()), text);
}

TEST(Print, EveryLayoutComesBack) {
  core::check_law("linear_print_parses", 10000, [] {
    const Layout layout = *any_layout({.max_bits = 16});
    EXPECT_EQ(parse(print(layout)).value(), layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
