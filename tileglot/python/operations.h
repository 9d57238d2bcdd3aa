// SPDX-License-Identifier: Apache-2.0
// operations.h: the operations of `eval` on Python objects.
//
// What     call(name, arguments) applies an operation by its name; evaluate(expression) reads
//          name(arg, ..), nested as deep as one likes. object_of(value) is an answer as a Python
//          object: layouts, ints, tuples, dicts.
// Why      One table of operations serves the command line and Python; values are handed on as
//          they are, not as texts.
// Example  call("size", (layout("(4,2):(2,1)"),)) is 8.
// Errors   Those of the operations, TypeError for an argument that no operation takes.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>

#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"

namespace tileglot::python {

namespace nb = nanobind;

nb::object object_of(const calculator::Value& value);
nb::object object_of(const calculator::Json& json);

nb::object call(std::string_view name, nb::handle arguments,
                calculator::Semantics semantics = calculator::Semantics::kExact);

void bind_operations(nb::module_& module);

}  // namespace tileglot::python
