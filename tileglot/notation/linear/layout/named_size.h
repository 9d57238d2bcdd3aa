// SPDX-License-Identifier: Apache-2.0
// named_size.h: a dimension name with a size, the argument of operations on shapes.
//
// Example  {kRegister, 4}: four registers. [tests: reshape_test.cc, "inputs are cut anew"]
// Errors   None.
#pragma once

#include <cstdint>

#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::notation::linear {

struct NamedSize {
  Name name;
  std::int64_t size = 1;
};

}  // namespace tileglot::notation::linear
