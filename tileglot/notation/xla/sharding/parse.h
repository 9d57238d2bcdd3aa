// SPDX-License-Identifier: Apache-2.0
// sharding/parse.h: reads the text of shardings.
//
// What     `{replicated}`, `{maximal device=3}`, `{manual}`, `{unknown}`, `{unreduced}`,
//          `{devices=[2,2]0,1,2,3}`, `{devices=[2,2]<=[4]}`, `{devices=[4]<=[2,2]T(1,0)}`, each
//          with `last_tile_dim_replicate`, `last_tile_dims={manual, replicated}`, `shard_as 1`,
//          `shard_like 1` and `metadata={op_name="x"}` after it, in any order; tuples
//          `{{replicated}, {manual}}`, `{}`.
// Why      Texts with the same meaning give the same Sharding, in the canonical form of sharding.h.
// Example  {last_tile_dim_replicate devices=[1,4]<=[4]} is {replicated}.
//          [tests: sharding/parse_test.cc, "what means the same reads the same"]
// Errors   xla.sharding (an unknown word, words that need or forbid devices), xla.tiles and
//          xla.devices (tile_assignment.h), xla.trailing, xla.limit, scan.*.
// Source   XLA, hlo_parser.cc. As there, words take precedence over tiles: {devices=[2]<=[2]
//          manual} is {manual}, and of several words the first of replicated, maximal, manual,
//          unknown, unreduced counts. Of several shard groups the last number counts, as `shard_as`
//          if any of them was.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

/// Reads the whole text as one sharding.
core::Result<Sharding> parse_sharding(std::string_view text);

/// Reads a sharding at the scanner's position and leaves the scanner after it; for texts that
/// contain shardings.
core::Result<Sharding> parse_sharding_at(core::Scanner& scanner);

}  // namespace tileglot::notation::xla
