// SPDX-License-Identifier: Apache-2.0
// scan.h: what a pasted text is.
//
// What     scan(text) answers with the kind, "ttgir", "hlo" or "line", and a title for people.
// Why      A page opens a module in the screen that reads it.
// Example  A text with `ENTRY main {` is an HLO module.
//          [tests: scan_test.cc, "a text is told by what it has"]
// Errors   None: a text that is neither kind of module is a line.
#pragma once

#include <string_view>

#include "tileglot/api/reply/reply.h"

namespace tileglot::web {

api::Reply scan(std::string_view text);

}  // namespace tileglot::web
