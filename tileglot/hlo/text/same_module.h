// SPDX-License-Identifier: Apache-2.0
// same_module.h: whether two modules say the same, for tests.
#pragma once

#include <string>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// Where they differ, or nothing: computations and instructions by their names, in any order.
std::string difference(const Module& a, const Module& b);

}  // namespace tileglot::hlo
