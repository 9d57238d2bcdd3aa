// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/as_cpp/swizzle.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

std::string text_of(const Outcome<CuteLayout>& outcome) {
  if (!outcome) return to_error(outcome.refusal)->code;
  return std::visit([](const auto& layout) { return print(layout, Marks::kShow); }, *outcome);
}

ComposedLayout composed(const char* text) {
  return std::get<ComposedLayout>(*parse_any_layout(text));
}

TEST(CuteCppSwizzle, TheImagesOfTheMasksMakeTheSwizzle) {
  EXPECT_EQ(text_of(cute_cpp::composition("(_8,_64):(_64,_1)"_layout, Swizzle{3, 4, 3})),
            "Sw<3,1,3> o _0 o (_8,_64):(_64,_1)");
  EXPECT_EQ(text_of(cute_cpp::composition("((_2,_2),_8):((_16,_8),_1)"_layout, Swizzle{3, 0, 4})),
            "cute.bad_swizzle");
}

TEST(CuteCppSwizzle, InversesAreMadeSo) {
  const ComposedLayout wrong = composed("Sw<3,2,-4> o _0 o (_16,_4):(_4,_1)");
  EXPECT_EQ(text_of(cute_cpp::left_inverse(wrong)), "Sw<3,0,-4> o _0 o (_4,_16):(_16,_1)");
  EXPECT_EQ(text_of(cute_cpp::right_inverse(wrong)), "Sw<3,0,-4> o _0 o (_4,_16):(_16,_1)");
  EXPECT_EQ(text_of(cute_cpp::left_inverse(composed("Sw<3,4,3> o _0 o (_8,_64):(_64,_1)"))),
            "cute.bad_swizzle");
}

TEST(CuteCppSwizzle, PartsAreRecastOneByOne) {
  const auto larger = cute_cpp::upcast(2, composed("Sw<2,3,3> o _4 o (_64,_64):(_64,_1)"));
  EXPECT_EQ(text_of(Outcome<CuteLayout>(CuteLayout(*larger))),
            "Sw<2,2,3> o _2 o (_64,_32):(_32,_1)");
  EXPECT_EQ(cute_cpp::max_alignment(composed("Sw<2,3,2> o _0 o _8:_1"))->value, 8);
}

}  // namespace
}  // namespace tileglot::notation::cute
