// SPDX-License-Identifier: Apache-2.0
// xla/answer.h: the answer of an operation on XLA's values, as a text for tests.
#pragma once

#include <string>
#include <vector>

namespace tileglot::calculator {

/// xla.OP of the arguments as JSON, or the code of its refusal.
std::string dumped(const std::string& op, const std::vector<std::string>& args);

/// The same, but a shape, layout or sharding as its text.
std::string printed(const std::string& op, const std::vector<std::string>& args);

}  // namespace tileglot::calculator
