// SPDX-License-Identifier: Apache-2.0
// linear/answer.h: the answer of an operation on linear layouts, as a text for tests.
#pragma once

#include <string>
#include <vector>

namespace tileglot::calculator {

/// linear.OP of the arguments: a layout as its text, another value as JSON, a refusal as its code.
std::string linear_answer(const std::string& op, const std::vector<std::string>& args);

}  // namespace tileglot::calculator
