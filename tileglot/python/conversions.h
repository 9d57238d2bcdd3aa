// SPDX-License-Identifier: Apache-2.0
// conversions.h: layouts in other notations, and the questions about one of them.
#pragma once

#include <nanobind/nanobind.h>

namespace tileglot::python {

/// The methods of Layout that answer with the command line's requests: convert and index.
void bind_conversions();

}  // namespace tileglot::python
