// SPDX-License-Identifier: Apache-2.0
// described.h: a side in words: "columns of 2, each on 2 ranks".
//
// Example  {devices=[4,1]<=[4]} is "rows of 4 ranks", {devices=[2,4]<=[8]} is "2 x 4 tiles of 8 ranks".
//          [tests: described_test.cc, "cuts have short names"]
#pragma once

#include <string>

#include "tileglot/placement/side.h"

namespace tileglot::api {

std::string described(const placement::Side& side);

}  // namespace tileglot::api
