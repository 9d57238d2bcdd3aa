// SPDX-License-Identifier: Apache-2.0
// tuples.h: Python's integers and nested tuples as CuTe's, and back.
//
// What     tuple_of(object) reads an int, None (CuTe's `_`), a ScaledBasis, or a tuple or list of
//          such. object_of(tuple) is the int or the nested tuple.
// Why      Both are written in place, leaf by leaf: building tuples mode by mode costs four times
//          as much.
// Units    A Python int is static, as in the CuTe DSL.
// Example  tuple_of((3,(6,2),8)) has the leaves _3, _6, _2, _8.
// Errors   TypeError for any other object; InvalidError for more leaves or levels than a layout
//          has, and OverflowError for an int beyond int64.
#pragma once

#include <nanobind/nanobind.h>

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"

namespace tileglot::python {

namespace nb = nanobind;

/// Fills an empty tuple.
void read_tuple(nb::handle from, core::IntTuple& to);
core::IntTuple tuple_of(nb::handle from);

/// True for what tuple_of reads: an int, None, a ScaledBasis, or a tuple or list whose first leaf
/// is one.
bool is_tuple(nb::handle object);

/// An int, anything with __index__ but a bool. False where it is none.
bool read_int(nb::handle from, std::int64_t& to);

nb::object object_of(core::Integer integer);
nb::object object_of(const core::IntTuple& tuple);

}  // namespace tileglot::python
