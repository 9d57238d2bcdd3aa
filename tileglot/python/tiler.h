// SPDX-License-Identifier: Apache-2.0
// tiler.h: Python objects as the operand that tiles by mode.
//
// What     tiler_of(object) is a Tile as it is, a layout for the whole, and a tuple of layouts,
//          ints and None for the modes.
// Example  (4, Layout(2, 4), None) tiles mode 0 by 4:1, mode 1 by 2:4 and keeps mode 2.
// Errors   TypeError for other objects, InvalidError for more leaves or levels than there are.
#pragma once

#include <nanobind/nanobind.h>

#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::python {

namespace nb = nanobind;

notation::cute::Tiler tiler_of(nb::handle object);

/// True for a tuple or list with a layout or a Tile somewhere in it.
bool holds_layouts(nb::handle object);

}  // namespace tileglot::python
