// SPDX-License-Identifier: Apache-2.0
// texts.h: Python's strings as UTF-8, and paths as the system has them.
//
// Errors   UnicodeEncodeError for a lone surrogate, which UTF-8 cannot say; TypeError for what is not
//          a string.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace tileglot::python {

inline std::string text_of(nanobind::handle string) {
  if (!PyUnicode_Check(string.ptr())) throw nanobind::type_error("expected a string");
  Py_ssize_t length = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(string.ptr(), &length);
  if (bytes == nullptr) throw nanobind::python_error();
  return {bytes, static_cast<std::size_t>(length)};
}

/// Bytes that are not UTF-8 are surrogates in Python's paths. ValueError for a path with a null.
inline std::string path_of(nanobind::handle path) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), static_cast<void*>(&bytes)) == 0)
    throw nanobind::python_error();
  const nanobind::bytes held = nanobind::steal<nanobind::bytes>(bytes);
  return {held.c_str(), held.size()};
}

}  // namespace tileglot::python
