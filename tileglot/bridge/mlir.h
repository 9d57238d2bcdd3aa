// SPDX-License-Identifier: Apache-2.0
// mlir.h: maps as MLIR layouts.
//
// What     to_mlir(map) is the first of these that can express the map: the identity, strided<>, an
//          affine map with a result for each digit in memory order, an affine map of one result,
//          the offset. A gap that the results' bounds (affine_map.h) do not produce can only be
//          expressed by the last. Every map into memory has the last form: a parity of bits is
//          their sum mod 2. to_map is in strided.h.
// Why      normalize-memrefs and lowering work on the first three; the last is a text that any MLIR
//          tool can evaluate.
// Example  f32[3,5]{1,0:T(2,2)} is (d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod 2);
//          Sw<1,0,1> o 0 o 4:1 is (d0) -> (d0 floordiv 2 * 2 + (d0 + d0 floordiv 2) mod 2).
//          [tests: mlir_test.cc, "tiles are results and a swizzle one"]
// Errors   bridge.not_offsets; bridge.not_mlir (more than 1024 terms).
#pragma once

#include "tileglot/bridge/strided.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/mlir.h"

namespace tileglot::bridge {

core::Result<notation::strided::MlirLayout> to_mlir(const map::IndexMap& map,
                                                    ElementTypeIfKnown type = {});

}  // namespace tileglot::bridge
