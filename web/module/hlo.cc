// SPDX-License-Identifier: Apache-2.0
// hlo.cc: the module of HLO, which a page loads when its screen opens.
#include "tileglot/web/door.h"
#include "web/module/exports.h"

namespace tileglot::web {

const Door& door_of_module() { return hlo_door(); }

}  // namespace tileglot::web
