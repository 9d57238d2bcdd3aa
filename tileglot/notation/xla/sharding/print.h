// SPDX-License-Identifier: Apache-2.0
// sharding/print.h: the canonical text of shardings.
//
// What     print(s) is the text XLA prints for s: the kind or the devices, then
//          last_tile_dim_replicate, last_tile_dims, the shard group and, if requested, the
//          metadata.
// Example  {devices=[2,2]<=[2,2]T(0,1)} prints as {devices=[2,2]<=[4]}.
//          [tests: sharding/print_test.cc, "one form is printed"]
//          parse_sharding(print(x)) = x, except for a tiling of no dimensions, {devices=[]<=[1]},
//          which XLA prints but does not read.
#pragma once

#include <string>

#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::notation::xla {

enum class MetadataText { kHidden, kShown };

/// Every fifth element of a tuple is marked with `/*index=5*/`, as in XLA.
std::string print(const Sharding& sharding, MetadataText metadata = MetadataText::kHidden);

}  // namespace tileglot::notation::xla
