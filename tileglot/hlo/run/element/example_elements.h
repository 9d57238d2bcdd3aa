// SPDX-License-Identifier: Apache-2.0
// example_elements.h: elements as tests write them.
#pragma once

#include <vector>

#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

/// The numbers as the type has them.
Elements elements_of(PrimitiveType type, const std::vector<double>& numbers);
Elements f32s(const std::vector<double>& numbers);
Elements s32s(const std::vector<double>& numbers);
Elements preds(const std::vector<double>& numbers);

/// The numbers; the real parts of complex ones.
std::vector<double> numbers(const Elements& elements);

/// 0, 1, .. n - 1
Elements counting(PrimitiveType type, std::size_t n);

}  // namespace tileglot::hlo::run
