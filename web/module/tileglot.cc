// SPDX-License-Identifier: Apache-2.0
// tileglot.cc: the module of layouts and operations, which a page loads for the first call.
#include "tileglot/web/door.h"
#include "web/module/exports.h"

namespace tileglot::web {

const Door& door_of_module() { return whole_door(); }

}  // namespace tileglot::web
