// SPDX-License-Identifier: Apache-2.0
// no_such_type.h: the error of an operation that is undefined for a type.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

/// run.type: "sine of s32 has no meaning".
core::Error no_such_type(std::string_view operation, PrimitiveType type);

}  // namespace tileglot::hlo::run
