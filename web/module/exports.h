// SPDX-License-Identifier: Apache-2.0
// exports.h: what a WebAssembly module shows to a page.
//
// What     tg_room(bytes) is where a caller writes a request of so many bytes; tg_answer(bytes)
//          answers it and returns the length of the reply, which begins at tg_reply().
// Why      A module has a memory and functions of numbers, and nothing else.
//          [tests: web/tests/module_test.py]
#pragma once

#include "tileglot/web/door.h"

namespace tileglot::web {

/// Which requests this module answers; the source of its link defines it.
const Door& door_of_module();

}  // namespace tileglot::web
