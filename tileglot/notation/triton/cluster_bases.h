// SPDX-License-Identifier: Apache-2.0
// cluster_bases.h: converts the older spelling of a CGA layout to bases.
//
// What     split_to_bases(ctas, split, order): ctas[d] blocks are along dimension d and split it
//          into split[d] parts; blocks beyond that repeat the parts.
// Why      Texts and recorded results before 3.9 use CTAsPerCGA, CTASplitNum and CTAOrder.
// Example  4 blocks, split 2, in one dimension: the bases [1], [0].
//          [tests: cluster_bases_test.cc, "blocks beyond the split repeat its parts"]
// Errors   triton.order, triton.rank, triton.power_of_two, triton.cga (more parts than blocks).
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {

core::Result<Bases> split_to_bases(const Numbers& ctas_per_cga, const Numbers& split,
                                   const Numbers& order);

/// The first fault of the three lists, if any.
MaybeFault find_split_fault(const Numbers& ctas_per_cga, const Numbers& split,
                            const Numbers& order);

}  // namespace tileglot::notation::triton
