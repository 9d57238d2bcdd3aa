// SPDX-License-Identifier: Apache-2.0
// layout_requests.h: the verbs that are about layouts, which two modules have.
#pragma once

#include <span>

#include "tileglot/web/door.h"

namespace tileglot::web {

/// All but `words`.
std::span<const Verb> layout_verbs();

}  // namespace tileglot::web
