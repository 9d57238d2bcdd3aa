// SPDX-License-Identifier: Apache-2.0
// print.h: a plan as a readable loop nest.
//
// Example  bf16[16,256]{1,0} to {1,0:T(8,128)(2,1)} prints
//              move 4096 elements of 16 bits; source 4096, target 4096 elements, no padding
//              nest of 4096 x 16 bits
//                for 2: source += 2048, target += 2048
//                  for 4: source += 512, target += 256
//                    transpose blocks of 256 rows x 2 columns, 512 source and 4 target bytes at a
//                    time, straight: target lines are whole
//                      rows 2: source += 128, target += 1024
//                      rows 128: source += 1, target += 2
//                      columns 2: source += 256, target += 1
//          [tests: print_test.cc, "tiling bf16 prints its loops"]
#pragma once

#include <string>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// Ends with a newline.
std::string print(const Plan& plan);

}  // namespace tileglot::relayout::plan
