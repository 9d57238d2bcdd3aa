// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/value.h"

#include <vector>

#include "tileglot/hlo/run/array/physical_array.h"

namespace tileglot::hlo::run {

void append_leaves(const Value& value, std::vector<PhysicalArray>& leaves) {
  if (value.is_array()) leaves.push_back(value.array);
  for (const Value& element : value.elements) append_leaves(element, leaves);
}

std::vector<PhysicalArray> leaves(const Value& value) {
  std::vector<PhysicalArray> result;
  append_leaves(value, result);
  return result;
}

}  // namespace tileglot::hlo::run
