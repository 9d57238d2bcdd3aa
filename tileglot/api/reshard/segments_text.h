// SPDX-License-Identifier: Apache-2.0
// segments_text.h: a table of the byte ranges that a rank receives.
//
// Example  Rank 0 receives 12 bytes from byte 0 of rank 1's tile at byte 24 of its own, twice: 24
//          bytes further in the source and 12 in the target.
//          [tests: reshard_test.cc, "segments are a table"]
#pragma once

#include <span>
#include <string>

#include "tileglot/api/reshard/planned.h"

namespace tileglot::api {

std::string segments_text(std::span<const Received> received);

}  // namespace tileglot::api
