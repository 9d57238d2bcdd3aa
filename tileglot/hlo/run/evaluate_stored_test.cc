// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/evaluate_stored.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::run {
namespace {

using Integers = std::vector<std::int32_t>;

class EvaluateStored : public testing::Test {
 protected:
  core::Result<PhysicalArray> array(const std::string& shape, const Integers& values) {
    return stored_array(memory_, *notation::xla::parse_shape(shape),
                        std::as_bytes(std::span(values)));
  }
  static Integers bytes_of(const PhysicalArray& array) {
    Integers values(array.bytes->size() / sizeof(std::int32_t));
    std::memcpy(values.data(), array.bytes->data(), array.bytes->size());
    return values;
  }

 private:
  Memory memory_{ArrayLimits()};
};

TEST_F(EvaluateStored, InputsMoveIntoTheEntrysLayouts) {
  const auto module = parse_module(
      "HloModule m, entry_computation_layout={(s32[2,3]{0,1})->s32[2,3]{0,1}}\n"
      "ENTRY e { ROOT p = s32[2,3]{0,1} parameter(0) }");
  const std::vector<PhysicalArray> rows{*array("s32[2,3]{1,0}", {1, 2, 3, 4, 5, 6})};
  const auto outputs = evaluate_stored(*module, rows, {.handover = Handover::kAsBytes});
  ASSERT_TRUE(outputs) << outputs.error()->message;
  EXPECT_EQ(bytes_of(outputs->at(0)), Integers({1, 4, 2, 5, 3, 6}));
}

TEST_F(EvaluateStored, ResultsLieAsTheEntrySays) {
  const auto module = parse_module(
      "HloModule m, entry_computation_layout={(s32[2,3]{1,0})->(s32[2,3]{1,0:T(2,2)}, "
      "s32[2,3]{1,0})}\n"
      "ENTRY e { p = s32[2,3]{1,0} parameter(0) c = s32[2,3]{1,0:T(2,2)} copy(p)"
      " ROOT t = (s32[2,3]{1,0:T(2,2)}, s32[2,3]{1,0}) tuple(c, p) }");
  const std::vector<PhysicalArray> columns{*array("s32[2,3]{0,1}", {1, 4, 2, 5, 3, 6})};
  const auto outputs = evaluate_stored(*module, columns, {.handover = Handover::kAsBytes});
  ASSERT_TRUE(outputs) << outputs.error()->message;
  ASSERT_EQ(outputs->size(), 2U);
  const std::int32_t poison = static_cast<std::int32_t>(0xb5b5b5b5U);
  EXPECT_EQ(bytes_of(outputs->at(0)), Integers({1, 2, 4, 5, 3, poison, 6, poison}));
  EXPECT_EQ(bytes_of(outputs->at(1)), Integers({1, 2, 3, 4, 5, 6}));
}

TEST_F(EvaluateStored, WrongInputsAreRefused) {
  const auto module = parse_module("ENTRY e { ROOT p = s32[2,3] parameter(0) }");
  const auto code = [&](const std::vector<PhysicalArray>& inputs) {
    const auto outputs = evaluate_stored(*module, inputs);
    return outputs ? "none" : outputs.error()->code;
  };
  EXPECT_EQ(code({}), "run.inputs");
  EXPECT_EQ(code({*array("s32[3,2]{1,0}", {1, 2, 3, 4, 5, 6})}), "run.inputs");
  EXPECT_EQ(array("s32[2,3]{1,0}", {1, 2}).error()->code, "run.inputs");
}

}  // namespace
}  // namespace tileglot::hlo::run
