// SPDX-License-Identifier: Apache-2.0
// argument_law_test.cc: a value that a call hands on is read as its text would be.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <variant>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/xla/shape/any_shape.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;

/// With its marks, which equality of CuTe's values ignores.
template <class T>
std::string text_of(const T& read) {
  return argument_text(Value(read));
}
std::string text_of(const cute::CuteLayout& layout) {
  return std::visit([](const auto& l) { return argument_text(Value(l)); }, layout);
}

template <class T>
std::string answer_of(const core::Result<T>& read) {
  return read ? text_of(*read) : read.error()->code + ": " + read.error()->message;
}

template <class Reader>
void expect_read_as_its_text(const Reader& reader, const Value& value) {
  const Argument by_value(value);
  const Argument by_text(argument_text(value));
  EXPECT_EQ(answer_of(reader(Arguments("test", {&by_value, 1}), 0)),
            answer_of(reader(Arguments("test", {&by_text, 1}), 0)));
}

void expect_cute_as_its_text(const Value& value) {
  expect_read_as_its_text(plain_layout_argument, value);
  expect_read_as_its_text(layout_argument, value);
  expect_read_as_its_text(any_layout_argument, value);
  expect_read_as_its_text(swizzle_argument, value);
  expect_read_as_its_text(tiler_argument, value);
  expect_read_as_its_text(tuple_argument, value);
  expect_read_as_its_text(coordinate_argument, value);
  const Argument by_value(value);
  const Argument by_text(argument_text(value));
  for (const auto& is : {is_layout, is_composed, is_swizzle}) {
    EXPECT_EQ(is(Arguments("test", {&by_value, 1}), 0), is(Arguments("test", {&by_text, 1}), 0));
  }
}

TEST(ArgumentLaw, AValueIsReadAsItsText) {
  core::check_law("cute_values_are_read_as_their_texts", 10000, [] {
    expect_cute_as_its_text(*cute::any_layout());
    expect_cute_as_its_text(*cute::any_composed_layout());
    expect_cute_as_its_text(*cute::any_swizzle());
    expect_cute_as_its_text(*cute::any_int_tuple());
  });
  core::check_law("linear_values_are_read_as_their_texts", 5000, [] {
    expect_read_as_its_text(linear_argument, *notation::linear::any_layout());
  });
  core::check_law("xla_values_are_read_as_their_texts", 10000, [] {
    const notation::xla::Shape shape = *notation::xla::any_printable_shape();
    expect_read_as_its_text(shape_argument, shape);
    expect_read_as_its_text(shape_as_written_argument, shape);
    expect_read_as_its_text(valid_shape_argument, shape);
    if (shape.layout) expect_read_as_its_text(xla_layout_argument, *shape.layout);
  });
}

TEST(ArgumentLaw, AShapeWithoutALayoutIsCompletedAsItsTextIs) {
  const Value bare = notation::xla::Shape{.type = notation::xla::PrimitiveType::kF32,
                                          .dimensions = {{.bound = 2}, {.bound = 3}}};
  expect_read_as_its_text(shape_argument, bare);
  expect_read_as_its_text(shape_as_written_argument, bare);
  expect_read_as_its_text(valid_shape_argument, bare);
}

TEST(ArgumentLaw, JsonIsReadAsItsText) {
  for (const Json& json : {Json(3), Json(true), Json(), Json("[1]"), Json("text"),
                           Json::array({1, 2}), Json{{"print", "[2]"}}, Json{{"a", 1}}}) {
    const Argument by_value{Value(json)};
    const Argument by_text(argument_text(json));
    // The dump, since JSON that is discarded, as of a text that is not JSON, does not equal itself.
    EXPECT_EQ(json_in(Arguments("test", {&by_value, 1}), 0).dump(),
              json_in(Arguments("test", {&by_text, 1}), 0).dump())
        << json;
  }
}

}  // namespace
}  // namespace tileglot::calculator
