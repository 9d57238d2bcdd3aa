// SPDX-License-Identifier: Apache-2.0
// requests.h: the requests of `api` and `api/files`, for the Python files that make objects of their
// answers.
//
// What     answered(request) runs a request without the interpreter's lock. Its answer is a tuple:
//          text, JSON as text, exit code, note (python/tileglot/_results.py, Result).
// Why      Pictures, reports, modules and files take longer than a call; the JSON is read when it is
//          first asked for.
// Errors   Those of the request.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <utility>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/released_gil.h"

namespace tileglot::python {

nb::tuple object_of(const api::Answer& answer);

/// What a function returns that touches no Python object.
template <class Ask>
auto without_gil(Ask ask) {
  const ReleasedGil released;
  return ask();
}

/// `text` is what spans of the error point into.
template <class Ask>
nb::tuple answered(Ask ask, std::string_view text = {}) {
  return object_of(value_of(without_gil(std::move(ask)), text));
}

void bind_layout_requests(nb::module_& module);
void bind_module_requests(nb::module_& module);
void bind_file_requests(nb::module_& module);

}  // namespace tileglot::python
