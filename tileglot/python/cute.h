// SPDX-License-Identifier: Apache-2.0
// cute.h: CuTe's classes and the operations of its algebra.
#pragma once

#include <nanobind/nanobind.h>

namespace tileglot::python {

/// CuteLayout, ComposedLayout, Swizzle, ScaledBasis and Tile.
void bind_cute(nanobind::module_& module);
/// The functions of tileglot.cute.
void bind_cute_operations(nanobind::module_& module);

}  // namespace tileglot::python
