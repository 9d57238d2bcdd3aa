// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/requests.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "tileglot/api/reply/reply.h"

namespace tileglot::python {

namespace {

/// Bytes that are not UTF-8 are surrogates, as in Python's paths.
nb::object string_of(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

}  // namespace

nb::tuple object_of(const api::Answer& answer) {
  const std::string json = answer.json.dump(-1, ' ', false, api::Json::error_handler_t::replace);
  return nb::make_tuple(string_of(answer.text), json, static_cast<int>(answer.exit_code),
                        string_of(answer.note));
}

}  // namespace tileglot::python
