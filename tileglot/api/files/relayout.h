// SPDX-License-Identifier: Apache-2.0
// relayout.h: `tileglot relayout IN.npy -o OUT.npy --to ...`.
//
// What     Reads a .npy tensor, moves every element to where the target layout has it, fills the
//          padding with zeros, and writes a .npy that appears whole or not at all.
// Why      Tensors come in the layout of the program that wrote them, and the next program wants
//          another.
// How      The source is row-major over the file's shape (column-major for Fortran order), unless
//          `from` names another layout of the file's bytes. `to` has the same logical extents.
//          Either takes the logical extents if its text has no shape. Elements move unchanged, at
//          the size that they have in the file, so a 4-bit element takes a byte on both sides, and
//          a layout with E(4) is refused.
//          The result is stored in C order with the input's descr and the physical extents of the
//          target as its shape; a target that is neither a permutation nor tiled (a CuTe layout
//          with gaps) is stored one-dimensional. So a C-order tensor relaid there and back is the
//          same file.
// Units    Bytes, seconds; GB/s are 10^9 bytes read or written per second.
// Example  bf16 (4096, 14336) to {1,0:T(8,128)(2,1)} is stored as (512, 112, 4, 128, 2, 1).
//          [tests: relayout_test.cc, "there and back is the same file"]
// Errors   Those of parsing, io, to_map and plan; layout.extents (the domains of `from` and `to`
//          differ), layout.size (the source layout owns another number of positions than the file
//          has elements), layout.type (a layout text, --dtype or the header contradict one
//          another), layout.packing (E(n) with another n than the file's elements have),
//          relayout.max_memory.
#pragma once

#include "tileglot/api/files/input/relayout_request.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

/// The report is the answer's text, or its note if the tensor itself goes to stdout.
Reply relayout_tensor(const RelayoutTensorRequest& request);

}  // namespace tileglot::api::files
