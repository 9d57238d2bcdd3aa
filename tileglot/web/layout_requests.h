// SPDX-License-Identifier: Apache-2.0
// layout_requests.h: the verbs that are about layouts, which two modules have.
#pragma once

#include <span>

#include "tileglot/web/door.h"

namespace tileglot::web {

/// All verbs of layouts but `words`, which also lists operations where there are some.
std::span<const Verb> layout_verbs();

}  // namespace tileglot::web
