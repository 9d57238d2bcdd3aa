// SPDX-License-Identifier: Apache-2.0
// spelling.h: the values of --spelling.
#pragma once

#include <string_view>

#include "tileglot/api/eval/eval.h"

namespace tileglot::cli {

/// The option's check allows only known names; any other is the canonical spelling.
api::Spelling spelling_named(std::string_view name);

}  // namespace tileglot::cli
