// SPDX-License-Identifier: Apache-2.0
// scaled_basis.h: a stride that counts along one mode of a coordinate: 2@1 is E(1) times 2.
//
// Example  E(1, 0) is 1@0@1: one step along mode 0 of mode 1.
#pragma once

#include <nanobind/nanobind.h>

#include "tileglot/core/integer.h"

namespace tileglot::python {

struct ScaledBasis {
  core::Integer value;
};

/// ScaledBasis and E.
void bind_scaled_basis(nanobind::module_& module);

}  // namespace tileglot::python
