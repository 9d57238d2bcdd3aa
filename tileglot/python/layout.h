// SPDX-License-Identifier: Apache-2.0
// layout.h: tileglot.Layout, what layouts of all notations have, and tileglot.layout.
//
// What     layout_of(object) is a Layout as it is, a text read in any notation, or the layout that
//          another library's object has (python/tileglot/_adapters.py).
// Errors   Those of value/read_layout.h and value/agreed_type.h; TypeError for objects that have
//          no layout.
#pragma once

#include <nanobind/nanobind.h>

#include "tileglot/bridge/any_layout.h"

namespace tileglot::python {

/// Any object that tileglot.layout takes, without shape or dtype.
bridge::AnyLayout layout_of(nanobind::handle object);

void bind_layout(nanobind::module_& module);
void bind_linear(nanobind::module_& module);
void bind_strided(nanobind::module_& module);
void bind_xla(nanobind::module_& module);

}  // namespace tileglot::python
