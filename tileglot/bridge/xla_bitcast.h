// SPDX-License-Identifier: Apache-2.0
// xla_bitcast.h: bitcasts of XLA arrays, decided by index maps.
//
// What     same_addresses_by_map(a, b): the n-th element of a and the n-th of b, counted row-major,
//          have the same address for every n, that is a part and an offset there, and both have as
//          many parts that own as many positions: to_map(b) read by the row-major index of a's
//          elements is to_map(a).
// Why      notation/xla/bitcast/same_addresses.h tries elements where tiles do not have a pattern
//          it knows; equality of maps is decided whatever the extents. Each checks the other.
// Example  s8[1099511627776]{0:T(1024)} and s8[1048576,1048576]{1,0:T(1024)} have the same
//          addresses.
//          [tests: xla_bitcast_test.cc, "extents do not matter"]
// Errors   Those of to_map; xla.elements; map.too_large_to_decide.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::bridge {

/// Arrays without elements have the same addresses.
core::Result<bool> same_addresses_by_map(const notation::xla::Shape& a,
                                         const notation::xla::Shape& b);

}  // namespace tileglot::bridge
