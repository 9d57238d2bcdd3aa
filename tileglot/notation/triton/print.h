// SPDX-License-Identifier: Apache-2.0
// print.h: an encoding as the text that Triton prints.
//
// What     print(e) is the attribute as Triton 3.9.0 prints it, parents in full.
// Why      Text that Triton can read is the only way back into its IR.
// Example  A slice of a blocked encoding prints as
//          #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], ..}>}>.
//          [tests: print_test.cc, "what is printed is read as the same encoding"]
// Source   The printers of Triton 3.9.0, with one difference: an amd_wmma keeps `rank` at rank 3
//          and an empty `warp`, without which Triton cannot read its own text.
#pragma once

#include <string>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

std::string print(const Encoding& encoding);

}  // namespace tileglot::notation::triton
