// SPDX-License-Identifier: Apache-2.0
// layouts.cc: the module of layouts, which a page loads first.
#include "tileglot/web/door.h"
#include "web/module/exports.h"

namespace tileglot::web {

const Door& door_of_module() { return layout_door(); }

}  // namespace tileglot::web
