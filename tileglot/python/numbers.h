// SPDX-License-Identifier: Apache-2.0
// numbers.h: flat tuples of ints.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileglot::python {

inline nanobind::tuple tuple_of_numbers(std::span<const std::int64_t> numbers) {
  PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
  if (tuple == nullptr) throw nanobind::python_error();
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    PyObject* const number = PyLong_FromLongLong(numbers[k]);
    if (number == nullptr) {
      Py_DECREF(tuple);
      throw nanobind::python_error();
    }
    PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(k), number);
  }
  return nanobind::steal<nanobind::tuple>(tuple);
}

}  // namespace tileglot::python
