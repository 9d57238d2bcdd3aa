// SPDX-License-Identifier: Apache-2.0
// arrays.h: what tileglot does with arrays: relayout, plan and verify.
#pragma once

#include <nanobind/nanobind.h>

namespace tileglot::python {

void bind_relayout(nanobind::module_& module);
void bind_verify(nanobind::module_& module);

}  // namespace tileglot::python
