// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/example_tensors.h"

#include <numeric>

namespace tileglot::cute {

ExampleTensors::ExampleTensors() : memory_(64) { std::iota(memory_.begin(), memory_.end(), 0); }

}  // namespace tileglot::cute
