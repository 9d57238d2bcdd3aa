// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/example_elements.h"

#include <cstddef>
#include <numeric>
#include <vector>

#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

Elements elements_of(PrimitiveType type, const std::vector<double>& numbers) {
  return converted(Elements{PrimitiveType::kF64, numbers}, type);
}

Elements f32s(const std::vector<double>& numbers) {
  return elements_of(PrimitiveType::kF32, numbers);
}

Elements s32s(const std::vector<double>& numbers) {
  return elements_of(PrimitiveType::kS32, numbers);
}

Elements preds(const std::vector<double>& numbers) {
  return elements_of(PrimitiveType::kPred, numbers);
}

std::vector<double> numbers(const Elements& elements) {
  return numbers_of<double>(converted(elements, PrimitiveType::kF64));
}

Elements counting(PrimitiveType type, std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 0.0);
  return elements_of(type, values);
}

}  // namespace tileglot::hlo::run
