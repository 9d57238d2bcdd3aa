// SPDX-License-Identifier: Apache-2.0
// any_tuple.h: random shapes, guides and coordinates for the laws of tuples, and their modes as
// texts.
//
// What     any_shape draws extents from 1 to 8 in any nesting; any_like a tuple of the same
//          nesting; any_coarser the same with some tuples made integers; any_mode_number a mode.
//          mode_texts is a tuple as the list of the printed texts of its modes.
// Why      A list of texts does not depend on slots and nesting bytes, so the operations on modes
//          are compared with it.
// Example  mode_texts((2,(3,4))) = {"2", "(3,4)"}; tuple_text of them is "(2,(3,4))".
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Shapes with a size of at most 8^8.
rc::Gen<IntTuple> any_shape();

/// Congruent to t, with numbers from `low` to `high` - 1.
rc::Gen<IntTuple> any_like(const IntTuple& t, std::int64_t low, std::int64_t high);

/// t with an integer, `leaf` of the tuple, in place of some tuples.
rc::Gen<IntTuple> any_coarser(const IntTuple& t, std::int64_t (*leaf)(const IntTuple&));

/// The texts of the modes, with marks; for an integer, its one text.
std::vector<std::string> mode_texts(const IntTuple& t);

/// "(a,b)" for the texts a and b.
std::string tuple_text(const std::vector<std::string>& modes);

/// The text of the tuple with marks.
std::string marked_text(const IntTuple& t);

/// The values of the leaves of a tuple, in order.
std::vector<std::int64_t> leaf_values(const IntTuple& t);

}  // namespace tileglot::notation::cute
