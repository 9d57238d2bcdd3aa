// SPDX-License-Identifier: Apache-2.0
// spelling.h: the words of --spelling.
#pragma once

#include <string_view>

#include "tileglot/api/eval/eval.h"

namespace tileglot::cli {

/// As the option's check allows them; anything else is the canonical spelling.
api::Spelling spelling_named(std::string_view name);

}  // namespace tileglot::cli
