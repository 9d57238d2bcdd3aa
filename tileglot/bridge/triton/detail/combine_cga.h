// SPDX-License-Identifier: Apache-2.0
// combine_cga.h: the layout of one block, repeated to fill a shape and spread over blocks.
//
// What     combine(cta, cga, shape, order) shrinks the cluster to the shape, computes one block's
//          share, repeats or shrinks the block's tile to that share, and multiplies by the cluster.
// Why      The last step of every family.
// Example  A tile of 16 along one dimension, two blocks, shape 64: each block has 32, so the
//          registers gain the vector 16; the blocks begin at 0 and 32.
//          [tests: lower_test.cc, "a tile is repeated before it is spread over blocks"]
// Source   Triton 3.9.0, LinearLayoutConversions.cpp, combineCtaCgaWithShape.
#pragma once

#include <cstdint>

#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {

/// The shape of one block's share.
triton::Numbers shape_per_cta(const triton::Bases& cga, const triton::Numbers& shape);

struct Combine {
  triton::Bases cga = {};
  triton::Numbers shape = {};
  triton::Numbers order = {};  ///< the dimensions in the order of repetition
  linear::Name repeats = linear::kRegister;
  Beyond beyond = Beyond::kZero;
};

core::Result<linear::Layout> combine(Tile cta, const Combine& how);

}  // namespace tileglot::bridge
