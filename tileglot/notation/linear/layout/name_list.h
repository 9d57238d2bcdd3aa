// SPDX-License-Identifier: Apache-2.0
// name_list.h: the names of dimensions as text, for messages.
//
// Example  register, lane; "none" where there is no dimension.
//          [tests: name_test.cc, "dimensions are listed by name"]
// Errors   None.
#pragma once

#include <span>
#include <string>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

std::string name_list(std::span<const Dimension> dimensions);

}  // namespace tileglot::notation::linear
