// SPDX-License-Identifier: Apache-2.0
// show/mma.h: the operands of an MMA instruction, arranged as in a matrix product.
//
// What     draw_mma(atom, request, options) puts A (M x K) left, B (K x N) above and C (M x N) in
//          the corner between them, each element with the thread and value that hold it.
//          Operands in shared memory belong to no thread; accumulators in tensor memory have the
//          lane as their thread and the column as their value.
// Why      Fragments are easiest to understand where they are in the product.
// Units    Coordinates are (m,k) of A, (n,k) of B and (m,n) of C, as CuTe has them; B is drawn
//          with k going down.
// Example  SM80_16x8x16_F32F16F16F32_TN: A is 16 x 16, B 16 x 8, C 16 x 8; element (0,0) of each is
//          T0 V0.
//          [tests: show/mma_test.cc, "operands stand where a product has them"]
// Source   CuTe, print_latex of TiledMMA.
#pragma once

#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/views.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"

namespace tileglot::api {

core::Result<Drawing> draw_mma(const notation::cute::MmaAtom& atom, const ShowRequest& request,
                               const ShowOptions& options);

}  // namespace tileglot::api
