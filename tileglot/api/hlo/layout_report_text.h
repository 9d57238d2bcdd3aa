// SPDX-License-Identifier: Apache-2.0
// hlo/layout_report_text.h: the report of an assignment, as text and as JSON.
//
// What     text_of(report, terminal) has the table of figures, the loops, the savings against XLA's
//          layouts, the copies that are left with who requires which order, the operations that
//          move, and the layouts to declare. No line is longer than the terminal has columns; a
//          file's lines have no limit. json_of has all of it, and lists that the text cuts off.
// Example  copies between layouts                     0             1            +1
//          [tests: hlo/layout_report_test.cc, "lines fit the terminal"]
#pragma once

#include <string>
#include <string_view>

#include "tileglot/api/hlo/layout_report.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {

std::string text_of(const LayoutReport& report, const Terminal& terminal);

/// Lines of other parts of the report, cut to the terminal's columns.
std::string fitted(std::string_view text, const Terminal& terminal);

/// {"module", "target", "instructions", "layouts", "free_layouts" (null where optimal ones were
/// chosen), "inserted" (copies), "loops", "warnings", "chosen", "before", "xla", "optimal",
/// "savings", "kept", "operations", "entry"}
Json json_of(const LayoutReport& report);

}  // namespace tileglot::api
