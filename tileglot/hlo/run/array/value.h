// SPDX-License-Identifier: Apache-2.0
// value.h: the value of an instruction: an array, a tuple of values, or a token.
//
// What     A Value has an array or elements, or neither: a token. Copies share the arrays' bytes.
// Example  leaves of (f32[2], (s32[], token[])) are two arrays.
//          [tests: hlo/run/interpret/control_flow_test.cc, "tuples in tuples"]
#pragma once

#include <vector>

#include "tileglot/hlo/run/array/physical_array.h"

namespace tileglot::hlo::run {

struct Value {
  PhysicalArray array = {};  ///< without bytes: a tuple or a token
  std::vector<Value> elements = {};

  bool is_array() const { return array.bytes != nullptr; }
};

/// The arrays, in order.
void append_leaves(const Value& value, std::vector<PhysicalArray>& leaves);
std::vector<PhysicalArray> leaves(const Value& value);

}  // namespace tileglot::hlo::run
