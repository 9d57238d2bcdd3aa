// SPDX-License-Identifier: Apache-2.0
// set_element_sizes.h: packs elements smaller than a byte, and no others.
//
// What     Every array that has a layout gets E(n) if its type has n bits and n is less than 8
//          (pred is not such a type), and loses its E otherwise: the results of all instructions,
//          those in fusions too, each array of a tuple, and the leaves of the entry layout.
// Why      Layout assignment passes whole layouts on, so that after it an E that a caller wrote
//          appears on arrays that do not need it, and packed arrays lack theirs (specification of
//          XLA, 12.3).
// Example  s4[4,6]{1,0} becomes s4[4,6]{1,0:E(4)}; bf16[4,6]{1,0:E(4)}, converted from it, loses
//          its E.
//          [tests: hlo/pass/rewrite/set_element_sizes_test.cc, "small elements are packed and no
//          others"]
// Left     Open leaves of the entry layout, and arrays without a layout.
// Errors   hlo.layouts where a layout is missing.
// Source   XLA, SubByteNormalization with SET_ELEMENT_SIZE; it began with types of 4 bits alone.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Returns how many results, and parameters and results of the entry layout, were changed.
/// Precondition: verify(module).
core::Result<std::size_t> set_element_sizes(Module& module);

/// Checks that no array states another element size than its type's.
core::Status check_element_sizes_set(const Module& module);

}  // namespace tileglot::hlo::pass
