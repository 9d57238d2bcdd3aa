// SPDX-License-Identifier: Apache-2.0
// any_strided.h: random layouts of this package, for laws.
//
// What     any_strided draws a layout of any spelling that reads back from its text when its array
//          is passed; any_blocked_pair draws the same blocks as a oneDNN tag and as a TVM name.
// Units    max_positions bounds the elements in memory, padding included.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <utility>

#include "tileglot/notation/strided/any_layout.h"

namespace tileglot::notation::strided {

inline constexpr std::int64_t kMaxPositions = 4096;

rc::Gen<AnyLayout> any_strided();

rc::Gen<std::pair<OnednnLayout, TvmLayout>> any_blocked_pair();

}  // namespace tileglot::notation::strided
