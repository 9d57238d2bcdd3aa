// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/kernel/example_tensors.h"

#include <numeric>

namespace tileglot::cute {

ExampleTensors::ExampleTensors() : memory(64) { std::iota(memory.begin(), memory.end(), 0); }

}  // namespace tileglot::cute
