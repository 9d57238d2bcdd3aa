// SPDX-License-Identifier: Apache-2.0
// passed_text.h: what a pass makes of the entry computation of a text, for tests.
//
// Example  passed("reshape-decomposer", "ENTRY e { p = f32[2,3]{1,0} parameter(0)"
//          " ROOT r = f32[6]{0} reshape(p) }") is
//          "p = f32[2,3]{1,0} parameter(0)\nROOT r = f32[6]{0} bitcast(p)\n".
#pragma once

#include <string>
#include <string_view>

namespace tileglot::hlo::pass {

/// The entry's instructions, one a line, or the code of the error. Fails the test where the text does
/// not verify, or the module afterwards does not, or lacks what the pass promises.
std::string passed(std::string_view pass, std::string_view text);

}  // namespace tileglot::hlo::pass
