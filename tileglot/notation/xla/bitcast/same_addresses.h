// SPDX-License-Identifier: Apache-2.0
// same_addresses.h: whether two arrays have each element, in row-major order, at the same address.
//
// What     same_addresses(a, b): the n-th element of a and the n-th of b have the same address for
//          every n, which is an offset, or for split arrays a part and an offset in it; and both
//          have equally many parts and own equally many places in each (owned_elements: the tail of
//          L is owned too). Arrays without elements trivially agree in all addresses.
// Why      This is the definition of a bitcast; every query about bitcasts reduces to it.
// Units    Offsets are in elements; types and their sizes are ignored.
// Example  [3,2,2]{1,0,2} and [6,2]{0,1} have the same addresses; [3,2,2]{0,1,2} has others.
//          bf16[4,16,128]{2,1,0:T(8,128)} and bf16[64,128]{1,0:T(8,128)} have the same.
//          [tests: same_addresses_test.cc, "the n-th elements are compared"]
//          f32[1,4]{1,0:SC(1:2)} and f32[4]{0:SC(0:2)} have the same addresses; with SC(1:3) the
//          sixth element of [4,6] is in part 0 and that of [2,12] in part 1.
//          [tests: same_addresses_test.cc, "the addresses of split arrays are compared"]
// Errors   Those of split_address.h and array_size.h; xla.elements (different numbers of elements);
//          xla.too_large_to_decide where 4194304 tries are not enough.
// Source   Without tiles an offset is linear in the index, so the elements one step from the origin
//          decide. With tiles and no `*`, an offset is a sum of one function per dimension, so each
//          group of common_factors.h is decided separately, with the other indices at 0; a `*`
//          joins all groups. With several parts every element is tried.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// Precondition: arrays.
core::Result<bool> same_addresses(const Shape& a, const Shape& b);

}  // namespace tileglot::notation::xla
