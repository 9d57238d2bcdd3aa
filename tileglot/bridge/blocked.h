// SPDX-License-Identifier: Apache-2.0
// blocked.h: maps as oneDNN tags and TVM layout names.
//
// What     to_onednn(map) and to_tvm(map) find the tag or name of a map: its digits in memory order
//          (detail/memory_digits.h) are outer dimensions and inner blocks, or axes. to_map is in
//          strided.h.
// Why      Both are the digits of blocked dimensions with their order: oneDNN has any number of
//          blocks, but after the outer dimensions; TVM one split per dimension, but anywhere.
// Example  bf16[16,256]{1,0:T(8,128)(2,1)} is AB4a128b2a, and not a TVM name: dimension 0 is cut in
//          three. f32[3,5]{1,0:T(2,2)} is AB2a2b in both.
//          [tests: blocked_test.cc, "tiles are blocks"]
// Errors   bridge.not_affine, bridge.not_offsets; bridge.not_onednn (a gap, an overlap, a scalar,
//          more than 12 dimensions); bridge.not_tvm (the same, or a dimension cut twice).
#pragma once

#include "tileglot/bridge/strided.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/onednn.h"
#include "tileglot/notation/strided/tvm.h"

namespace tileglot::bridge {

/// Dimensions of one value are in their own order among the outer ones.
core::Result<notation::strided::OnednnLayout> to_onednn(const map::IndexMap& map,
                                                        ElementTypeIfKnown type = {});

/// Axes are named like the map's dimensions where those are capitals; else NCW, NCHW or NCDHW by
/// the rank, or A, B, ...
core::Result<notation::strided::TvmLayout> to_tvm(const map::IndexMap& map,
                                                  ElementTypeIfKnown type = {});

}  // namespace tileglot::bridge
