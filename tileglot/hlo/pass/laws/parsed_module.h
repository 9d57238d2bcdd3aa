// SPDX-License-Identifier: Apache-2.0
// parsed_module.h: modules parsed from texts, for tests.
#pragma once

#include <string_view>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::pass {

/// Fails the test where it does not parse.
Module parsed_module(std::string_view text);

/// The instruction of that name; fails the test where there is none.
InstructionId named(const Module& module, std::string_view name);

}  // namespace tileglot::hlo::pass
