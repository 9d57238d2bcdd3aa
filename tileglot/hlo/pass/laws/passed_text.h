// SPDX-License-Identifier: Apache-2.0
// passed_text.h: the text of an entry computation after a pass, for tests.
//
// Example  passed("reshape-decomposer", "ENTRY e { p = f32[2,3]{1,0} parameter(0)"
//          " ROOT r = f32[6]{0} reshape(p) }") is
//          "p = f32[2,3]{1,0} parameter(0)\nROOT r = f32[6]{0} bitcast(p)\n".
#pragma once

#include <string>
#include <string_view>

namespace tileglot::hlo::pass {

/// The entry's instructions, one per line, or the code of the error. Fails the test if the module
/// does not verify before or after the pass, or fails the pass's own check.
std::string passed(std::string_view pass, std::string_view text);

}  // namespace tileglot::hlo::pass
