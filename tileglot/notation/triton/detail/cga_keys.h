// SPDX-License-Identifier: Apache-2.0
// cga_keys.h: reads how the blocks of a cluster share a tensor, in current and older spellings.
//
// What     read_cga takes CGALayout (also CTALayout, cga_layout), or the older CTAsPerCGA,
//          CTASplitNum and CTAOrder, and returns bases either way.
// Why      All families with a CGA spell it alike.
// Example  CTAs 4, split 2 along one dimension: bases [1], [0]; the last two blocks repeat the
//          first.
//          [tests: parse_test.cc, "older spellings of the blocks of a cluster are read"]
#pragma once

#include "tileglot/notation/triton/detail/key_reader.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

Bases read_cga(KeyReader& keys);

}  // namespace tileglot::notation::triton
