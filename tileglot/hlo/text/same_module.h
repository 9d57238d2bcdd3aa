// SPDX-License-Identifier: Apache-2.0
// same_module.h: whether two modules are the same, for tests.
#pragma once

#include <string>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// The first difference, or an empty text. Computations and instructions are matched by name; their
/// order does not matter.
std::string difference(const Module& a, const Module& b);

}  // namespace tileglot::hlo
