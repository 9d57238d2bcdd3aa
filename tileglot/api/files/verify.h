// SPDX-License-Identifier: Apache-2.0
// verify.h: `tileglot verify OUT.npy --against IN.npy`.
//
// What     Proves that two files hold the same tensor: for every coordinate x the element of OUT at
//          the offset of x in its layout has the same bytes as that of IN; or gives the first
//          coordinate where they differ.
// Why      A relayout claims that nothing was lost. The offsets here come from the notations' own
//          evaluators, never from the map or a plan, so this shares no code with what it checks.
// How      Without a layout text a file is in its own order: row-major over its shape, or
//          column-major for Fortran order. A text without a shape takes the other side's extents.
//          Padding is not compared.
// Units    Offsets are in elements of each file.
// Example  A tensor in T(8,128)(2,1) against the original: "equal: all 58720256 elements"; with one
//          byte changed the coordinate, both offsets and both values, exit code 1.
//          [tests: verify_test.cc, "a changed byte is found with its coordinate"]
// Errors   Those of parsing and io; layout.extents, layout.size, layout.type as in relayout.h;
//          relayout.too_large_to_compare.
#pragma once

#include "tileglot/api/files/input/verify_request.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

Reply verify_tensor(const VerifyTensorRequest& request);

}  // namespace tileglot::api::files
