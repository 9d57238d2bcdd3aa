// SPDX-License-Identifier: Apache-2.0
// print.h: the text of a plan.
//
// What     summary(plan) is one line with its class and its costs; print(plan) has a line for each
//          instruction.
// Units    r7 is register 7, r7.1 its second element. "lane ^ 4" is the lane that differs in bit 2;
//          places are offsets in elements, one for each bit of lane, warp and block.
// Example  r9 = r1 where lane & 2, else r0
//          [tests: print_test.cc, "an instruction a line"]
// Errors   None.
#pragma once

#include <string>
#include <vector>

#include "tileglot/relayout/warp/plan.h"

namespace tileglot::relayout::warp {

std::string summary(const Plan& plan);

std::vector<std::string> print(const Plan& plan);

}  // namespace tileglot::relayout::warp
